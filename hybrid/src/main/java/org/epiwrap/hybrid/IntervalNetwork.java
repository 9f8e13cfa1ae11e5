package org.epiwrap.hybrid;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Bias;
import org.epiwrap.network.BlockShape;
import org.epiwrap.network.Layer;
import org.epiwrap.network.Layout;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Volume;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A network whose weights are intervals. Whatever weights are taken from the intervals, the logits lie between the bounds
 * that {@link #bounds} gives: in real numbers, not only up to rounding. Several runs of one small architecture can be
 * held and computed together.
 */
public final class IntervalNetwork implements AutoCloseable {
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
    private @Nullable List<IntervalWeights> weights;

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
        this.lower = Tensor.owned(lower, seeds.runs(), layout().randomSize());
        this.upper = Tensor.owned(upper, seeds.runs(), layout().randomSize());
        this.points = Tensor.owned(points, seeds.runs(), layout().pointSize());
        statistics.forEach((name, values) -> this.statistics.put(name, Tensor.owned(values, values.length)));
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
        for (int i = 0; i < lower.length; i++) {
            if (!(lower[i] <= upper[i] && Float.isFinite(lower[i]) && Float.isFinite(upper[i]))) {
                throw new IllegalArgumentException("the bounds of a weight must be finite and in order, but those of"
                        + " weight " + i + " are " + lower[i] + " and " + upper[i]);
            }
        }
        return new IntervalNetwork(architecture, bias, seeds, lower, upper, points, statistics);
    }

    /** The posteriors of a Bayesian network as intervals. */
    public static IntervalNetwork wrap(BayesianNetwork network, Wrapping wrapping) {
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
            wrapping.wrap(network, run, low, high);
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

    /** The same network with the radius of each interval scaled, by one factor a layer with weights. */
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

    /**
     * The averaging that suits the depth: midpoints of the logits for one hidden layer, of the activations for more, where
     * bounds of bounds would grow without need.
     */
    public Averaging usualAveraging() {
        return layout().weighted().size() <= 2 ? Averaging.LOGITS : Averaging.ACTIVATIONS;
    }

    /**
     * Tells the bounds of the logits of a dataset's images a batch at a time; no more than a batch is held at once. They
     * hold for every choice of weights from their intervals.
     *
     * @throws IntervalOverflowException if the bounds leave the range of float
     */
    public void bounds(Dataset data, Normalisation normalisation, BoundsVisitor visitor) {
        boolean nonNegative = normalisation.isNonNegative();
        ImageBatches.forEach(data, normalisation, architecture, (input, first, count) -> {
            Activations bounds = bounds(input, nonNegative);
            float[] low = bounds.lower().toArray();
            float[] high = bounds.upper().toArray();
            checkFinite(low, high, data, first, count, normalisation);
            visitor.visit(first, count, low, high);
        });
    }

    /** Refuses bounds [runs][count][classes] beyond the range of float. */
    void checkFinite(float[] low, float[] high, Dataset data, int first, int count, Normalisation normalisation) {
        for (int i = 0; i < low.length; i++) {
            if (!Float.isFinite(low[i]) || !Float.isFinite(high[i])) {
                int image = first + i / architecture.classes() % count;
                throw new IntervalOverflowException(layerThatOverflows(data, image, normalisation));
            }
        }
    }

    /** The bounds of the logits, moved outward: [examples, 2·classes], or [runs, examples, 2·classes]. */
    Activations bounds(Tensor input, boolean nonNegative) {
        return pass(true, false).logits(architecture.layers(), input, nonNegative);
    }

    /** Bounds of the logits as they are trained and averaged: rounded to nearest. */
    Activations near(Tensor input, boolean nonNegative, boolean averaged) {
        return pass(false, averaged).logits(architecture.layers(), input, nonNegative);
    }

    /** Probabilities by an averaging. */
    Tensor probabilities(Tensor input, boolean nonNegative, Averaging averaging) {
        return switch (averaging) {
            case LOGITS, ACTIVATIONS, SOFTMAXES ->
                averaged(near(input, nonNegative, averaging == Averaging.ACTIVATIONS), averaging);
            case WEIGHTS -> softmax(midpoint(input, nonNegative).lower());
        };
    }

    /** Bounds of the logits, moved outward, and probabilities by an averaging. */
    record Outputs(Activations bounds, Tensor probabilities) {}

    /** Both at once: up to the second layer with weights one pass does for both. */
    Outputs outputs(Tensor input, boolean nonNegative, Averaging averaging) {
        int shared = beforeSecondWeighted();
        if (averaging == Averaging.WEIGHTS || shared == 0) {
            return new Outputs(bounds(input, nonNegative), probabilities(input, nonNegative, averaging));
        }
        List<Layer> all = architecture.layers();
        List<Layer> before = all.subList(0, shared);
        List<Layer> rest = all.subList(shared, all.size());
        IntervalPass outward = pass(true, false);
        Activations hidden = outward.begin(before, input, nonNegative);
        int normed =
                (int) before.stream().filter(Layer.BatchNorm.class::isInstance).count();
        List<IntervalPass.Norm> norms = layers.norms(points, statistics);
        // The midpoints of bounds that were moved outward by next to nothing are those of the bounds.
        Activations near = new IntervalPass(
                        seeds.runs(),
                        kept().subList(1, kept().size()),
                        norms.subList(normed, norms.size()),
                        false,
                        averaging == Averaging.ACTIVATIONS,
                        null)
                .through(rest, hidden)
                .asBounds();
        return new Outputs(outward.through(rest, hidden).asBounds(), averaged(near, averaging));
    }

    /** How many layers come before the second with weights; 0 if blocks make that less than plain. */
    private int beforeSecondWeighted() {
        int weighted = 0;
        List<Layer> all = architecture.layers();
        for (int i = 0; i < all.size(); i++) {
            Layer layer = all.get(i);
            boolean block = layer instanceof Layer.Residual;
            if (block || layer instanceof Layer.Dense || layer instanceof Layer.Convolution) {
                weighted++;
                if (weighted == 2 || block) {
                    return weighted == 2 ? i : 0;
                }
            }
        }
        return all.size();
    }

    private static Tensor averaged(Activations bounds, Averaging averaging) {
        return averaging == Averaging.SOFTMAXES
                ? softmax(bounds.lower()).plus(softmax(bounds.upper())).times(Tensor.constant(0.5f))
                : softmax(bounds.midpoints().values());
    }

    private static Tensor softmax(Tensor logits) {
        return logits.logSoftmax(-1).exp();
    }

    /** The logits of the network of the midpoints. */
    private Activations midpoint(Tensor input, boolean nonNegative) {
        Tensor middle = lower.plus(upper).times(Tensor.constant(0.5f));
        List<IntervalWeights> all = layers.weights(middle, middle, points, false);
        return new IntervalPass(seeds.runs(), all, layers.norms(points, statistics), false, true, null)
                .logits(architecture.layers(), input, nonNegative);
    }

    /** What the last layer sees of a batch, to first order; for one run. */
    FirstOrderPass.Spread lastHidden(Tensor input, boolean nonNegative) {
        return new FirstOrderPass(kept(), layers.norms(points, statistics))
                .lastHidden(architecture.layers(), FirstOrderPass.Spread.points(input, nonNegative));
    }

    /** The bounds of what the last, dense layer sees, at least 0 if a ReLU comes before it; for one run. */
    Activations hiddenBounds(Tensor input, boolean nonNegative) {
        List<Layer> all = architecture.layers();
        if (!(all.get(all.size() - 1) instanceof Layer.Dense)) {
            throw new IllegalArgumentException("a network must end in a dense layer to leave sets, but does not");
        }
        Activations hidden =
                pass(true, false).through(all.subList(0, all.size() - 1), Activations.points(input, nonNegative));
        Activations flat = hidden.asBounds();
        return flat.with(
                flat.values().rank() == 4 ? flat.values().reshape(flat.values().shape()[0], -1) : flat.values());
    }

    /** The probabilities half way between the bounds of what the last layer sees and of its weights; for one run. */
    Tensor atMidpoints(Activations hidden) {
        List<IntervalWeights> all = kept();
        Activations logits = all.get(all.size() - 1).apply(hidden.midpoints(), new LinearMap.DenseMap(1), false);
        return softmax(logits.midpoints().values());
    }

    /** The last layer's differences of classes; for one run. */
    ClassDifferences classDifferences() {
        Layout.Slot last = lastKernel();
        float[] low = lower();
        float[] high = upper();
        String name = last.name().replace(Layout.KERNEL, Layout.BIAS);
        return new ClassDifferences(cut(low, last), cut(high, last), numbers(name, low), numbers(name, high));
    }

    private Layout.Slot lastKernel() {
        return layout().random().stream()
                .filter(slot -> slot.name().endsWith(Layout.KERNEL))
                .reduce((before, after) -> after)
                .orElseThrow();
    }

    private static float[] cut(float[] values, Layout.Slot slot) {
        return Arrays.copyOfRange(values, slot.offset(), slot.offset() + slot.size());
    }

    /** The last layer's centres, radii and biases; for one run. */
    LastLayer lastLayer() {
        Layout.Slot last = lastKernel();
        float[] low = lower();
        float[] high = upper();
        int classes = last.shape().sizes().get(0);
        int hidden = last.shape().sizes().get(1);
        double[][] centre = new double[classes][hidden];
        double[][] radius = new double[classes][hidden];
        for (int i = 0; i < last.size(); i++) {
            double l = low[last.offset() + i];
            double u = high[last.offset() + i];
            centre[i / hidden][i % hidden] = 0.5 * (l + u);
            radius[i / hidden][i % hidden] = 0.5 * (u - l);
        }
        String name = last.name().replace(Layout.KERNEL, Layout.BIAS);
        float[] biasLow = numbers(name, low);
        float[] biasHigh = numbers(name, high);
        double[] biasCentre = new double[classes];
        double[] biasRadius = new double[classes];
        for (int c = 0; c < classes; c++) {
            biasCentre[c] = 0.5 * ((double) biasLow[c] + biasHigh[c]);
            biasRadius[c] = 0.5 * ((double) biasHigh[c] - biasLow[c]);
        }
        return LastLayer.of(centre, radius, biasCentre).withBiasRadius(biasRadius);
    }

    /** The numbers of a slot: out of the given weights, or of the points if it is one of these. */
    private float[] numbers(String name, float[] weightValues) {
        for (Layout.Slot slot : layout().random()) {
            if (slot.name().equals(name)) {
                return cut(weightValues, slot);
            }
        }
        for (Layout.Slot slot : layout().points()) {
            if (slot.name().equals(name)) {
                return cut(points(), slot);
            }
        }
        throw new IllegalStateException("there is no " + name);
    }

    /** The first layer with weights at which the bounds of an image leave the range of float. */
    private String layerThatOverflows(Dataset data, int image, Normalisation normalisation) {
        Volume volume = architecture.input();
        float[] pixels = new float[volume.size()];
        data.pixels(image, image + 1, pixels, normalisation);
        return Scope.get(() -> {
            IntervalPass pass = pass(true, false);
            pass.logits(
                    architecture.layers(),
                    Tensor.of(pixels, 1, volume.channels(), volume.height(), volume.width()),
                    normalisation.isNonNegative());
            int layer = pass.firstNotFinite();
            return layer < 0 ? "the logits" : layout().weighted().get(layer);
        });
    }

    private IntervalPass pass(boolean outward, boolean averaged) {
        return new IntervalPass(seeds.runs(), kept(), layers.norms(points, statistics), outward, averaged, null);
    }

    private List<IntervalWeights> kept() {
        if (weights == null) {
            weights = Scope.get(() -> layers.weights(lower, upper, points, true));
        }
        return weights;
    }

    @Override
    public void close() {
        if (weights != null) {
            weights.forEach(IntervalWeights::close);
        }
        lower.close();
        upper.close();
        points.close();
        statistics.values().forEach(Tensor::close);
    }
}
