package org.epiwrap.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.epiwrap.check.Check;
import org.epiwrap.network.Parameters.Slot;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * Networks whose kernels have mean-field Gaussian posteriors N(μ, σ²), σ = softplus(ρ) + 1e-8, with the prior N(0, 1).
 * Biases are points. Several runs of one small architecture can be held and computed together; each is what it would be
 * alone.
 */
public final class BayesianNetwork implements AutoCloseable {
    /** Keeps σ above 0 in float, where softplus underflows. */
    private static final float TINY = 1e-8f;

    private static final double MU_SPREAD = 0.1;
    private static final double RHO_START = -3;
    private static final double RHO_SPREAD = 0.1;

    private final Architecture architecture;
    private final RunSeeds seeds;
    private final Parameters layout;
    /** [runs, kernel numbers]. */
    private final Tensor mu;
    /** [runs, kernel numbers]. */
    private final Tensor rho;
    /** [runs, point numbers]. */
    private final Tensor points;
    /** Running mean and variance of each batch norm in turn. */
    private final List<Tensor> statistics = new ArrayList<>();

    private BayesianNetwork(Architecture architecture, RunSeeds seeds) {
        this.architecture = architecture;
        this.seeds = seeds;
        this.layout = new Parameters(architecture);
        int runs = seeds.runs();
        int kernels = layout.kernelSize();
        float[] firstMu = new float[runs * kernels];
        float[] firstRho = new float[runs * kernels];
        for (int run = 0; run < runs; run++) {
            Noise noise = new Noise(seeds.weights(run));
            noise.normals(firstMu, run * kernels, (run + 1) * kernels);
            noise.normals(firstRho, run * kernels, (run + 1) * kernels);
        }
        for (int i = 0; i < firstMu.length; i++) {
            firstMu[i] = (float) (MU_SPREAD * firstMu[i]);
            firstRho[i] = (float) (RHO_START + RHO_SPREAD * firstRho[i]);
        }
        this.mu = Tensor.parameter(firstMu, runs, kernels);
        this.rho = Tensor.parameter(firstRho, runs, kernels);
        this.points = Tensor.parameter(firstPoints(runs), runs, layout.pointSize());
        for (int channels : layout.norms()) {
            statistics.add(Scope.keep(Tensor.zeros(channels)));
            statistics.add(Scope.keep(Tensor.zeros(channels).plus(Tensor.constant(1))));
        }
    }

    private float[] firstPoints(int runs) {
        float[] values = new float[runs * layout.pointSize()];
        for (int run = 0; run < runs; run++) {
            for (Slot slot : layout.points()) {
                if (slot.name().endsWith(".scale")) {
                    int from = run * layout.pointSize() + slot.offset();
                    Arrays.fill(values, from, from + slot.size(), 1);
                }
            }
        }
        return values;
    }

    /** A network with its first, random weights: μ ~ N(0, 0.1²), ρ ~ N(-3, 0.1²), biases 0. */
    public static BayesianNetwork untrained(Architecture architecture, RunSeeds seeds) {
        boolean dense = architecture
                .flattened()
                .noneMatch(layer -> layer instanceof Layer.Convolution || layer instanceof Layer.BatchNorm);
        if (!dense) {
            Check.between("the number of runs of a network with convolutions or batch norm", seeds.runs(), 1, 1);
        }
        return new BayesianNetwork(architecture, seeds);
    }

    public Architecture architecture() {
        return architecture;
    }

    public RunSeeds seeds() {
        return seeds;
    }

    Tensor mu() {
        return mu;
    }

    Tensor rho() {
        return rho;
    }

    Tensor points() {
        return points;
    }

    /** σ of every kernel number, [runs, kernel numbers]. */
    Tensor sigma() {
        return rho.softplus().plus(Tensor.constant(TINY));
    }

    /** Σ KL(N(μ, σ²) ‖ N(0, 1)) = Σ ½(μ² + σ² - 1) - ln σ over all kernels and runs. */
    Tensor divergence() {
        Tensor s = sigma();
        return mu.square()
                .plus(s.square())
                .minus(Tensor.constant(1))
                .times(Tensor.constant(0.5f))
                .minus(s.log())
                .sum();
    }

    /** Logits with every kernel at its mean: [examples, classes], or [runs, examples, classes]. */
    Tensor meanLogits(Tensor input) {
        return logitsWith(mu, input);
    }

    /** One draw of all kernels, [runs, kernel numbers]; equal steps give equal draws. */
    Tensor draw(long step) {
        return mu.plus(sigma().times(normals(step)));
    }

    /** Logits with the given kernels, [runs, kernel numbers], the same for all examples. */
    Tensor logitsWith(Tensor kernels, Tensor input) {
        return pass(fixed(kernels), 0, false).through(architecture.layers(), input);
    }

    /** Logits of a random pass. In training, dropout is at work and batch norm looks at the batch. */
    Tensor randomLogits(Tensor input, Estimator estimator, long step, boolean training) {
        List<ForwardPass.Kernel> kernels = switch (estimator) {
            case REPARAMETERISATION -> fixed(draw(step));
            case FLIPOUT -> flipout(step);
            case LOCAL_REPARAMETERISATION -> local(step);
        };
        return pass(kernels, step, training).through(architecture.layers(), input);
    }

    private List<ForwardPass.Kernel> fixed(Tensor flat) {
        return kernels(flat).stream()
                .<ForwardPass.Kernel>map(k -> (x, product) -> product.of(x, k))
                .toList();
    }

    private List<ForwardPass.Kernel> flipout(long step) {
        List<Tensor> means = kernels(mu);
        List<Tensor> deviations = kernels(sigma().times(normals(step)));
        Noise signs = new Noise(seeds.signs(step));
        List<ForwardPass.Kernel> result = new ArrayList<>();
        for (int i = 0; i < means.size(); i++) {
            Tensor mean = means.get(i);
            Tensor deviation = deviations.get(i);
            result.add((x, product) -> {
                Tensor perturbed = product.of(x.times(signs(signs, x.shape())), deviation);
                return product.of(x, mean).plus(perturbed.times(signs(signs, perturbed.shape())));
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
        int size = 1;
        for (long length : own) {
            size = Math.multiplyExact(size, (int) length);
        }
        float[] values = new float[size];
        noise.signs(values);
        return Tensor.of(values, own);
    }

    private List<ForwardPass.Kernel> local(long step) {
        List<Tensor> means = kernels(mu);
        List<Tensor> variances = kernels(sigma().square());
        List<Noise> noises = new ArrayList<>();
        for (int run = 0; run < seeds.runs(); run++) {
            noises.add(new Noise(seeds.noise(run, step)));
        }
        List<ForwardPass.Kernel> result = new ArrayList<>();
        for (int i = 0; i < means.size(); i++) {
            Tensor mean = means.get(i);
            Tensor variance = variances.get(i);
            result.add((x, product) -> {
                Tensor centre = product.of(x, mean);
                // Never quite 0: the square root has no gradient there.
                Tensor spread = product.of(x.square(), variance)
                        .plus(Tensor.constant(TINY))
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

    /** ε of every kernel number, [runs, kernel numbers]. */
    private Tensor normals(long step) {
        int kernels = layout.kernelSize();
        float[] values = new float[seeds.runs() * kernels];
        for (int run = 0; run < seeds.runs(); run++) {
            new Noise(seeds.noise(run, step)).normals(values, run * kernels, (run + 1) * kernels);
        }
        return Tensor.of(values, seeds.runs(), kernels);
    }

    private List<Tensor> kernels(Tensor flat) {
        return slots(flat, layout.kernels());
    }

    private List<Tensor> slots(Tensor flat, List<Slot> slots) {
        long[] starts = slots.stream().skip(1).mapToLong(Slot::offset).toArray();
        List<Tensor> parts = flat.split(1, starts);
        List<Tensor> shaped = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            shaped.add(parts.get(i).reshape(shape(slots.get(i))));
        }
        return shaped;
    }

    /** The shape of a slot, with the runs before it if there are several. */
    private long[] shape(Slot slot) {
        LongStream own = slot.shape().stream().mapToLong(Integer::longValue);
        return (seeds.runs() == 1 ? own : LongStream.concat(LongStream.of(seeds.runs()), own)).toArray();
    }

    private ForwardPass pass(List<ForwardPass.Kernel> kernels, long step, boolean training) {
        List<Noise> dropout = new ArrayList<>();
        for (int run = 0; run < seeds.runs(); run++) {
            dropout.add(new Noise(seeds.dropout(run, step)));
        }
        List<Tensor> pointParts = slots(points, layout.points());
        return new ForwardPass(seeds.runs(), new ForwardPass.Source() {
            @Override
            public Iterator<ForwardPass.Kernel> kernels() {
                return kernels.iterator();
            }

            @Override
            public Iterator<Tensor> points() {
                return pointParts.iterator();
            }

            @Override
            public Iterator<Tensor> statistics() {
                return statistics.iterator();
            }

            @Override
            public boolean training() {
                return training;
            }

            @Override
            public Tensor dropout(double rate, long[] shape) {
                float[] mask = new float[Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact))];
                int each = mask.length / dropout.size();
                for (int run = 0; run < dropout.size(); run++) {
                    dropout.get(run).dropout(mask, run * each, (run + 1) * each, rate);
                }
                return Tensor.of(mask, shape);
            }
        });
    }

    @Override
    public void close() {
        mu.close();
        rho.close();
        points.close();
        statistics.forEach(Tensor::close);
    }
}
