package org.epiwrap.intervalnet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * A network whose weights are intervals. Whatever weights are taken from the intervals, the logits lie between the bounds
 * that {@link #bounds} gives: in real numbers, not only up to rounding. Several runs of one small architecture can be
 * held and computed together.
 *
 * <p>Several threads may predict by one network at once, as a server's do: each gets what it would get alone. Fine-tuning
 * is for one thread of a process, and a network is closed when no thread uses it any longer.
 */
public final class IntervalNetwork implements AutoCloseable {
    private static final String LOWER = ".lower";
    private static final String UPPER = ".upper";

    private final Architecture architecture;
    private final Bias bias;
    private final RunSeeds seeds;
    private final IntervalLayers layers;
    /** [runs, random numbers]. */
    private final Tensor lower;
    /** [runs, random numbers]. */
    private final Tensor upper;
    /** [runs, point numbers]. */
    private final Tensor points;

    private final Map<String, Tensor> statistics = new LinkedHashMap<>();
    private final int crossings;
    private final Passes passes;

    private IntervalNetwork(
            Architecture architecture,
            Bias bias,
            RunSeeds seeds,
            float[] lower,
            float[] upper,
            float[] points,
            Map<String, float[]> statistics) {
        this.architecture = architecture;
        this.bias = bias;
        this.seeds = seeds;
        this.layers = new IntervalLayers(architecture, bias, seeds.runs());
        int crossing = 0;
        for (int i = 0; i < lower.length; i++) {
            crossing += lower[i] > upper[i] ? 1 : 0;
        }
        this.crossings = crossing;
        this.lower = Tensor.owned(lower, seeds.runs(), layout().randomSize());
        this.upper = Tensor.owned(upper, seeds.runs(), layout().randomSize());
        this.points = Tensor.owned(points, seeds.runs(), layout().pointSize());
        statistics.forEach((name, values) -> this.statistics.put(name, Tensor.owned(values, values.length)));
        this.passes = new Passes(this);
    }

    /**
     * A network with these bounds.
     *
     * @param lower the lower ends of all runs' weights, each run in the order of {@link Layout#random}
     * @param upper the upper ends
     * @param points of all runs, each in the order of {@link Layout#points}
     * @param statistics the running mean and variance of each batch norm, by name
     */
    public static IntervalNetwork of(
            Architecture architecture,
            Bias bias,
            RunSeeds seeds,
            float[] lower,
            float[] upper,
            float[] points,
            Map<String, float[]> statistics) {
        Layout layout = new Layout(architecture, bias);
        Check.sameLength("lower", lower.length, "the weights of all runs", seeds.runs() * layout.randomSize());
        Check.sameLength("upper", upper.length, "the weights of all runs", seeds.runs() * layout.randomSize());
        Check.sameLength("points", points.length, "the points of all runs", seeds.runs() * layout.pointSize());
        for (BlockShape norm : layout.norms()) {
            for (String name : List.of(norm.name() + Layout.MEAN, norm.name() + Layout.VARIANCE)) {
                Check.sameLength(
                        name,
                        statistics.getOrDefault(name, new float[0]).length,
                        "the channels of the batch norm",
                        norm.size());
            }
        }
        for (int i = 0; i < lower.length; i++) {
            if (!(lower[i] <= upper[i] && Float.isFinite(lower[i]) && Float.isFinite(upper[i]))) {
                throw new IllegalArgumentException("the bounds of a weight must be finite and in order, but those of"
                        + " weight " + i + " are " + lower[i] + " and " + upper[i]);
            }
        }
        return new IntervalNetwork(architecture, bias, seeds, lower, upper, points, statistics);
    }

    /** A network like this one with other bounds, which may have crossed. */
    IntervalNetwork with(float[] newLower, float[] newUpper, float[] newPoints) {
        return new IntervalNetwork(architecture, bias, seeds, newLower, newUpper, newPoints, statistics());
    }

    /**
     * The share of the weights whose bounds have crossed. Above 0 only after a fine-tuning that let them; the network
     * then predicts as it was trained to, but has no bounds, and no scores that need them.
     */
    public double crossed() {
        return (double) crossings / Math.max(1, lower.size());
    }

    /** The network with bounds that have crossed put in order. It may predict otherwise than this one. */
    public IntervalNetwork inOrder() {
        float[] low = lower();
        float[] high = upper();
        for (int i = 0; i < low.length; i++) {
            float least = Math.min(low[i], high[i]);
            high[i] = Math.max(low[i], high[i]);
            low[i] = least;
        }
        return of(architecture, bias, seeds, low, high, points(), statistics());
    }

    void checkOrder() {
        if (crossings > 0) {
            throw new IllegalStateException("bounds must be in order, but " + crossings
                    + " weights' have crossed in fine-tuning; inOrder() gives a network of intervals");
        }
    }

    /**
     * One run with the given numbers. Bounds that have {@linkplain #crossed crossed} stay so.
     *
     * @param blocks those that {@link #shapes} names, in its order, finite
     */
    public static IntervalNetwork of(Architecture architecture, Bias bias, RunSeeds seeds, List<Block> blocks) {
        Check.between("the number of runs", seeds.runs(), 1, 1);
        List<BlockShape> shapes = blocks.stream().map(Block::shape).toList();
        if (!shapes.equals(shapes(architecture, bias))) {
            throw new IllegalArgumentException("the blocks must be those of the architecture in its order, "
                    + shapes(architecture, bias) + ", but are " + shapes);
        }
        Map<String, float[]> values = new LinkedHashMap<>();
        blocks.forEach(block -> values.put(block.shape().name(), finite(block)));
        Layout layout = new Layout(architecture, bias);
        Map<String, float[]> statistics = new LinkedHashMap<>();
        for (BlockShape norm : layout.norms()) {
            for (String name : List.of(norm.name() + Layout.MEAN, norm.name() + Layout.VARIANCE)) {
                statistics.put(name, get(values, name));
            }
        }
        return new IntervalNetwork(
                architecture,
                bias,
                seeds,
                Layout.joined(layout.random(), name -> get(values, name + LOWER)),
                Layout.joined(layout.random(), name -> get(values, name + UPPER)),
                Layout.joined(layout.points(), name -> get(values, name)),
                statistics);
    }

    private static float[] finite(Block block) {
        float[] values = block.values();
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        block.shape().name() + " must hold finite numbers, but element " + i + " is " + values[i]);
            }
        }
        return values;
    }

    private static float[] get(Map<String, float[]> values, String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    /**
     * The parts of a network. What is an interval has two, ending in {@code .lower} and {@code .upper}; else they are
     * those of {@link BayesianNetwork#shapes}.
     */
    public static List<BlockShape> shapes(Architecture architecture, Bias bias) {
        return new Layout(architecture, bias).parts(LOWER, UPPER);
    }

    /** The numbers of a run, those that {@link #shapes} names in its order. */
    public List<Block> blocks(int run) {
        Check.between("run", run, 0, seeds.runs() - 1);
        Map<String, float[]> values = statistics();
        int start = run * layout().randomSize();
        Layout.cut(layout().random(), lower(), start, (name, part) -> values.put(name + LOWER, part));
        Layout.cut(layout().random(), upper(), start, (name, part) -> values.put(name + UPPER, part));
        Layout.cut(layout().points(), points(), run * layout().pointSize(), values::put);
        return shapes(architecture, bias).stream()
                .map(shape -> new Block(shape, get(values, shape.name())))
                .toList();
    }

    /** The posteriors of a Bayesian network as intervals. */
    public static IntervalNetwork wrap(BayesianNetwork network, Wrapping wrapping) {
        return wrap(network, wrapping, run -> wrapping.selected(network, run));
    }

    /** The same with the weights of each run that are in the budget, or nothing if all are. */
    static IntervalNetwork wrap(BayesianNetwork network, Wrapping wrapping, IntFunction<Optional<BitSet>> selected) {
        int runs = network.seeds().runs();
        Layout layout = new Layout(network.architecture(), network.bias());
        int weights = layout.randomSize();
        int fixed = layout.pointSize();
        float[] lower = new float[Math.multiplyExact(runs, weights)];
        float[] upper = new float[lower.length];
        float[] points = new float[runs * fixed];
        for (int run = 0; run < runs; run++) {
            float[] low = new float[weights];
            float[] high = new float[weights];
            wrapping.wrap(network, run, selected.apply(run), low, high);
            System.arraycopy(low, 0, lower, run * weights, weights);
            System.arraycopy(high, 0, upper, run * weights, weights);
            System.arraycopy(network.pointValues(run), 0, points, run * fixed, fixed);
        }
        return of(
                network.architecture(),
                network.bias(),
                network.seeds(),
                lower,
                upper,
                points,
                network.runningStatistics());
    }

    /**
     * An interval network that knows nothing yet: the ends of each weight are two draws of Glorot's uniform distribution
     * in order, biases are 0.
     */
    public static IntervalNetwork untrained(Architecture architecture, RunSeeds seeds) {
        if (!architecture.canRunTogether()) {
            Check.between("the number of runs of a network with convolutions or batch norm", seeds.runs(), 1, 1);
        }
        Layout layout = new Layout(architecture, Bias.POINT);
        float[] lower = new float[seeds.runs() * layout.randomSize()];
        float[] upper = new float[lower.length];
        float[] points = new float[seeds.runs() * layout.pointSize()];
        for (int run = 0; run < seeds.runs(); run++) {
            UniformRandomProvider random = seeds.weights(run);
            for (Layout.Slot slot : layout.random()) {
                double limit = glorot(slot.shape());
                int start = run * layout.randomSize() + slot.offset();
                for (int i = start; i < start + slot.size(); i++) {
                    double one = limit * (2 * random.nextDouble() - 1);
                    double other = limit * (2 * random.nextDouble() - 1);
                    lower[i] = (float) Math.min(one, other);
                    upper[i] = (float) Math.max(one, other);
                }
            }
            for (Layout.Slot slot : layout.points()) {
                if (slot.name().endsWith(Layout.SCALE)) {
                    int start = run * layout.pointSize() + slot.offset();
                    Arrays.fill(points, start, start + slot.size(), 1);
                }
            }
        }
        Map<String, float[]> statistics = new LinkedHashMap<>();
        for (BlockShape norm : layout.norms()) {
            float[] ones = new float[norm.size()];
            Arrays.fill(ones, 1);
            statistics.put(norm.name() + Layout.MEAN, new float[norm.size()]);
            statistics.put(norm.name() + Layout.VARIANCE, ones);
        }
        return of(architecture, Bias.POINT, seeds, lower, upper, points, statistics);
    }

    /** Runs of one small architecture as one network that is computed together; the order of the data is the first's. */
    public static IntervalNetwork together(List<IntervalNetwork> networks) {
        Check.atLeast("the number of networks", networks.size(), 1);
        IntervalNetwork first = networks.get(0);
        List<Long> own = new ArrayList<>();
        for (IntervalNetwork network : networks) {
            if (!network.architecture.equals(first.architecture) || network.bias != first.bias) {
                throw new IllegalArgumentException("networks must be of one architecture to run together, but are "
                        + first.architecture + " and " + network.architecture);
            }
            own.addAll(network.seeds.own());
        }
        RunSeeds all = new RunSeeds(first.seeds.shared(), own);
        if (!first.architecture.canRunTogether()) {
            Check.between("the number of runs of a network with convolutions or batch norm", all.runs(), 1, 1);
        }
        return new IntervalNetwork(
                first.architecture,
                first.bias,
                all,
                stacked(networks, IntervalNetwork::lower),
                stacked(networks, IntervalNetwork::upper),
                stacked(networks, IntervalNetwork::points),
                first.statistics());
    }

    private static float[] stacked(List<IntervalNetwork> networks, Function<IntervalNetwork, float[]> part) {
        List<float[]> parts = networks.stream().map(part).toList();
        float[] all = new float[parts.stream().mapToInt(values -> values.length).sum()];
        int end = 0;
        for (float[] values : parts) {
            System.arraycopy(values, 0, all, end, values.length);
            end += values.length;
        }
        return all;
    }

    /** One of the runs as a network of its own. */
    public IntervalNetwork run(int run) {
        Check.between("run", run, 0, seeds.runs() - 1);
        int weights = layout().randomSize();
        int fixed = layout().pointSize();
        return new IntervalNetwork(
                architecture,
                bias,
                new RunSeeds(seeds.shared(), List.of(seeds.own().get(run))),
                Arrays.copyOfRange(lower(), run * weights, (run + 1) * weights),
                Arrays.copyOfRange(upper(), run * weights, (run + 1) * weights),
                Arrays.copyOfRange(points(), run * fixed, (run + 1) * fixed),
                statistics());
    }

    /** √(6/(inputs + outputs)), a window counting as that many. */
    private static double glorot(BlockShape kernel) {
        int outputs = kernel.sizes().get(0);
        int inputs = kernel.sizes().get(1);
        int window = kernel.size() / outputs / inputs;
        return Math.sqrt(6.0 / ((double) window * (inputs + outputs)));
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

    Layout layout() {
        return layers.layout();
    }

    IntervalLayers layers() {
        return layers;
    }

    /** What it computes of images. */
    Passes passes() {
        return passes;
    }

    /** The intervals of each layer, as tensors that outlive the scope that is open; whoever asks closes them. */
    List<IntervalWeights> keptWeights() {
        return Scope.get(() -> layers.weights(lower, upper, points, true));
    }

    /** The midpoints of the intervals of each layer. */
    List<IntervalWeights> midpointWeights() {
        Tensor middle = lower.plus(upper).times(Tensor.constant(0.5f));
        return layers.weights(middle, middle, points, false);
    }

    List<IntervalPass.Norm> norms() {
        return layers.norms(points, statistics);
    }

    /** The lower ends of all runs' weights, each run in the order of {@link Layout#random}. */
    public float[] lower() {
        return lower.toArray();
    }

    /** The upper ends. */
    public float[] upper() {
        return upper.toArray();
    }

    /** The points of all runs, each in the order of {@link Layout#points}. */
    public float[] points() {
        return points.toArray();
    }

    public Map<String, float[]> statistics() {
        Map<String, float[]> values = new LinkedHashMap<>();
        statistics.forEach((name, tensor) -> values.put(name, tensor.toArray()));
        return values;
    }

    Map<String, Tensor> statisticTensors() {
        return statistics;
    }

    /**
     * This network, in which all weights of a Bayesian network are wrapped, with those outside of a wrapping's budget
     * at μ ± σ: many budgets can be tried without wrapping anew. Drawn intervals are not those that a wrapping
     * by such a budget draws. For one run.
     */
    public IntervalNetwork within(Wrapping wrapping, BayesianNetwork network) {
        Check.between("the number of runs", seeds.runs(), 1, 1);
        if (!network.architecture().equals(architecture) || network.bias() != bias) {
            throw new IllegalArgumentException("the network must be the one that was wrapped, " + architecture
                    + ", but is " + network.architecture());
        }
        float[] low = lower();
        float[] high = upper();
        wrapping.selected(network, 0).ifPresent(selected -> wrapping.limit(selected, network, 0, low, high));
        return of(architecture, bias, seeds, low, high, points(), statistics());
    }

    /**
     * The same network with the radius of each interval scaled, by one factor a layer with weights.
     *
     * @throws IntervalOverflowException if the ends of an interval leave the range of float
     */
    public IntervalNetwork scaled(double... factors) {
        Check.sameLength(
                "factors",
                factors.length,
                "the layers with weights",
                layout().weighted().size());
        float[] low = lower();
        float[] high = upper();
        for (int run = 0; run < seeds.runs(); run++) {
            for (Layout.Slot slot : layout().random()) {
                double factor = Check.nonNegative("a radius scale", factors[layerOf(slot)]);
                int start = run * layout().randomSize() + slot.offset();
                for (int i = start; i < start + slot.size(); i++) {
                    double centre = 0.5 * ((double) low[i] + high[i]);
                    double radius = factor * 0.5 * ((double) high[i] - low[i]);
                    low[i] = (float) (centre - radius);
                    high[i] = (float) (centre + radius);
                    if (!(Float.isFinite(low[i]) && Float.isFinite(high[i]))) {
                        throw new IntervalOverflowException(layout().weighted().get(layerOf(slot)));
                    }
                }
            }
        }
        return of(architecture, bias, seeds, low, high, points(), statistics());
    }

    private int layerOf(Layout.Slot slot) {
        String name = slot.name().substring(0, slot.name().lastIndexOf('.'));
        return layout().weighted().indexOf(name);
    }

    /** 1/√fan-in of each layer with weights, for {@link #scaled}. */
    public double[] byFanIn() {
        return layout().random().stream()
                .map(Layout.Slot::shape)
                .filter(shape -> shape.name().endsWith(Layout.KERNEL))
                .mapToDouble(shape ->
                        1 / Math.sqrt((double) shape.size() / shape.sizes().get(0)))
                .toArray();
    }

    /** The averaging that suits its depth. */
    public Averaging usualAveraging() {
        return Averaging.usual(architecture);
    }

    /**
     * Tells the bounds of the logits of a dataset's images a batch at a time; no more than a batch is held at once. They
     * hold for every choice of weights from their intervals.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public void bounds(Dataset data, Normalisation normalisation, BoundsVisitor visitor) {
        ImageBatch.forEach(data, normalisation, architecture, batch -> {
            Activations bounds = passes.bounds(batch.input(), batch.nonNegative());
            visitor.visit(
                    batch.first(),
                    batch.count(),
                    passes.finite(bounds.lower(), batch),
                    passes.finite(bounds.upper(), batch));
        });
    }

    /**
     * For each image of a batch the classes that not every choice of weights from the intervals rules out: the maximal classes
     * of the last layer, which see one and the same hidden layer. For one run.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public List<ClassSet> maximal(ImageBatch batch) {
        Check.between("the number of runs", seeds.runs(), 1, 1);
        return Scope.get(() -> passes.maximal(passes.hidden(batch)));
    }

    @Override
    public void close() {
        passes.close();
        lower.close();
        upper.close();
        points.close();
        statistics.values().forEach(Tensor::close);
    }
}
