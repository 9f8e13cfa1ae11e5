package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Scope;

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

    private IntervalPredictive(int runs, int images, int classes, float[] lower, float[] upper, float[] probabilities) {
        this.runs = runs;
        this.images = images;
        this.classes = classes;
        this.lower = lower;
        this.upper = upper;
        this.probabilities = probabilities;
    }

    private static IntervalPredictive empty(IntervalNetwork network, Dataset data) {
        int runs = network.seeds().runs();
        int classes = network.architecture().classes();
        int size = Math.multiplyExact(Math.multiplyExact(runs, data.size()), classes);
        return new IntervalPredictive(runs, data.size(), classes, new float[size], new float[size], new float[size]);
    }

    /**
     * Bounds that hold for every choice of weights from their intervals, and probabilities by an averaging.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public static IntervalPredictive of(
            IntervalNetwork network, Dataset data, Normalisation normalisation, Averaging averaging) {
        IntervalPredictive result = empty(network, data);
        forEachBatch(network, data, normalisation, averaging, result::put);
        return result;
    }

    /** The same for the images of a batch, which are counted from 0. */
    public static IntervalPredictive of(IntervalNetwork network, ImageBatch batch, Averaging averaging) {
        return Scope.get(
                () -> of(network, batch, network.passes().outputs(batch.input(), batch.nonNegative(), averaging)));
    }

    private static IntervalPredictive of(IntervalNetwork network, ImageBatch batch, Passes.Outputs outputs) {
        return new IntervalPredictive(
                network.seeds().runs(),
                batch.count(),
                network.architecture().classes(),
                network.passes().finite(outputs.bounds().lower(), batch),
                network.passes().finite(outputs.bounds().upper(), batch),
                network.passes().finite(outputs.probabilities(), batch));
    }

    /**
     * What is said of a batch, and for each image the classes that not every choice of weights from the intervals rules
     * out.
     */
    public record WithSets(IntervalPredictive said, List<ClassSet> possible) {}

    /** Both from one pass, which is cheaper than each by itself; for one run. */
    public static WithSets withSets(IntervalNetwork network, ImageBatch batch, Averaging averaging) {
        return Scope.get(() -> {
            Passes.Bounded bounded = network.passes().bounded(batch, averaging);
            return new WithSets(of(network, batch, bounded.outputs()), bounded.possible());
        });
    }

    /** What is told of some images. */
    @FunctionalInterface
    public interface Visitor {
        /** A part of the dataset, whose image 0 is the dataset's image {@code first}. */
        void visit(int first, IntervalPredictive part);
    }

    /**
     * Tells of the images of a dataset a batch at a time; no more than a batch is held at once.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public static void forEachBatch(
            IntervalNetwork network, Dataset data, Normalisation normalisation, Averaging averaging, Visitor visitor) {
        ImageBatch.forEach(
                data,
                normalisation,
                network.architecture(),
                batch -> visitor.visit(batch.first(), of(network, batch, averaging)));
    }

    private void put(int first, IntervalPredictive part) {
        put(lower, first, part.images, part.lower);
        put(upper, first, part.images, part.upper);
        put(probabilities, first, part.images, part.probabilities);
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

    /** One per class. */
    public double[] probabilities(int run, int image) {
        double[] all = new double[classes];
        Arrays.setAll(all, c -> probability(run, image, c));
        return all;
    }

    private int index(int run, int image, int category) {
        return (run * images + image) * classes + category;
    }

    /** The probabilities that any logits inside the bounds can give. */
    public ProbabilityIntervals intervals(int run, int image) {
        double[] least = new double[classes];
        double[] most = new double[classes];
        Arrays.setAll(least, c -> lowerLogit(run, image, c));
        Arrays.setAll(most, c -> upperLogit(run, image, c));
        return ProbabilityIntervals.ofLogits(least, most);
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

    /**
     * The accuracy of each run by an averaging, without bounds.
     *
     * @throws IntervalOverflowException if the logits leave the range of float
     */
    public static double[] accuracies(
            IntervalNetwork network, Dataset data, Normalisation normalisation, Averaging averaging) {
        IntervalPredictive result = empty(network, data);
        ImageBatch.forEach(
                data,
                normalisation,
                network.architecture(),
                batch -> result.put(
                        result.probabilities,
                        batch.first(),
                        batch.count(),
                        network.passes().probabilities(batch, averaging, null)));
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
