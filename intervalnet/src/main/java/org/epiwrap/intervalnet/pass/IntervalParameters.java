package org.epiwrap.intervalnet.pass;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layout;
import org.epiwrap.network.ByName;
import org.epiwrap.network.NetworkDesign;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** The numbers of an interval network as tensors: the ends of its weights, its points and its batch norms' statistics. */
public final class IntervalParameters implements AutoCloseable {
    private final NetworkDesign design;
    private final IntervalLayers layers;
    /** [runs, random numbers]. */
    private final Tensor lower;
    /** [runs, random numbers]. */
    private final Tensor upper;
    /** [runs, point numbers]. */
    private final Tensor points;

    private final ByName<Tensor> statistics = new ByName<>();
    private final int crossings;
    private volatile boolean closed;

    /**
     * Copies numbers to the engine.
     *
     * @param lower the lower ends of all runs' weights, each run in the order of {@link Layout#random}
     * @param upper the upper ends
     * @param points of all runs, each in the order of {@link Layout#points}
     * @param statistics the running mean and variance of each batch norm, by name
     */
    public IntervalParameters(
            NetworkDesign design, float[] lower, float[] upper, float[] points, Map<String, float[]> statistics) {
        this.design = design;
        this.layers = new IntervalLayers(design);
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

    /** Returns where each number stands. */
    public Layout layout() {
        return layers.layout();
    }

    /** Returns what cuts flat vectors like these into the weights of layers. */
    public IntervalLayers layers() {
        return layers;
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

    /** Returns the lower ends of all runs' weights. */
    public float[] lower() {
        checkOpen();
        return lower.toArray();
    }

    /** Returns the upper ends of all runs' weights. */
    public float[] upper() {
        checkOpen();
        return upper.toArray();
    }

    /** Returns the points of all runs. */
    public float[] points() {
        checkOpen();
        return points.toArray();
    }

    /** Returns the running mean and variance of each batch norm, by name. */
    public Map<String, float[]> statistics() {
        checkOpen();
        Map<String, float[]> values = new LinkedHashMap<>();
        statistics.all().forEach((name, tensor) -> values.put(name, tensor.toArray()));
        return values;
    }

    /** Returns the intervals of each layer, as tensors that outlive the open scope; whoever asks closes them. */
    List<IntervalWeights> keptWeights() {
        checkOpen();
        return Scope.get(() -> layers.weights(lower, upper, points, true));
    }

    /** Returns the midpoints of the intervals of each layer. */
    List<IntervalWeights> midpointWeights() {
        checkOpen();
        Tensor middle = lower.plus(upper).times(Tensor.constant(0.5f));
        return layers.weights(middle, middle, points, false);
    }

    List<IntervalPass.Norm> norms() {
        checkOpen();
        return norms(points);
    }

    /** Returns the batch norms with other scales and shifts, such as those that are being trained. */
    public List<IntervalPass.Norm> norms(Tensor otherPoints) {
        return layers.norms(otherPoints, statistics);
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
