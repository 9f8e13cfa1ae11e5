package org.epiwrap.scoring;

import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Rows;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;

/**
 * How unlike the training examples an example is by the centres of the last hidden layer alone: the Mahalanobis distance to
 * the nearest class, as for a network that has no radii. Beside the epistemic score it shows what the radii add.
 *
 * @param network of one run; it must stay open as long
 * @param input of its inputs
 * @param distance fitted to the centres of the training examples
 */
public record CentreDistance(IntervalNetwork network, Input input, FeatureDistance distance) {

    /** Fits the distance to examples that the network was trained on. */
    public static CentreDistance fit(IntervalNetwork network, Dataset train, Input input) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        int[] labels = IntStream.range(0, train.size()).map(train::label).toArray();
        return new CentreDistance(
                network,
                input,
                FeatureDistance.fit(
                        centres(network, train, input),
                        labels,
                        network.architecture().classes()));
    }

    /** Returns the logarithm of the squared distance of each example. */
    public double[] scores(Dataset data) {
        double[][] centres = centres(network, data, input);
        return IntStream.range(0, centres.length)
                .parallel()
                .mapToDouble(i -> distance.logSquared(centres[i]))
                .toArray();
    }

    private static double[][] centres(IntervalNetwork network, Dataset data, Input input) {
        double[][] centres = new double[data.size()][];
        InputBatch.forEach(data, input, network.architecture(), batch -> {
            Rows rows = Scope.get(
                    () -> new Rows(network.passes().lastHidden(batch).centre().toArray(), batch.count()));
            for (int i = 0; i < batch.count(); i++) {
                centres[batch.first() + i] = rows.of(i);
            }
        });
        return centres;
    }
}
