package org.epiwrap.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.architecture.Layout.Slot;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.ForwardPass.Weights;
import org.epiwrap.network.WeightNoise.Pair;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Networks whose weights have mean-field Gaussian posteriors N(μ, σ²), σ = softplus(ρ) + 1e-8, with the prior N(0, 1).
 * Several runs of one small architecture can be held and computed together; each is what it would be alone.
 */
public final class BayesianNetwork implements AutoCloseable {
    /** Ends the names of means. */
    public static final String MU = ".mu";

    /** Ends the names of what the standard deviations are computed from. */
    public static final String RHO = ".rho";

    /** Keeps σ above 0 in float, where softplus underflows. */
    static final float TINY = 1e-8f;

    /** softplus gives 0 for it in float. */
    private static final float LEAST_RHO = -120;

    private static final double MU_SPREAD = 0.1;
    private static final double RHO_START = -3;
    private static final double RHO_SPREAD = 0.1;

    private final Architecture architecture;
    private final Bias bias;
    private final RunSeeds seeds;
    private final Layout layout;
    /** [runs, random numbers]. */
    private final Tensor mu;
    /** [runs, random numbers]. */
    private final Tensor rho;
    /** [runs, point numbers]. */
    private final Tensor points;
    /** Running mean and variance of each batch norm by name. */
    private final ByName<Tensor> statistics = new ByName<>();

    private BayesianNetwork(
            Architecture architecture, Bias bias, RunSeeds seeds, float[] mu, float[] rho, float[] points) {
        this.architecture = architecture;
        this.bias = bias;
        this.seeds = seeds;
        this.layout = new Layout(architecture, bias);
        int runs = seeds.runs();
        this.mu = Tensor.parameter(mu, runs, layout.randomSize());
        this.rho = Tensor.parameter(rho, runs, layout.randomSize());
        this.points = Tensor.parameter(points, runs, layout.pointSize());
        for (BlockShape norm : layout.norms()) {
            float[] ones = new float[norm.size()];
            Arrays.fill(ones, 1);
            statistics.put(norm.name() + Layout.MEAN, Tensor.owned(new float[norm.size()], norm.size()));
            statistics.put(norm.name() + Layout.VARIANCE, Tensor.owned(ones, norm.size()));
        }
    }

    /** A network with point biases and its first, random weights: μ ~ N(0, 0.1²), ρ ~ N(-3, 0.1²), biases 0. */
    public static BayesianNetwork untrained(Architecture architecture, RunSeeds seeds) {
        return untrained(architecture, Bias.POINT, seeds);
    }

    /** A network with its first, random weights. */
    public static BayesianNetwork untrained(Architecture architecture, Bias bias, RunSeeds seeds) {
        checkTogether(architecture, seeds);
        Layout layout = new Layout(architecture, bias);
        int weights = layout.randomSize();
        float[] mu = new float[Math.multiplyExact(seeds.runs(), weights)];
        float[] rho = new float[mu.length];
        for (int run = 0; run < seeds.runs(); run++) {
            Noise noise = new Noise(seeds.weights(run));
            noise.normals(mu, run * weights, (run + 1) * weights);
            noise.normals(rho, run * weights, (run + 1) * weights);
        }
        for (int i = 0; i < mu.length; i++) {
            mu[i] = (float) (MU_SPREAD * mu[i]);
            rho[i] = (float) (RHO_START + RHO_SPREAD * rho[i]);
        }
        return new BayesianNetwork(architecture, bias, seeds, mu, rho, firstPoints(layout, seeds.runs()));
    }

    private static float[] firstPoints(Layout layout, int runs) {
        float[] values = new float[runs * layout.pointSize()];
        for (int run = 0; run < runs; run++) {
            for (Slot slot : layout.points()) {
                if (slot.name().endsWith(Layout.SCALE)) {
                    int from = run * layout.pointSize() + slot.offset();
                    Arrays.fill(values, from, from + slot.size(), 1);
                }
            }
        }
        return values;
    }

    /**
     * One run with the given numbers.
     *
     * @param blocks those that {@link #shapes} names, in its order
     */
    public static BayesianNetwork of(Architecture architecture, Bias bias, RunSeeds seeds, List<Block> blocks) {
        Check.between("the number of runs", seeds.runs(), 1, 1);
        List<BlockShape> shapes = blocks.stream().map(Block::shape).toList();
        if (!shapes.equals(shapes(architecture, bias))) {
            throw new IllegalArgumentException("the blocks must be those of the architecture in its order, "
                    + shapes(architecture, bias) + ", but are " + shapes);
        }
        ByName<float[]> values = new ByName<>();
        blocks.forEach(block -> values.put(block.shape().name(), block.values()));
        Layout layout = new Layout(architecture, bias);
        BayesianNetwork network = new BayesianNetwork(
                architecture,
                bias,
                seeds,
                Layout.joined(layout.random(), name -> values.get(name + MU)),
                Layout.joined(layout.random(), name -> values.get(name + RHO)),
                Layout.joined(layout.points(), values::get));
        network.statistics.all().forEach((name, tensor) -> tensor.set(values.get(name)));
        return network;
    }

    /** The ρ that gives a standard deviation; 1e-8, the least there is, for all that are smaller. */
    public static float rho(double sigma) {
        double softplus = Check.nonNegative("sigma", sigma) - TINY;
        // ln(eˢ - 1), written so that neither end loses digits.
        double rho = softplus > 0 ? softplus + Math.log(-Math.expm1(-softplus)) : LEAST_RHO;
        return (float) Math.max(LEAST_RHO, rho);
    }

    /**
     * The parts of a network. What has a posterior has two, ending in {@code .mu} and {@code .rho}; a bias is one number
     * an output, a dense kernel is [outputs, inputs], that of a convolution [outputs, inputs, height, width].
     */
    public static List<BlockShape> shapes(Architecture architecture, Bias bias) {
        return new Layout(architecture, bias).parts(MU, RHO);
    }

    /** The numbers of a run, those that {@link #shapes} names in its order. */
    public List<Block> blocks(int run) {
        ByName<float[]> values = new ByName<>();
        Layout.cut(layout.random(), row(mu, run), 0, (name, part) -> values.put(name + MU, part));
        Layout.cut(layout.random(), row(rho, run), 0, (name, part) -> values.put(name + RHO, part));
        Layout.cut(layout.points(), row(points, run), 0, values::put);
        statistics.all().forEach((name, tensor) -> values.put(name, tensor.toArray()));
        return shapes(architecture, bias).stream()
                .map(shape -> new Block(shape, values.get(shape.name())))
                .toList();
    }

    /** The means of a run's posteriors, in the order of {@link Layout#random}. */
    public float[] means(int run) {
        return row(mu, run);
    }

    /** The standard deviations of a run's posteriors, in the order of {@link Layout#random}. */
    public float[] deviations(int run) {
        return Scope.get(() -> row(sigma(), run));
    }

    /** The numbers of a run that are points, in the order of {@link Layout#points}. */
    public float[] pointValues(int run) {
        return row(points, run);
    }

    /** The running mean and variance of each batch norm, by name. */
    public Map<String, float[]> runningStatistics() {
        Map<String, float[]> values = new LinkedHashMap<>();
        statistics.all().forEach((name, tensor) -> values.put(name, tensor.toArray()));
        return values;
    }

    private float[] row(Tensor flat, int run) {
        Check.between("run", run, 0, seeds.runs() - 1);
        float[] all = flat.toArray();
        int length = all.length / seeds.runs();
        return Arrays.copyOfRange(all, run * length, (run + 1) * length);
    }

    /** One of the runs as a network of its own. */
    public BayesianNetwork run(int run) {
        List<Block> blocks = blocks(run);
        RunSeeds own = new RunSeeds(seeds.shared(), List.of(seeds.own().get(run)));
        return of(architecture, bias, own, blocks);
    }

    /** Runs of one small architecture as one network that is computed together; the order of the data is the first's. */
    public static BayesianNetwork together(List<BayesianNetwork> networks) {
        Check.atLeast("the number of networks", networks.size(), 1);
        BayesianNetwork first = networks.get(0);
        List<Long> own = new ArrayList<>();
        for (BayesianNetwork network : networks) {
            if (!network.architecture.equals(first.architecture) || network.bias != first.bias) {
                throw new IllegalArgumentException("networks must be of one architecture to run together, but are "
                        + first.architecture + " and " + network.architecture);
            }
            own.addAll(network.seeds.own());
        }
        RunSeeds seeds = new RunSeeds(first.seeds.shared(), own);
        checkTogether(first.architecture, seeds);
        BayesianNetwork all = new BayesianNetwork(
                first.architecture,
                first.bias,
                seeds,
                stacked(networks, network -> network.mu),
                stacked(networks, network -> network.rho),
                stacked(networks, network -> network.points));
        // One run alone may have batch norm.
        first.statistics
                .all()
                .forEach((name, tensor) -> all.statistics.get(name).set(tensor.toArray()));
        return all;
    }

    private static float[] stacked(List<BayesianNetwork> networks, Function<BayesianNetwork, Tensor> part) {
        List<float[]> parts =
                networks.stream().map(network -> part.apply(network).toArray()).toList();
        float[] all = new float[parts.stream().mapToInt(values -> values.length).sum()];
        int end = 0;
        for (float[] values : parts) {
            System.arraycopy(values, 0, all, end, values.length);
            end += values.length;
        }
        return all;
    }

    private static void checkTogether(Architecture architecture, RunSeeds seeds) {
        if (!architecture.canRunTogether()) {
            Check.between("the number of runs of a network with convolutions or batch norm", seeds.runs(), 1, 1);
        }
    }

    public Architecture architecture() {
        return architecture;
    }

    public Bias bias() {
        return bias;
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

    Map<String, Tensor> statistics() {
        return statistics.all();
    }

    /** σ of every random number, [runs, random numbers]. */
    Tensor sigma() {
        return rho.softplus().plus(Tensor.constant(TINY));
    }

    /** Σ KL(N(μ, σ²) ‖ N(0, 1)) = Σ ½(μ² + σ² - 1) - ln σ over all posteriors and runs. */
    Tensor divergence() {
        Tensor s = sigma();
        // Halved and less one after the sum: each such step would walk through all posteriors twice.
        return mu.square()
                .plus(s.square())
                .sum()
                .minus(Tensor.constant(drawSize()))
                .times(Tensor.constant(0.5f))
                .minus(s.log().sum());
    }

    /** Logits with every posterior at its mean: [examples, classes], or [runs, examples, classes]. */
    Tensor meanLogits(Tensor input) {
        return logitsWith(mu, input);
    }

    /** The same with dropout and batch norm at work: a plain network in training. */
    Tensor meanLogitsInTraining(Tensor input, long step) {
        return pass(WeightNoise.fixed(pairs(mu, true)), input, new WeightNoise(seeds, step).dropout());
    }

    /**
     * For each layer with weights, the mean absolute value of each input channel or feature over the images, all weights
     * at their means.
     */
    public List<float[]> meanInputs(Dataset data, Normalisation normalisation) {
        Check.between("the number of runs", seeds.runs(), 1, 1);
        Check.atLeast("data's size", data.size(), 1);
        List<double[]> sums = new ArrayList<>();
        architecture.input().check(data);
        int batch = 100;
        for (int from = 0; from < data.size(); from += batch) {
            int count = Math.min(batch, data.size() - from);
            float[] pixels = new float[count * architecture.input().size()];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> {
                List<Pair> pairs = pairs(mu, true);
                List<Weights> watched = new ArrayList<>();
                for (int i = 0; i < pairs.size(); i++) {
                    Pair pair = pairs.get(i);
                    int layer = i;
                    watched.add((x, map) -> {
                        add(sums, layer, x, data.size());
                        return map.of(x, pair.kernel(), pair.bias());
                    });
                }
                Volume volume = architecture.input();
                pass(watched, Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width()), null);
            });
        }
        return sums.stream().map(BayesianNetwork::toFloats).toList();
    }

    private static void add(List<double[]> sums, int layer, Tensor x, int images) {
        long[] shape = x.shape();
        Tensor sizes = x.abs();
        float[] total = (x.rank() == 4 ? sizes.sum(0, 2, 3) : sizes.sum(0)).toArray();
        if (sums.size() == layer) {
            sums.add(new double[total.length]);
        }
        double positions = x.rank() == 4 ? (double) shape[2] * shape[3] : 1;
        for (int i = 0; i < total.length; i++) {
            sums.get(layer)[i] += total[i] / positions / images;
        }
    }

    private static float[] toFloats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** One draw of all posteriors, [runs, random numbers]; equal steps give equal draws. */
    Tensor draw(long step) {
        return mu.plus(deviation(new WeightNoise(seeds, step)));
    }

    /** How many numbers a draw has. */
    int drawSize() {
        return Math.multiplyExact(seeds.runs(), layout.randomSize());
    }

    private Tensor deviation(WeightNoise noise) {
        return sigma().times(noise.normals(layout.randomSize()));
    }

    /** Logits with the given weights, [runs, random numbers], the same for all examples. */
    Tensor logitsWith(Tensor weights, Tensor input) {
        return pass(WeightNoise.fixed(pairs(weights, true)), input, null);
    }

    /** Logits of a random pass. In training, dropout is at work and batch norm looks at the batch. */
    Tensor randomLogits(Tensor input, Estimator estimator, long step, boolean training) {
        WeightNoise noise = new WeightNoise(seeds, step);
        List<Weights> weights = switch (estimator) {
            case REPARAMETERISATION -> WeightNoise.fixed(pairs(mu.plus(deviation(noise)), true));
            case FLIPOUT -> noise.flipout(pairs(mu, true), pairs(deviation(noise), false));
            case LOCAL_REPARAMETERISATION -> noise.local(pairs(mu, true), pairs(sigma().square(), false));
        };
        return pass(weights, input, training ? noise.dropout() : null);
    }

    private Tensor pass(List<Weights> weights, Tensor input, @Nullable DropoutMasks dropout) {
        List<ForwardPass.Norm> norms = new ArrayList<>();
        if (!layout.norms().isEmpty()) {
            ByName<Tensor> parts = slots(points, layout.points());
            for (BlockShape norm : layout.norms()) {
                norms.add(new ForwardPass.Norm(
                        statistics.get(norm.name() + Layout.MEAN),
                        statistics.get(norm.name() + Layout.VARIANCE),
                        parts.get(norm.name() + Layout.SCALE),
                        parts.get(norm.name() + Layout.SHIFT)));
            }
        }
        return new ForwardPass(seeds.runs(), weights, norms, dropout).logits(architecture.layers(), input);
    }

    /** The weights of each layer out of a flat vector; biases that are points only where they are asked for. */
    private List<Pair> pairs(Tensor flat, boolean withPoints) {
        ByName<Tensor> random = slots(flat, layout.random());
        boolean withBiases = bias == Bias.BAYESIAN || withPoints;
        ByName<Tensor> biases = bias == Bias.POINT && withPoints ? slots(points, layout.points()) : random;
        return layout.weighted().stream()
                .map(name ->
                        new Pair(random.get(name + Layout.KERNEL), withBiases ? biases.get(name + Layout.BIAS) : null))
                .toList();
    }

    private ByName<Tensor> slots(Tensor flat, List<Slot> slots) {
        ByName<Tensor> byName = new ByName<>();
        if (slots.isEmpty()) {
            return byName;
        }
        long[] starts = slots.stream().skip(1).mapToLong(Slot::offset).toArray();
        List<Tensor> parts = flat.split(1, starts);
        for (int i = 0; i < slots.size(); i++) {
            byName.put(slots.get(i).name(), parts.get(i).reshape(shape(slots.get(i))));
        }
        return byName;
    }

    /** The shape of a slot, with the runs before it if there are several. */
    private long[] shape(Slot slot) {
        LongStream own = slot.shape().sizes().stream().mapToLong(Integer::longValue);
        return (seeds.runs() == 1 ? own : LongStream.concat(LongStream.of(seeds.runs()), own)).toArray();
    }

    @Override
    public void close() {
        mu.close();
        rho.close();
        points.close();
        statistics.all().values().forEach(Tensor::close);
    }
}
