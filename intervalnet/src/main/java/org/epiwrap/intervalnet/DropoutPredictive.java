package org.epiwrap.intervalnet;

import java.util.Arrays;
import org.epiwrap.architecture.Layer;
import org.epiwrap.check.Check;
import org.epiwrap.credal.Disagreement;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.DropoutMasks;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.tensor.Scope;

/**
 * What an interval network says of each image of a dataset if dropout stays at work: the mean probabilities of several
 * passes, each with masks of its own, and what the passes disagree on. A network whose layers drop nothing says the same
 * in every pass. Entropies are in nats.
 */
public final class DropoutPredictive {
    private final int runs;
    private final int images;
    private final int classes;
    /** [runs][images][classes]. */
    private final float[] probabilities;
    /** [runs][images]. */
    private final double[] mutualInformation;
    /** [runs][images]. */
    private final double[] classVariance;

    private DropoutPredictive(int runs, int images, int classes) {
        this.runs = runs;
        this.images = images;
        this.classes = classes;
        this.probabilities = new float[Math.multiplyExact(Math.multiplyExact(runs, images), classes)];
        this.mutualInformation = new double[runs * images];
        this.classVariance = new double[runs * images];
    }

    /**
     * By an averaging, over some passes. The masks follow from the seeds of the network: each layer of each pass has a
     * stream of its own, from which the images' masks are drawn one after the other. So an image's masks depend on its
     * place among the images, and not on how many come later, nor on how many passes there are.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public static DropoutPredictive of(
            IntervalNetwork network, Dataset data, Normalisation normalisation, Averaging averaging, int passes) {
        Check.atLeast("passes", passes, 1);
        DropoutPredictive result = new DropoutPredictive(
                network.seeds().runs(), data.size(), network.architecture().classes());
        RunSeeds seeds = Purpose.DROPOUT.seeds(network.seeds());
        int layers = (int) network.architecture()
                .flattened()
                .filter(layer -> layer instanceof Layer.Dropout)
                .count();
        DropoutMasks[][] masks = new DropoutMasks[passes][layers];
        for (int pass = 0; pass < passes; pass++) {
            for (int layer = 0; layer < layers; layer++) {
                masks[pass][layer] = new DropoutMasks(seeds, (long) pass * layers + layer);
            }
        }
        ImageBatch.forEach(data, normalisation, network.architecture(), batch -> {
            float[][] shares = new float[passes][];
            for (int pass = 0; pass < passes; pass++) {
                DropoutMasks[] own = masks[pass];
                shares[pass] = Scope.get(() -> network.passes()
                        .probabilities(batch, averaging, (layer, rate, shape) -> own[layer].of(rate, shape)));
            }
            result.put(shares, batch.first(), batch.count());
        });
        return result;
    }

    private void put(float[][] shares, int first, int count) {
        double[][] passes = new double[shares.length][classes];
        for (int run = 0; run < runs; run++) {
            for (int i = 0; i < count; i++) {
                int source = (run * count + i) * classes;
                int image = run * images + first + i;
                for (int c = 0; c < classes; c++) {
                    double sum = 0;
                    for (int pass = 0; pass < shares.length; pass++) {
                        passes[pass][c] = shares[pass][source + c];
                        sum += passes[pass][c];
                    }
                    probabilities[image * classes + c] = (float) (sum / shares.length);
                }
                Disagreement disagreement = Disagreement.of(passes);
                mutualInformation[image] = disagreement.mutualInformation();
                classVariance[image] = disagreement.classVariance();
            }
        }
    }

    public int runs() {
        return runs;
    }

    public int images() {
        return images;
    }

    /** The mean over the passes. */
    public float probability(int run, int image, int category) {
        return probabilities[(run * images + image) * classes + category];
    }

    /** The most probable class, of equals the first. */
    public int label(int run, int image) {
        int best = 0;
        for (int c = 1; c < classes; c++) {
            if (probability(run, image, c) > probability(run, image, best)) {
                best = c;
            }
        }
        return best;
    }

    /** Of each image: the entropy of the mean less the mean entropy of the passes, never below 0. */
    public double[] mutualInformation(int run) {
        return ofRun(mutualInformation, run);
    }

    /** Of each image: the variance of a class's probability over the passes, averaged over the classes. */
    public double[] classVariance(int run) {
        return ofRun(classVariance, run);
    }

    private double[] ofRun(double[] values, int run) {
        Check.between("run", run, 0, runs - 1);
        return Arrays.copyOfRange(values, run * images, (run + 1) * images);
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
