package org.epiwrap.hybrid;

import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** What an interval network says of each image of a dataset: bounds of the logits, and probabilities. */
public final class IntervalPredictive {
    private final int runs;
    private final int images;
    private final int classes;
    /** [runs][images][classes]. */
    private final float[] lower;
    /** [runs][images][classes]. */
    private final float[] upper;
    /** [runs][images][classes]. */
    private final float[] probabilities;

    private IntervalPredictive(int runs, int images, int classes) {
        this.runs = runs;
        this.images = images;
        this.classes = classes;
        int size = Math.multiplyExact(Math.multiplyExact(runs, images), classes);
        this.lower = new float[size];
        this.upper = new float[size];
        this.probabilities = new float[size];
    }

    /**
     * Bounds that hold for every choice of weights from their intervals, and probabilities by an averaging.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public static IntervalPredictive of(
            IntervalNetwork network, Dataset data, Normalisation normalisation, Averaging averaging) {
        IntervalPredictive result = new IntervalPredictive(
                network.seeds().runs(), data.size(), network.architecture().classes());
        boolean nonNegative = normalisation.isNonNegative();
        ImageBatches.forEach(
                data,
                normalisation,
                network.architecture().input(),
                (input, first, count) -> result.add(network, input, nonNegative, averaging, first, count));
        return result;
    }

    /** The same for the images of a batch, which are counted from 0. */
    public static IntervalPredictive of(IntervalNetwork network, ImageBatch batch, Averaging averaging) {
        IntervalPredictive result = new IntervalPredictive(
                network.seeds().runs(), batch.count(), network.architecture().classes());
        Scope.run(() -> result.add(network, batch.input(), batch.nonNegative(), averaging, 0, batch.count()));
        return result;
    }

    private void add(
            IntervalNetwork network, Tensor input, boolean nonNegative, Averaging averaging, int first, int count) {
        Activations bounds = network.bounds(input, nonNegative);
        float[] both = bounds.values().toArray();
        network.checkFinite(both, input, nonNegative);
        put(lower, first, count, bounds.lower().toArray());
        put(upper, first, count, bounds.upper().toArray());
        put(
                probabilities,
                first,
                count,
                network.probabilities(input, nonNegative, averaging).toArray());
    }

    private void put(float[] target, int first, int count, float[] values) {
        for (int run = 0; run < runs; run++) {
            System.arraycopy(values, run * count * classes, target, (run * images + first) * classes, count * classes);
        }
    }

    public int runs() {
        return runs;
    }

    public int images() {
        return images;
    }

    public int classes() {
        return classes;
    }

    public float lowerLogit(int run, int image, int category) {
        return lower[index(run, image, category)];
    }

    public float upperLogit(int run, int image, int category) {
        return upper[index(run, image, category)];
    }

    public float probability(int run, int image, int category) {
        return probabilities[index(run, image, category)];
    }

    private int index(int run, int image, int category) {
        return (run * images + image) * classes + category;
    }

    /** The most probable class. */
    public int label(int run, int image) {
        int best = 0;
        for (int c = 1; c < classes; c++) {
            if (probability(run, image, c) > probability(run, image, best)) {
                best = c;
            }
        }
        return best;
    }

    /** The accuracy of each run by an averaging, without bounds. */
    public static double[] accuracies(
            IntervalNetwork network, Dataset data, Normalisation normalisation, Averaging averaging) {
        IntervalPredictive result = new IntervalPredictive(
                network.seeds().runs(), data.size(), network.architecture().classes());
        boolean nonNegative = normalisation.isNonNegative();
        ImageBatches.forEach(
                data,
                normalisation,
                network.architecture().input(),
                (input, first, count) -> result.put(
                        result.probabilities,
                        first,
                        count,
                        network.probabilities(input, nonNegative, averaging).toArray()));
        double[] accuracies = new double[result.runs];
        for (int run = 0; run < accuracies.length; run++) {
            accuracies[run] = result.accuracy(run, data);
        }
        return accuracies;
    }

    /** The share of images whose most probable class is their label. */
    public double accuracy(int run, Dataset data) {
        Check.sameLength("data", data.size(), "the images predicted", images);
        int right = 0;
        for (int i = 0; i < images; i++) {
            right += label(run, i) == data.label(i) ? 1 : 0;
        }
        return (double) right / images;
    }
}
