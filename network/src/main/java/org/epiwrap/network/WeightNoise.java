package org.epiwrap.network;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.network.ForwardPass.Weights;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The randomness of the weights in one step, by each estimator. */
final class WeightNoise {
    /** The kernel and the bias of a layer, or of their deviations; point biases have none. */
    record Pair(Tensor kernel, @Nullable Tensor bias) {}

    private final RunSeeds seeds;
    private final long step;

    WeightNoise(RunSeeds seeds, long step) {
        this.seeds = seeds;
        this.step = step;
    }

    static List<Weights> fixed(List<Pair> pairs) {
        return pairs.stream()
                .<Weights>map(pair -> (x, map) -> map.of(x, pair.kernel(), pair.bias()))
                .toList();
    }

    /** x·μ + ((x∘S)·(σ∘ε))∘R. A bias is the weight of an input of 1 whose sign S is 1. */
    List<Weights> flipout(List<Pair> means, List<Pair> deviations) {
        Noise signs = new Noise(seeds.signs(step));
        List<Weights> result = new ArrayList<>();
        for (int i = 0; i < means.size(); i++) {
            Pair mean = means.get(i);
            Pair deviation = deviations.get(i);
            result.add((x, map) -> {
                Tensor flipped = x.times(signs(signs, x.shape()));
                Tensor perturbed = map.of(flipped, deviation.kernel(), deviation.bias());
                return map.of(x, mean.kernel(), mean.bias()).plus(perturbed.times(signs(signs, perturbed.shape())));
            });
        }
        return result;
    }

    /** Signs for each example and feature or channel; for all pixels of a channel, and for all runs, the same. */
    private static Tensor signs(Noise noise, long[] shape) {
        long[] own = shape.clone();
        if (shape.length == 4) {
            own[2] = 1;
            own[3] = 1;
        } else if (shape.length == 3) {
            own[0] = 1;
        }
        float[] values = new float[DropoutMasks.size(own)];
        noise.signs(values);
        return Tensor.of(values, own);
    }

    /** Draws of N(x·μ, x²·σ²). */
    List<Weights> local(List<Pair> means, List<Pair> variances) {
        List<Noise> noises = new ArrayList<>();
        for (int run = 0; run < seeds.runs(); run++) {
            noises.add(new Noise(seeds.noise(run, step)));
        }
        List<Weights> result = new ArrayList<>();
        for (int i = 0; i < means.size(); i++) {
            Pair mean = means.get(i);
            Pair variance = variances.get(i);
            result.add((x, map) -> {
                Tensor centre = map.of(x, mean.kernel(), mean.bias());
                // Never quite 0: the square root has no gradient there.
                Tensor spread = map.of(x.square(), variance.kernel(), variance.bias())
                        .plus(Tensor.constant(BayesianNetwork.TINY))
                        .sqrt();
                float[] draws = new float[Math.toIntExact(centre.size())];
                int each = draws.length / seeds.runs();
                for (int run = 0; run < seeds.runs(); run++) {
                    noises.get(run).normals(draws, run * each, (run + 1) * each);
                }
                return centre.plus(spread.times(Tensor.of(draws, centre.shape())));
            });
        }
        return result;
    }

    /** ε of every weight of every run, [runs, weights]. */
    Tensor normals(int weights) {
        float[] values = new float[Math.multiplyExact(seeds.runs(), weights)];
        for (int run = 0; run < seeds.runs(); run++) {
            new Noise(seeds.noise(run, step)).normals(values, run * weights, (run + 1) * weights);
        }
        return Tensor.of(values, seeds.runs(), weights);
    }

    DropoutMasks dropout() {
        return new DropoutMasks(seeds, step);
    }
}
