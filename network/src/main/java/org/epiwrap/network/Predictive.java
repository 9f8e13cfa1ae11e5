package org.epiwrap.network;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * What a Bayesian network says of each image of a dataset: class probabilities, and their uncertainty split into what
 * the draws agree on and what they do not. Entropies are in nats.
 */
public final class Predictive {
    /** Numbers of draws that are held at once. */
    private static final int MAX_DRAWN = 1 << 26;

    private static final int MAX_BATCH = 1000;
    /** Activations of one pass that are held at once; each may be there several times over. */
    private static final long MAX_ACTIVATIONS = 50_000_000;
    /** Prediction draws its noise where no step of training does. */
    private static final long AFTER_TRAINING = 1L << 31;

    private final int runs;
    private final int images;
    private final int classes;
    /** [runs][images][classes]. */
    private final float[] probabilities;
    /** [runs][images]. */
    private final float[] expectedEntropy;

    private Predictive(int runs, int images, int classes) {
        this.runs = runs;
        this.images = images;
        this.classes = classes;
        this.probabilities = new float[Math.multiplyExact(Math.multiplyExact(runs, images), classes)];
        this.expectedEntropy = new float[runs * images];
    }

    /** The Bayesian model average over draws of the whole network. */
    public static Predictive average(BayesianNetwork network, Dataset data, Normalisation normalisation, int draws) {
        Check.atLeast("draws", draws, 1);
        Predictive result = of(network, data);
        int atOnce = Math.max(1, MAX_DRAWN / network.drawSize());
        for (int first = 0; first < draws; first += atOnce) {
            List<Tensor> drawn = new ArrayList<>();
            try {
                for (int draw = first; draw < Math.min(draws, first + atOnce); draw++) {
                    long step = AFTER_TRAINING + draw;
                    drawn.add(Scope.get(() -> Scope.keep(network.draw(step))));
                }
                List<Pass> passes = new ArrayList<>();
                drawn.forEach(kernels -> passes.add((x, batch) -> network.logitsWith(kernels, x)));
                result.add(network, data, normalisation, 1f / draws, passes);
            } finally {
                drawn.forEach(Tensor::close);
            }
        }
        return result;
    }

    /** One random pass by the estimator the network was trained with. */
    public static Predictive singlePass(
            BayesianNetwork network, Dataset data, Normalisation normalisation, Estimator estimator) {
        Predictive result = of(network, data);
        result.add(
                network,
                data,
                normalisation,
                1,
                List.of((x, batch) -> network.randomLogits(x, estimator, AFTER_TRAINING + batch, false)));
        return result;
    }

    /** Every kernel at its mean. */
    public static Predictive mean(BayesianNetwork network, Dataset data, Normalisation normalisation) {
        Predictive result = of(network, data);
        result.add(network, data, normalisation, 1, List.of((x, batch) -> network.meanLogits(x)));
        return result;
    }

    private static Predictive of(BayesianNetwork network, Dataset data) {
        return new Predictive(
                network.seeds().runs(), data.size(), network.architecture().classes());
    }

    private interface Pass {
        Tensor logits(Tensor input, int batch);
    }

    /** Each batch is made ready once for all passes. */
    private void add(
            BayesianNetwork network, Dataset data, Normalisation normalisation, float weight, List<Pass> passes) {
        Volume volume = network.architecture().input();
        volume.check(data);
        int size = batchSize(network.architecture());
        for (int from = 0; from < images; from += size) {
            int first = from;
            int count = Math.min(size, images - from);
            float[] pixels = new float[Math.multiplyExact(count, volume.size())];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> {
                Tensor input = Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width());
                for (Pass pass : passes) {
                    Scope.run(() -> add(pass.logits(input, first / size).logSoftmax(-1), first, count, weight));
                }
            });
        }
    }

    private void add(Tensor logs, int first, int count, float weight) {
        Tensor shares = logs.exp();
        float[] p = shares.toArray();
        float[] entropy = shares.times(logs).sum(logs.rank() - 1).toArray();
        for (int run = 0; run < runs; run++) {
            int image = run * images + first;
            for (int i = 0; i < count * classes; i++) {
                probabilities[image * classes + i] += weight * p[run * count * classes + i];
            }
            for (int i = 0; i < count; i++) {
                expectedEntropy[image + i] -= weight * entropy[run * count + i];
            }
        }
    }

    private static int batchSize(Architecture architecture) {
        return (int) Math.max(1, Math.min(MAX_BATCH, MAX_ACTIVATIONS / architecture.activations()));
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

    public float probability(int run, int image, int category) {
        return probabilities[(run * images + image) * classes + category];
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

    /** The entropy of the averaged probabilities: all uncertainty. */
    public double totalEntropy(int run, int image) {
        double sum = 0;
        for (int c = 0; c < classes; c++) {
            double p = probability(run, image, c);
            sum -= p > 0 ? p * Math.log(p) : 0;
        }
        return sum;
    }

    /** The mean entropy of the draws: what would remain if the weights were known. */
    public double expectedEntropy(int run, int image) {
        return expectedEntropy[run * images + image];
    }

    /** What the draws disagree on: total less expected entropy, never below 0. */
    public double mutualInformation(int run, int image) {
        return Math.max(0, totalEntropy(run, image) - expectedEntropy(run, image));
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
