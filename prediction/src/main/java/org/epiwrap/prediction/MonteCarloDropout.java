package org.epiwrap.prediction;

import org.epiwrap.architecture.Layer;
import org.epiwrap.check.Check;
import org.epiwrap.credal.Disagreement;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Purpose;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.DropoutMasks;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.tensor.Scope;

/**
 * Predicts by an interval network whose dropout stays active: the mean probabilities of several passes, each with masks
 * of its own, and the scores {@link Score#MUTUAL_INFORMATION} and {@link Score#CLASS_VARIANCE} of what they disagree on.
 * A network without dropout layers gives the same in every pass.
 *
 * <p>The masks follow from the seeds of the network: each layer of each pass has a stream of its own, from which the
 * examples' masks are drawn one after the other. So an example's masks depend on its place among the examples of a call,
 * and not on how many come later, nor on the number of passes.
 */
public final class MonteCarloDropout extends NetworkPredictor {
    private final IntervalNetwork network;
    private final Averaging averaging;
    private final int passes;

    private MonteCarloDropout(IntervalNetwork network, Input input, ClassNames names, Averaging averaging, int passes) {
        super(network.architecture(), input, names);
        this.network = network;
        this.averaging = averaging;
        this.passes = passes;
    }

    /** Returns a predictor of several passes by an averaging; the network must stay open as long. */
    public static MonteCarloDropout of(
            IntervalNetwork network, Input input, ClassNames names, Averaging averaging, int passes) {
        return new MonteCarloDropout(network, input, names, averaging, Check.atLeast("passes", passes, 1));
    }

    @Override
    int runs() {
        return network.seeds().runs();
    }

    @Override
    Walk begin() {
        RunSeeds seeds = Purpose.DROPOUT.seeds(network.seeds());
        int layers = (int) architecture()
                .flattened()
                .filter(layer -> layer instanceof Layer.Dropout)
                .count();
        DropoutMasks[][] masks = new DropoutMasks[passes][layers];
        for (int pass = 0; pass < passes; pass++) {
            for (int layer = 0; layer < layers; layer++) {
                masks[pass][layer] = new DropoutMasks(seeds, (long) pass * layers + layer);
            }
        }
        return (batch, columns, at) -> {
            float[][] shares = new float[passes][];
            for (int pass = 0; pass < passes; pass++) {
                DropoutMasks[] own = masks[pass];
                shares[pass] = Scope.get(() -> network.passes()
                        .probabilities(batch, averaging, (layer, rate, shape) -> own[layer].of(rate, shape)));
            }
            add(shares, columns, at, batch.count());
        };
    }

    private void add(float[][] shares, Columns columns, int at, int count) {
        int classes = columns.classes();
        float[] mean = new float[shares[0].length];
        double[][] probabilities = new double[passes][classes];
        for (int run = 0; run < columns.runs(); run++) {
            for (int i = 0; i < count; i++) {
                int from = (run * count + i) * classes;
                for (int c = 0; c < classes; c++) {
                    double sum = 0;
                    for (int pass = 0; pass < passes; pass++) {
                        probabilities[pass][c] = shares[pass][from + c];
                        sum += probabilities[pass][c];
                    }
                    mean[from + c] = (float) (sum / passes);
                }
                Disagreement disagreement = Disagreement.of(probabilities);
                int example = run * columns.size() + at + i;
                columns.scores(Score.MUTUAL_INFORMATION)[example] = disagreement.mutualInformation();
                columns.scores(Score.CLASS_VARIANCE)[example] = disagreement.classVariance();
            }
        }
        columns.put(Columns.Part.PROBABILITIES, at, count, mean);
    }
}
