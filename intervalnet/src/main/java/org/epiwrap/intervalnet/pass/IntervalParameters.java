package org.epiwrap.intervalnet.pass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.network.ByName;
import org.epiwrap.network.NetworkDesign;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** The numbers of an interval network as tensors: the ends of its weights, its points and its batch norms' statistics. */
public final class IntervalParameters implements AutoCloseable {
    /** What batch norm adds to a variance. */
    private static final float NORM_EPSILON = 1e-5f;

    private final NetworkDesign design;
    private final Layout layout;
    /** [runs, random numbers]. */
    private final Tensor lower;
    /** [runs, random numbers]. */
    private final Tensor upper;
    /** [runs, point numbers]. */
    private final Tensor points;

    private final ByName<Tensor> statistics = new ByName<>();
    private final int crossings;
    private volatile boolean closed;

    /** Copies numbers of all runs, in the order of their {@link Layout}, to the engine. */
    public IntervalParameters(
            NetworkDesign design, float[] lower, float[] upper, float[] points, Map<String, float[]> statistics) {
        this.design = design;
        this.layout = design.layout();
        int crossing = 0;
        for (int i = 0; i < lower.length; i++) {
            crossing += lower[i] > upper[i] ? 1 : 0;
        }
        this.crossings = crossing;
        this.lower = Tensor.owned(lower, design.runs(), layout().randomSize());
        this.upper = Tensor.owned(upper, design.runs(), layout().randomSize());
        this.points = Tensor.owned(points, design.runs(), layout().pointSize());
        statistics.forEach((name, values) -> this.statistics.put(name, Tensor.owned(values, values.length)));
    }

    Architecture architecture() {
        return design.architecture();
    }

    public Layout layout() {
        return layout;
    }

    int runs() {
        return design.runs();
    }

    /** Returns how many weights have a lower end above their upper one. */
    public int crossings() {
        return crossings;
    }

    void checkOrder() {
        if (crossings > 0) {
            throw new IllegalStateException("bounds must be in order, but those of " + crossings
                    + " weights crossed in fine-tuning; inOrder() gives a network of intervals");
        }
    }

    /** Throws an {@link IllegalStateException} once these numbers are closed. */
    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the interval network is closed; predict before closing its model");
        }
    }

    public float[] lower() {
        checkOpen();
        return lower.toArray();
    }

    public float[] upper() {
        checkOpen();
        return upper.toArray();
    }

    public float[] points() {
        checkOpen();
        return points.toArray();
    }

    public Map<String, float[]> statistics() {
        checkOpen();
        Map<String, float[]> values = new LinkedHashMap<>();
        statistics.all().forEach((name, tensor) -> values.put(name, tensor.toArray()));
        return values;
    }

    /** Returns the intervals of each layer, as tensors that outlive the open scope; whoever asks closes them. */
    List<IntervalWeights> keptWeights() {
        checkOpen();
        return Scope.get(() -> weights(lower, upper, points, true));
    }

    /** Returns the midpoints of the intervals of each layer. */
    List<IntervalWeights> midpointWeights() {
        checkOpen();
        Tensor middle = lower.plus(upper).times(Tensor.constant(0.5f));
        return weights(middle, middle, points, false);
    }

    /** Cuts flat vectors like these into the weights of each layer that has some, in the order of the layers. */
    public List<IntervalWeights> weights(Tensor lowerEnds, Tensor upperEnds, Tensor otherPoints, boolean kept) {
        ByName<Tensor> lowers = design.cut(lowerEnds, layout.random());
        ByName<Tensor> uppers = design.cut(upperEnds, layout.random());
        ByName<Tensor> fixed = design.cut(otherPoints, layout.points());
        boolean random = design.bias() == Bias.BAYESIAN;
        int runs = design.runs();
        List<IntervalWeights> all = new ArrayList<>();
        for (String name : layout.weighted()) {
            Tensor low = (random ? lowers : fixed).get(name + Layout.BIAS);
            Tensor high = (random ? uppers : fixed).get(name + Layout.BIAS);
            Tensor kernel = lowers.get(name + Layout.KERNEL);
            Tensor both = Tensor.concat(low.rank() - 1, low, high);
            if (runs > 1) {
                both = both.reshape(runs, 1, -1);
            } else if (kernel.rank() == 4) {
                both = both.reshape(-1, 1, 1);
            }
            all.add(new IntervalWeights(kernel, uppers.get(name + Layout.KERNEL), both, runs, kept));
        }
        return all;
    }

    List<IntervalPass.Norm> norms() {
        checkOpen();
        return norms(points);
    }

    /** Returns each batch norm by its running statistics, with other scales and shifts, such as those being trained. */
    public List<IntervalPass.Norm> norms(Tensor otherPoints) {
        List<IntervalPass.Norm> all = new ArrayList<>();
        if (layout.norms().isEmpty()) {
            return all;
        }
        ByName<Tensor> fixed = design.cut(otherPoints, layout.points());
        for (BlockShape norm : layout.norms()) {
            Tensor spread = statistics
                    .get(norm.name() + Layout.VARIANCE)
                    .plus(Tensor.constant(NORM_EPSILON))
                    .sqrt();
            Tensor gain = fixed.get(norm.name() + Layout.SCALE).dividedBy(spread);
            Tensor shift = fixed.get(norm.name() + Layout.SHIFT);
            Tensor centre = statistics.get(norm.name() + Layout.MEAN).times(gain);
            all.add(new IntervalPass.Norm(
                    gain.reshape(-1, 1, 1),
                    shift.minus(centre).reshape(-1, 1, 1),
                    shift.abs().plus(centre.abs()).reshape(-1, 1, 1)));
        }
        return all;
    }

    @Override
    public void close() {
        closed = true;
        lower.close();
        upper.close();
        points.close();
        statistics.all().values().forEach(Tensor::close);
    }
}
