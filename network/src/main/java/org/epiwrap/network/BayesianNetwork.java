package org.epiwrap.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.architecture.Layout.Slot;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.network.ForwardPass.Weights;
import org.epiwrap.network.WeightNoise.Pair;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Networks whose weights have mean-field Gaussian posteriors N(μ, σ²), σ = softplus(ρ) + 1e-8, with the prior N(0, 1).
 * Several runs of one small architecture can be held and computed together; each is what it would be alone.
 */
public final class BayesianNetwork implements NetworkDesign.Designed, AutoCloseable {
    /** Ends the names of means. */
    public static final String MU = ".mu";

    /** Ends the names of what the standard deviations are computed from. */
    public static final String RHO = ".rho";

    /** Keeps σ above 0 in float, where softplus underflows. */
    static final float TINY = 1e-8f;

    /** softplus gives 0 for it in float. */
    private static final float MIN_RHO = -120;

    /** Images whose mean inputs are computed together. */
    private static final int MEAN_BATCH = 100;

    private static final double MU_SPREAD = 0.1;
    private static final double RHO_START = -3;
    private static final double RHO_SPREAD = 0.1;

    private final NetworkDesign design;
    private final Layout layout;
    /** [runs, random numbers]. */
    private final Tensor mu;
    /** [runs, random numbers]. */
    private final Tensor rho;
    /** [runs, point numbers]. */
    private final Tensor points;
    /** Running mean and variance of each batch norm by name. */
    private final ByName<Tensor> statistics = new ByName<>();

    private volatile boolean closed;

    private BayesianNetwork(
            NetworkDesign design, float[] mu, float[] rho, float[] points, Map<String, float[]> statistics) {
        this.design = design;
        this.layout = design.layout();
        this.mu = Tensor.parameter(mu, design.runs(), layout.randomSize());
        this.rho = Tensor.parameter(rho, design.runs(), layout.randomSize());
        this.points = Tensor.parameter(points, design.runs(), layout.pointSize());
        statistics.forEach((name, values) -> this.statistics.put(name, Tensor.owned(values, values.length)));
    }

    /** Returns a network with point biases and its first, random weights: μ ~ N(0, 0.1²), ρ ~ N(-3, 0.1²), biases 0. */
    public static BayesianNetwork untrained(Architecture architecture, RunSeeds seeds) {
        return untrained(architecture, Bias.POINT, seeds);
    }

    public static BayesianNetwork untrained(Architecture architecture, Bias bias, RunSeeds seeds) {
        return untrained(architecture, bias, seeds, OptionalInt.empty());
    }

    /**
     * Returns a network with its first, random weights. Those of an input that is 0 for all training examples have the prior
     * N(0, 1), which is their exact posterior: training leaves them there.
     *
     * @param silent which input of the first layer, a dense one, that is
     */
    public static BayesianNetwork untrained(Architecture architecture, Bias bias, RunSeeds seeds, OptionalInt silent) {
        NetworkDesign design = new NetworkDesign(architecture, bias, seeds);
        int weights = design.layout().randomSize();
        float[] mu = new float[Math.multiplyExact(design.runs(), weights)];
        float[] rho = new float[mu.length];
        for (int run = 0; run < design.runs(); run++) {
            Noise noise = new Noise(seeds.weights(run));
            noise.normals(mu, run * weights, (run + 1) * weights);
            noise.normals(rho, run * weights, (run + 1) * weights);
        }
        for (int i = 0; i < mu.length; i++) {
            mu[i] = (float) (MU_SPREAD * mu[i]);
            rho[i] = (float) (RHO_START + RHO_SPREAD * rho[i]);
        }
        silent.ifPresent(input -> usePrior(design, input, mu, rho));
        return new BayesianNetwork(design, mu, rho, design.firstPoints(), design.firstStatistics());
    }

    private static void usePrior(NetworkDesign design, int input, float[] mu, float[] rho) {
        Layout layout = design.layout();
        Slot first = layout.random().get(0);
        int inputs = design.architecture().input().size();
        Check.between("silent", input, 0, inputs - 1);
        Check.sameLength("the inputs of the first layer", first.shape().sizes().get(1), "the network's", inputs);
        for (int run = 0; run < design.runs(); run++) {
            int begin = run * layout.randomSize() + first.offset();
            for (int i = begin + input; i < begin + first.size(); i += inputs) {
                mu[i] = 0;
                rho[i] = rho(1);
            }
        }
    }

    /** Returns a network of one run with the numbers that {@link #shapes} names, in its order. */
    public static BayesianNetwork of(Architecture architecture, Bias bias, RunSeeds seeds, List<Block> blocks) {
        NetworkDesign design = new NetworkDesign(architecture, bias, seeds);
        NetworkDesign.Numbers read = design.numbers(blocks, MU, RHO);
        return new BayesianNetwork(design, read.first(), read.second(), read.points(), read.statistics());
    }

    /** Returns the ρ of a standard deviation, or that of 1e-8, the smallest there is, for smaller ones. */
    public static float rho(double sigma) {
        double softplus = Check.nonNegative("sigma", sigma) - TINY;
        // ln(eˢ - 1), written so that neither end loses digits.
        double rho = softplus > 0 ? softplus + Math.log(-Math.expm1(-softplus)) : MIN_RHO;
        return (float) Math.max(MIN_RHO, rho);
    }

    /**
     * Returns the parts of a network. What has a posterior has two, ending in {@code .mu} and {@code .rho}; a bias is one number
     * an output, a dense kernel is [outputs, inputs], that of a convolution [outputs, inputs, height, width].
     */
    public static List<BlockShape> shapes(Architecture architecture, Bias bias) {
        return new Layout(architecture, bias).parts(MU, RHO);
    }

    /** Returns the numbers of a run, those that {@link #shapes} names in its order. */
    public List<Block> blocks(int run) {
        ByName<float[]> values = new ByName<>();
        Layout.cut(layout.random(), row(mu, run), (name, part) -> values.put(name + MU, part));
        Layout.cut(layout.random(), row(rho, run), (name, part) -> values.put(name + RHO, part));
        Layout.cut(layout.points(), row(points, run), values::put);
        runningStatistics().forEach(values::put);
        return ByName.blocks(values, layout.parts(MU, RHO));
    }

    /** Returns the means of a run's posteriors, in the order of {@link Layout#random}. */
    public float[] means(int run) {
        return row(mu, run);
    }

    /** Returns the standard deviations of a run's posteriors, in the order of {@link Layout#random}. */
    public float[] deviations(int run) {
        return Scope.get(() -> row(sigma(), run));
    }

    /** Returns the numbers of a run that are points, in the order of {@link Layout#points}. */
    public float[] pointValues(int run) {
        return row(points, run);
    }

    /** Returns the running mean and variance of each batch norm, by name. */
    public Map<String, float[]> runningStatistics() {
        checkOpen();
        Map<String, float[]> values = new LinkedHashMap<>();
        statistics.all().forEach((name, tensor) -> values.put(name, tensor.toArray()));
        return values;
    }

    private float[] row(Tensor flat, int run) {
        checkOpen();
        return design.row(flat.toArray(), run);
    }

    public BayesianNetwork run(int run) {
        NetworkDesign own = design.run(run);
        return of(own.architecture(), own.bias(), own.seeds(), blocks(run));
    }

    /** Returns a network that has the numbers of a trained one, of one run, in every run; that one stays as it is. */
    public static BayesianNetwork copyOf(BayesianNetwork trained, RunSeeds seeds) {
        Check.between("the number of runs of the network to copy", trained.design.runs(), 1, 1);
        trained.checkOpen();
        List<BayesianNetwork> copies = Collections.nCopies(seeds.runs(), trained);
        return new BayesianNetwork(
                new NetworkDesign(trained.architecture(), trained.bias(), seeds),
                NetworkDesign.stacked(copies, network -> network.mu.toArray()),
                NetworkDesign.stacked(copies, network -> network.rho.toArray()),
                NetworkDesign.stacked(copies, network -> network.points.toArray()),
                trained.runningStatistics());
    }

    /** Returns runs of one small architecture as a network that computes them together. */
    public static BayesianNetwork together(List<BayesianNetwork> networks) {
        networks.forEach(BayesianNetwork::checkOpen);
        return new BayesianNetwork(
                NetworkDesign.together(networks),
                NetworkDesign.stacked(networks, network -> network.mu.toArray()),
                NetworkDesign.stacked(networks, network -> network.rho.toArray()),
                NetworkDesign.stacked(networks, network -> network.points.toArray()),
                // One run alone may have batch norm.
                networks.get(0).runningStatistics());
    }

    @Override
    public NetworkDesign design() {
        return design;
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

    /** Returns σ of every random number, [runs, random numbers]. */
    Tensor sigma() {
        checkOpen();
        return rho.softplus().plus(Tensor.constant(TINY));
    }

    /** Returns Σ KL(N(μ, σ²) ‖ N(0, 1)) = Σ ½(μ² + σ² - 1) - ln σ over all posteriors and runs. */
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

    /** Returns the logits with every posterior at its mean: [examples, classes], or [runs, examples, classes]. */
    public Tensor meanLogits(Tensor input) {
        return logitsWith(mu, input);
    }

    /** Returns the same with dropout and batch norm as in the training of a plain network. */
    Tensor meanLogitsInTraining(Tensor input, long step) {
        return pass(WeightNoise.fixed(pairs(mu)), input, new WeightNoise(seeds(), step).dropout());
    }

    /** Returns for each layer with weights the mean |input| of each channel or feature, all weights at their means. */
    public List<float[]> meanInputs(Dataset data, Input input) {
        Check.between("the number of runs", design.runs(), 1, 1);
        List<double[]> sums = new ArrayList<>();
        InputBatch.forEach(data, input, architecture(), MEAN_BATCH, batch -> {
            List<Weights> watched = new ArrayList<>();
            for (Pair pair : pairs(mu)) {
                int layer = watched.size();
                watched.add((x, map) -> {
                    add(sums, layer, x, data.size());
                    return map.of(x, pair.kernel(), pair.bias());
                });
            }
            pass(watched, batch.input(), null);
        });
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

    /** Returns one draw of all posteriors, [runs, random numbers]; equal steps give equal draws. */
    public Tensor draw(long step) {
        return mu.plus(deviation(new WeightNoise(seeds(), step)));
    }

    public int drawSize() {
        return Math.multiplyExact(design.runs(), layout.randomSize());
    }

    private Tensor deviation(WeightNoise noise) {
        return sigma().times(noise.normals(layout.randomSize()));
    }

    /** Returns the logits with the given weights, [runs, random numbers], the same for all examples. */
    public Tensor logitsWith(Tensor weights, Tensor input) {
        return pass(WeightNoise.fixed(pairs(weights)), input, null);
    }

    /** Returns the logits of one random pass, as in training but without dropout. */
    public Tensor randomLogits(Tensor input, Estimator estimator, long step) {
        return pass(noisyWeights(estimator, new WeightNoise(seeds(), step)), input, null);
    }

    /** Returns the logits of one random pass with dropout, in which batch norm looks at the batch. */
    Tensor randomLogitsInTraining(Tensor input, Estimator estimator, long step) {
        WeightNoise noise = new WeightNoise(seeds(), step);
        List<Weights> weights = noisyWeights(estimator, noise);
        return pass(weights, input, noise.dropout());
    }

    private List<Weights> noisyWeights(Estimator estimator, WeightNoise noise) {
        return switch (estimator) {
            case REPARAMETERISATION -> WeightNoise.fixed(pairs(mu.plus(deviation(noise))));
            case FLIPOUT -> noise.flipout(pairs(mu), deviationPairs(deviation(noise)));
            case LOCAL_REPARAMETERISATION -> noise.local(pairs(mu), deviationPairs(sigma().square()));
        };
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
        return new ForwardPass(design.runs(), weights, norms, dropout)
                .logits(architecture().layers(), input);
    }

    /** Returns the kernel and bias of each layer, with the kernels, and Bayesian biases, of a flat vector. */
    private List<Pair> pairs(Tensor flat) {
        ByName<Tensor> random = slots(flat, layout.random());
        ByName<Tensor> biases = bias() == Bias.POINT ? slots(points, layout.points()) : random;
        return layout.weighted().stream()
                .map(name -> new Pair(random.get(name + Layout.KERNEL), biases.get(name + Layout.BIAS)))
                .toList();
    }

    /** Returns the deviation, or variance, of each layer's kernel and bias out of a flat vector; point biases have none. */
    private List<Pair> deviationPairs(Tensor flat) {
        ByName<Tensor> random = slots(flat, layout.random());
        return layout.weighted().stream()
                .map(name -> new Pair(
                        random.get(name + Layout.KERNEL),
                        bias() == Bias.BAYESIAN ? random.get(name + Layout.BIAS) : null))
                .toList();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the Bayesian network is closed; predict before closing its model");
        }
    }

    private ByName<Tensor> slots(Tensor flat, List<Slot> slots) {
        checkOpen();
        return design.cut(flat, slots);
    }

    @Override
    public void close() {
        closed = true;
        List.of(mu, rho, points).forEach(Tensor::close);
        statistics.all().values().forEach(Tensor::close);
    }
}
