package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.credal.TopClass;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.intervalnet.pass.IntervalParameters;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.intervalnet.pass.Passes;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.ByName;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.NetworkDesign;
import org.epiwrap.network.RunSeeds;

/**
 * A network whose weights are intervals. Whatever weights are taken from the intervals, the logits lie between the bounds
 * that {@link Passes#bounds} gives: in real numbers, not only up to rounding. Several runs of one small architecture can be
 * held and computed together.
 *
 * <p>Several threads may predict by one network at once, as a server's do: each gets what it would get alone. Fine-tuning
 * is for one thread of a process, and a network is closed when no thread uses it any longer.
 */
public final class IntervalNetwork implements NetworkDesign.Designed, AutoCloseable {
    private static final String LOWER = ".lower";
    private static final String UPPER = ".upper";

    private final NetworkDesign design;
    private final IntervalParameters parameters;
    private final Passes passes;

    private IntervalNetwork(
            NetworkDesign design, float[] lower, float[] upper, float[] points, Map<String, float[]> statistics) {
        this.design = design;
        this.parameters = new IntervalParameters(design, lower, upper, points, statistics);
        this.passes = new Passes(parameters);
    }

    /**
     * Returns a network with these bounds.
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
        return of(new NetworkDesign(architecture, bias, seeds), lower, upper, points, statistics);
    }

    private static IntervalNetwork of(
            NetworkDesign design, float[] lower, float[] upper, float[] points, Map<String, float[]> statistics) {
        Layout layout = design.layout();
        Check.sameLength("lower", lower.length, "the weights of all runs", design.runs() * layout.randomSize());
        Check.sameLength("upper", upper.length, "the weights of all runs", design.runs() * layout.randomSize());
        Check.sameLength("points", points.length, "the points of all runs", design.runs() * layout.pointSize());
        design.firstStatistics()
                .forEach((name, first) -> Check.sameLength(
                        name,
                        statistics.getOrDefault(name, new float[0]).length,
                        "the channels of the batch norm",
                        first.length));
        for (int i = 0; i < lower.length; i++) {
            if (!(lower[i] <= upper[i] && Float.isFinite(lower[i]) && Float.isFinite(upper[i]))) {
                throw new IllegalArgumentException("the bounds of a weight must be finite and in order, but those of"
                        + " weight " + i + " are " + lower[i] + " and " + upper[i]);
            }
        }
        return new IntervalNetwork(design, lower, upper, points, statistics);
    }

    /** Returns a network like this one with other bounds, which may have crossed. */
    IntervalNetwork with(float[] newLower, float[] newUpper, float[] newPoints) {
        return new IntervalNetwork(design, newLower, newUpper, newPoints, statistics());
    }

    /**
     * Returns the share of the weights whose bounds have crossed. Above 0 only after a fine-tuning that let them; the network
     * then predicts as it was trained to, but has no bounds, and no scores that need them.
     */
    public double crossed() {
        return (double) parameters.crossings() / Math.max(1, design.runs() * layout().randomSize());
    }

    /** Returns the network with bounds that have crossed put in order. Its predictions may differ from this one's. */
    public IntervalNetwork inOrder() {
        float[] low = lower();
        float[] high = upper();
        for (int i = 0; i < low.length; i++) {
            float lowest = Math.min(low[i], high[i]);
            high[i] = Math.max(low[i], high[i]);
            low[i] = lowest;
        }
        return of(design, low, high, points(), statistics());
    }

    /** Returns a network of one run with finite numbers as {@link #shapes} names them; crossed bounds stay so. */
    public static IntervalNetwork of(Architecture architecture, Bias bias, RunSeeds seeds, List<Block> blocks) {
        NetworkDesign design = new NetworkDesign(architecture, bias, seeds);
        NetworkDesign.Numbers read = design.numbers(blocks, LOWER, UPPER);
        blocks.forEach(IntervalNetwork::checkFinite);
        return new IntervalNetwork(design, read.first(), read.second(), read.points(), read.statistics());
    }

    private static void checkFinite(Block block) {
        float[] values = block.values();
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        block.shape().name() + " must hold finite numbers, but element " + i + " is " + values[i]);
            }
        }
    }

    /** Returns the parts, as {@link BayesianNetwork#shapes} but with {@code .lower}, {@code .upper} for intervals. */
    public static List<BlockShape> shapes(Architecture architecture, Bias bias) {
        return new Layout(architecture, bias).parts(LOWER, UPPER);
    }

    /** Returns the numbers of a run, those that {@link #shapes} names in its order. */
    public List<Block> blocks(int run) {
        ByName<float[]> values = new ByName<>();
        statistics().forEach(values::put);
        Layout.cut(layout().random(), design.row(lower(), run), (name, part) -> values.put(name + LOWER, part));
        Layout.cut(layout().random(), design.row(upper(), run), (name, part) -> values.put(name + UPPER, part));
        Layout.cut(layout().points(), design.row(points(), run), values::put);
        return ByName.blocks(values, layout().parts(LOWER, UPPER));
    }

    public static IntervalNetwork wrap(BayesianNetwork network, Wrapping wrapping) {
        return wrap(network, wrapping, run -> wrapping.selected(network, run));
    }

    /** Wraps posteriors where each run's weights in the budget are known, or nothing if all are in it. */
    public static IntervalNetwork wrap(
            BayesianNetwork network, Wrapping wrapping, IntFunction<Optional<BitSet>> selected) {
        NetworkDesign design = network.design();
        int weights = design.layout().randomSize();
        float[] lower = new float[Math.multiplyExact(design.runs(), weights)];
        float[] upper = new float[lower.length];
        for (int run = 0; run < design.runs(); run++) {
            float[] low = new float[weights];
            float[] high = new float[weights];
            wrapping.wrap(network, run, selected.apply(run), low, high);
            System.arraycopy(low, 0, lower, run * weights, weights);
            System.arraycopy(high, 0, upper, run * weights, weights);
        }
        float[] points =
                NetworkDesign.stacked(IntStream.range(0, design.runs()).boxed().toList(), network::pointValues);
        return of(design, lower, upper, points, network.runningStatistics());
    }

    /** Returns the mean network of a Bayesian one: each interval is the mean of its posterior. */
    public static IntervalNetwork ofMeans(BayesianNetwork network) {
        NetworkDesign design = network.design();
        List<Integer> runs = IntStream.range(0, design.runs()).boxed().toList();
        float[] means = NetworkDesign.stacked(runs, network::means);
        return of(design, means, means, NetworkDesign.stacked(runs, network::pointValues), network.runningStatistics());
    }

    /** Returns the network of the midpoints of all intervals, which are points; it has them even where bounds have crossed. */
    public IntervalNetwork midpoints() {
        float[] middle = lower();
        float[] high = upper();
        for (int i = 0; i < middle.length; i++) {
            middle[i] = (float) (0.5 * ((double) middle[i] + high[i]));
        }
        return of(design, middle, middle, points(), statistics());
    }

    /** Returns a network to be trained: a weight's ends are two draws of Glorot's uniform distribution, biases 0. */
    public static IntervalNetwork untrained(Architecture architecture, RunSeeds seeds) {
        NetworkDesign design = new NetworkDesign(architecture, Bias.POINT, seeds);
        Layout layout = design.layout();
        float[] lower = new float[design.runs() * layout.randomSize()];
        float[] upper = new float[lower.length];
        for (int run = 0; run < design.runs(); run++) {
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
        }
        return of(design, lower, upper, design.firstPoints(), design.firstStatistics());
    }

    /** Returns runs of one small architecture as a network that computes them together. */
    public static IntervalNetwork together(List<IntervalNetwork> networks) {
        return new IntervalNetwork(
                NetworkDesign.together(networks),
                NetworkDesign.stacked(networks, IntervalNetwork::lower),
                NetworkDesign.stacked(networks, IntervalNetwork::upper),
                NetworkDesign.stacked(networks, IntervalNetwork::points),
                networks.get(0).statistics());
    }

    public IntervalNetwork run(int run) {
        return new IntervalNetwork(
                design.run(run),
                design.row(lower(), run),
                design.row(upper(), run),
                design.row(points(), run),
                statistics());
    }

    /** Returns √(6/(inputs + outputs)), where a window counts as that many. */
    private static double glorot(BlockShape kernel) {
        int outputs = kernel.sizes().get(0);
        int inputs = kernel.sizes().get(1);
        int window = kernel.size() / outputs / inputs;
        return Math.sqrt(6.0 / ((double) window * (inputs + outputs)));
    }

    @Override
    public NetworkDesign design() {
        return design;
    }

    Layout layout() {
        return parameters.layout();
    }

    IntervalParameters parameters() {
        return parameters;
    }

    /** Returns what this network computes of a batch: the building blocks of predictors. */
    public Passes passes() {
        return passes;
    }

    /** Returns the lower ends of all runs' weights, each run in the order of {@link Layout#random}. */
    public float[] lower() {
        return parameters.lower();
    }

    public float[] upper() {
        return parameters.upper();
    }

    /** Returns the points of all runs, each in the order of {@link Layout#points}. */
    public float[] points() {
        return parameters.points();
    }

    /** Returns the running mean and variance of each batch norm, by name. */
    public Map<String, float[]> statistics() {
        return parameters.statistics();
    }

    /**
     * Returns this network, in which all weights of a Bayesian network are wrapped, with those outside of a wrapping's budget
     * at μ ± σ: many budgets can be tried without wrapping anew. Drawn intervals are not those that a wrapping
     * by such a budget draws. For one run.
     */
    public IntervalNetwork within(Wrapping wrapping, BayesianNetwork network) {
        Check.between("the number of runs", design.runs(), 1, 1);
        if (!network.architecture().equals(architecture()) || network.bias() != bias()) {
            throw new IllegalArgumentException("the network must be the one that was wrapped, " + architecture()
                    + ", but is " + network.architecture());
        }
        float[] low = lower();
        float[] high = upper();
        wrapping.selected(network, 0).ifPresent(selected -> wrapping.limit(selected, network, 0, low, high));
        return of(design, low, high, points(), statistics());
    }

    /** Returns this network with each layer's radii scaled; throws {@link IntervalOverflowException} beyond float. */
    public IntervalNetwork scaled(double... factors) {
        Check.sameLength(
                "factors",
                factors.length,
                "the layers with weights",
                layout().weighted().size());
        float[] low = lower();
        float[] high = upper();
        for (int run = 0; run < design.runs(); run++) {
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
        return of(design, low, high, points(), statistics());
    }

    private int layerOf(Layout.Slot slot) {
        String name = slot.name().substring(0, slot.name().lastIndexOf('.'));
        return layout().weighted().indexOf(name);
    }

    /** Returns 1/√fan-in of each layer with weights, for {@link #scaled}. */
    public double[] byFanIn() {
        return layout().random().stream()
                .map(Layout.Slot::shape)
                .filter(shape -> shape.name().endsWith(Layout.KERNEL))
                .mapToDouble(shape ->
                        1 / Math.sqrt((double) shape.size() / shape.sizes().get(0)))
                .toArray();
    }

    public Averaging usualAveraging() {
        return Averaging.usual(architecture());
    }

    /** Returns the accuracy of each run by an averaging; throws {@link IntervalOverflowException} beyond float. */
    public double[] accuracies(Dataset data, Input input, Averaging averaging) {
        return Arrays.stream(correct(data, input, averaging))
                .mapToDouble(run -> (double) run.cardinality() / data.size())
                .toArray();
    }

    /** Returns which examples each run predicts correctly; throws {@link IntervalOverflowException} beyond float. */
    BitSet[] correct(Dataset data, Input input, Averaging averaging) {
        int runs = design.runs();
        int classes = architecture().classes();
        BitSet[] right = new BitSet[runs];
        Arrays.setAll(right, run -> new BitSet(data.size()));
        InputBatch.forEach(data, input, architecture(), batch -> {
            float[] probabilities = passes.probabilities(batch, averaging, Masks.NONE);
            for (int run = 0; run < runs; run++) {
                for (int i = 0; i < batch.count(); i++) {
                    int label = TopClass.of(probabilities, (run * batch.count() + i) * classes, classes);
                    right[run].set(batch.first() + i, label == data.label(batch.first() + i));
                }
            }
        });
        return right;
    }

    @Override
    public void close() {
        passes.close();
        parameters.close();
    }
}
