package org.epiwrap.scoring;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.network.InputBatch;

/**
 * Computes how unfamiliar examples are from what a first-order pass makes of them in every layer with weights: in a network
 * with convolutions each of them, those of residual branches and shortcuts too. A layer counts before its activation and,
 * if a batch norm follows directly, after that norm; what a residual block adds up counts as the summands alone. The features of a
 * layer are its outputs a and the logarithms of their radii r, of a convolution the mean and the maximum of a and of r
 * over the pixels of each channel.
 */
public final class UnfamiliarityScorer {
    /** With fewer held-out examples no p-value is below a twentieth: nothing is calibrated. */
    public static final int MIN_HELD_OUT = 20;
    /** The p-values of more would hardly differ, and a file stores the scores of all. */
    public static final int MAX_HELD_OUT = 5000;
    /** Of all features of the training examples together: a quarter of a gigabyte. */
    private static final int MAX_NUMBERS = 1 << 25;

    private final UnfamiliarityCalibration calibration;

    private UnfamiliarityScorer(UnfamiliarityCalibration calibration) {
        this.calibration = calibration;
    }

    /** Returns the number of features of each layer with weights, in the order of their parameters. */
    public static List<Integer> features(Architecture architecture) {
        return LayerRows.features(architecture);
    }

    /** Returns a scorer with a known calibration, which must be that of the network. */
    static UnfamiliarityScorer of(IntervalNetwork network, UnfamiliarityCalibration calibration) {
        List<Integer> features = features(network.architecture());
        Check.sameLength(
                "the calibration's distances",
                calibration.distances().size(),
                "the layers with weights",
                features.size());
        for (int l = 0; l < features.size(); l++) {
            Check.sameLength(
                    "the calibration's features",
                    calibration.distances().get(l).features(),
                    "those of " + network.design().layout().weighted().get(l),
                    features.get(l));
        }
        return new UnfamiliarityScorer(calibration);
    }

    /**
     * Calibrates a scorer. Of many training examples as many are taken as have {@value #MAX_NUMBERS} features in all layers
     * together, of held-out examples at most {@value #MAX_HELD_OUT}; see {@link Dataset#representative}.
     *
     * @param train examples the network was trained on
     * @param heldOut examples it was not trained on, at least {@value #MIN_HELD_OUT}
     */
    static UnfamiliarityScorer fit(IntervalNetwork network, Input input, Dataset train, Dataset heldOut) {
        Check.atLeast("the number of held-out examples", heldOut.size(), MIN_HELD_OUT);
        long each = features(network.architecture()).stream()
                .mapToLong(Integer::longValue)
                .sum();
        Dataset some = train.representative((int) Math.max(1, MAX_NUMBERS / each));
        int[] labels = IntStream.range(0, some.size()).map(some::label).toArray();
        return new UnfamiliarityScorer(UnfamiliarityCalibration.fit(
                network.design().layout().weighted(),
                features(network, input, some),
                labels,
                features(network, input, heldOut.representative(MAX_HELD_OUT))));
    }

    private static UnfamiliarityCalibration.Features features(IntervalNetwork network, Input input, Dataset data) {
        int layers = network.design().layout().weighted().size();
        List<double[][]> features =
                Stream.generate(() -> new double[data.size()][]).limit(layers).toList();
        double[][] logits = new double[data.size()][];
        InputBatch.forEach(data, input, network.architecture(), batch -> {
            LayerRows rows = LayerRows.of(network, batch);
            IntStream.range(0, batch.count()).parallel().forEach(i -> {
                for (int l = 0; l < layers; l++) {
                    features.get(l)[batch.first() + i] = rows.layers().get(l).features(i);
                }
                logits[batch.first() + i] = rows.logits().of(i);
            });
        });
        return new UnfamiliarityCalibration.Features(features, logits);
    }

    UnfamiliarityCalibration calibration() {
        return calibration;
    }

    /** Returns how unfamiliar an example of a batch is. */
    Unfamiliarity of(LayerRows rows, int example) {
        double[][] features = new double[rows.layers().size()][];
        Arrays.setAll(features, l -> rows.layers().get(l).features(example));
        return calibration.of(List.of(features), rows.logits().of(example));
    }
}
