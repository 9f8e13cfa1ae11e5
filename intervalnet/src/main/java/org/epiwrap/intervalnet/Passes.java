package org.epiwrap.intervalnet;

import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Layer;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What an interval network computes of images: bounds of its logits, probabilities by an averaging, the classes that
 * remain possible, and what the last layer sees. The forms of the weights that this takes are made once and kept; several
 * threads may ask for them at once.
 */
final class Passes implements AutoCloseable {
    private final IntervalNetwork network;
    private final List<Layer> layers;
    private final int runs;
    private final Lazy<List<IntervalWeights>> weights;
    private final Lazy<LastLayer> last = new Lazy<>(() -> lastBounds().layer());
    private final Lazy<ClassDifferences> differences =
            new Lazy<>(() -> lastBounds().differences());

    Passes(IntervalNetwork network) {
        this.network = network;
        this.layers = network.architecture().layers();
        this.runs = network.seeds().runs();
        this.weights = new Lazy<>(network::keptWeights);
    }

    /** The bounds of the logits, moved outward: [examples, 2·classes], or [runs, examples, 2·classes]. */
    Activations bounds(Tensor input, boolean nonNegative) {
        network.checkOrder();
        return pass(true, false, null).logits(layers, input, nonNegative);
    }

    /**
     * Probabilities by an averaging of each image of a batch, with dropout if it is at work: [runs][images][classes].
     *
     * @throws IntervalOverflowException if the logits leave the range of float
     */
    float[] probabilities(ImageBatch batch, Averaging averaging, @Nullable Masks dropout) {
        Activations logits = near(batch.input(), batch.nonNegative(), averaging, dropout);
        // A logit of minus infinity would be a probability of 0, which looks like any other.
        finite(logits.values(), batch);
        return finite(averaged(logits, averaging), batch);
    }

    /** Logits as they are averaged, rounded to nearest: their bounds, or points if these are of the weights' midpoints. */
    Activations near(Tensor input, boolean nonNegative, Averaging averaging, @Nullable Masks dropout) {
        return averaging == Averaging.WEIGHTS
                ? midpoint(input, nonNegative, dropout)
                : pass(false, averaging == Averaging.ACTIVATIONS, dropout).logits(layers, input, nonNegative);
    }

    /** Bounds of the logits, moved outward, and probabilities by an averaging. */
    record Outputs(Activations bounds, Tensor probabilities) {}

    /** Both at once: the first layer's product does for both. */
    Outputs outputs(Tensor input, boolean nonNegative, Averaging averaging) {
        network.checkOrder();
        IntervalPass outward = pass(true, false, null);
        Activations bounds = outward.logits(layers, input, nonNegative);
        return new Outputs(bounds, averaged(near(outward, input, nonNegative, averaging), averaging));
    }

    /** What is said of a batch, and the classes that not every choice of weights rules out. */
    record Bounded(Outputs outputs, List<ClassSet> possible) {}

    /** All of it from one pass to the last layer; for one run. */
    Bounded bounded(ImageBatch batch, Averaging averaging) {
        Check.between("the number of runs", runs, 1, 1);
        IntervalPass outward = pass(true, false, null);
        Activations hidden = hidden(outward, batch);
        Activations bounds = outward.through(layers.subList(layers.size() - 1, layers.size()), hidden)
                .asBounds();
        Tensor near = averaged(near(outward, batch.input(), batch.nonNegative(), averaging), averaging);
        return new Bounded(new Outputs(bounds, near), maximal(seenByLast(hidden, batch)));
    }

    /** As {@link #near}, without dropout, after a pass of the same images. */
    private Activations near(IntervalPass outward, Tensor input, boolean nonNegative, Averaging averaging) {
        return averaging == Averaging.WEIGHTS
                ? midpoint(input, nonNegative, null)
                : pass(false, averaging == Averaging.ACTIVATIONS, null)
                        .after(outward)
                        .logits(layers, input, nonNegative);
    }

    static Tensor averaged(Activations logits, Averaging averaging) {
        return averaging == Averaging.SOFTMAXES
                ? softmax(logits.lower()).plus(softmax(logits.upper())).times(Tensor.constant(0.5f))
                : softmax(logits.midpoints().values());
    }

    private static Tensor softmax(Tensor logits) {
        return logits.logSoftmax(-1).exp();
    }

    /** The logits of the network of the midpoints. */
    private Activations midpoint(Tensor input, boolean nonNegative, @Nullable Masks dropout) {
        return new IntervalPass(runs, network.midpointWeights(), network.norms(), false, true, dropout)
                .logits(layers, input, nonNegative);
    }

    /** What the last layer sees of a batch, to first order; for one run. */
    FirstOrderPass.Spread lastHidden(Tensor input, boolean nonNegative) {
        return lastHidden(firstOrder(), input, nonNegative);
    }

    private FirstOrderPass.Spread lastHidden(FirstOrderPass pass, Tensor input, boolean nonNegative) {
        return pass.lastHidden(layers, FirstOrderPass.Spread.points(input, nonNegative));
    }

    private FirstOrderPass firstOrder() {
        network.checkOrder();
        return new FirstOrderPass(weights.get(), network.norms());
    }

    /**
     * The same for images.
     *
     * @throws IntervalOverflowException if values or radii leave the range of float
     */
    FirstOrderPass.Spread lastHidden(ImageBatch batch) {
        FirstOrderPass pass = firstOrder();
        FirstOrderPass.Spread hidden = lastHidden(pass, batch.input(), batch.nonNegative());
        if (!IntervalPass.isFinite(hidden.centre()) || !IntervalPass.isFinite(hidden.radiusOrZeros())) {
            throw new IntervalOverflowException(named(pass.firstNotFinite()));
        }
        return hidden;
    }

    /**
     * For each image the classes that not every choice of weights from the intervals rules out, from the bounds of what the
     * last layer sees; for one run.
     */
    List<ClassSet> maximal(Activations hidden) {
        int images = (int) hidden.values().shape()[0];
        int units = (int) hidden.values().shape()[1] / 2;
        if (ClassDifferences.suit(network.architecture().classes(), units)) {
            return classDifferences().maximal(hidden);
        }
        Rows low = new Rows(hidden.lower().toArray(), images);
        Rows high = new Rows(hidden.upper().toArray(), images);
        LastLayer layer = lastLayer(hidden.nonNegative());
        return IntStream.range(0, images)
                .parallel()
                .mapToObj(i -> layer.maximal(low.of(i), high.of(i)))
                .toList();
    }

    /** For each image the classes whose logits' bounds are not wholly below those of another; for one run. */
    List<ClassSet> nonDominated(Activations hidden, ImageBatch batch) {
        List<IntervalWeights> all = weights.get();
        Activations logits = all.get(all.size() - 1).apply(hidden, new LinearMap.DenseMap(1), true);
        Rows low = new Rows(finite(logits.lower(), batch), batch.count());
        Rows high = new Rows(finite(logits.upper(), batch), batch.count());
        return IntStream.range(0, batch.count())
                .mapToObj(i -> ClassSet.nonDominated(low.of(i), high.of(i)))
                .toList();
    }

    /** The bounds of what the last, dense layer sees, at least 0 if a ReLU comes before it; for one run. */
    Activations hidden(ImageBatch batch) {
        return seenByLast(hidden(pass(true, false, null), batch), batch);
    }

    private Activations hidden(IntervalPass outward, ImageBatch batch) {
        network.checkOrder();
        if (!(layers.get(layers.size() - 1) instanceof Layer.Dense)) {
            throw new IllegalArgumentException("a network must end in a dense layer to leave sets, but does not");
        }
        return outward.begin(layers.subList(0, layers.size() - 1), batch.input(), batch.nonNegative());
    }

    private Activations seenByLast(Activations hidden, ImageBatch batch) {
        Activations bounds = hidden.asBounds();
        finite(bounds.values(), batch);
        Tensor values = bounds.values();
        return bounds.with(values.rank() == 4 ? values.reshape(values.shape()[0], -1) : values);
    }

    /** The probabilities half way between the bounds of what the last layer sees and of its weights; for one run. */
    Tensor atMidpoints(Activations hidden) {
        List<IntervalWeights> all = weights.get();
        Activations logits = all.get(all.size() - 1).apply(hidden.midpoints(), new LinearMap.DenseMap(1), false);
        return softmax(logits.midpoints().values());
    }

    /** The last layer's differences of classes; for one run. */
    ClassDifferences classDifferences() {
        network.checkOrder();
        return differences.get();
    }

    /**
     * The last layer's centres, radii and biases; for one run.
     *
     * @param seesNonNegative whether a ReLU, or something else, leaves nothing below 0 of what it sees
     */
    LastLayer lastLayer(boolean seesNonNegative) {
        network.checkOrder();
        return seesNonNegative ? last.get() : last.get().ofEitherSign();
    }

    private LastBounds lastBounds() {
        return LastBounds.of(network.layout(), network.lower(), network.upper(), network.points());
    }

    /** What was computed from a batch, refused if it is not finite by the layer at which it ceased to be. */
    float[] finite(Tensor values, ImageBatch batch) {
        float[] numbers = values.toArray();
        for (float number : numbers) {
            if (!Float.isFinite(number)) {
                throw new IntervalOverflowException(layerThatOverflows(batch));
            }
        }
        return numbers;
    }

    /** The first layer with weights at which the bounds of some image leave the range of float. */
    private String layerThatOverflows(ImageBatch batch) {
        IntervalPass pass = pass(true, false, null);
        pass.logits(layers, batch.input(), batch.nonNegative());
        return named(pass.firstNotFinite());
    }

    private String named(int layer) {
        return layer < 0 ? "the logits" : network.layout().weighted().get(layer);
    }

    private IntervalPass pass(boolean outward, boolean averaged, @Nullable Masks dropout) {
        return new IntervalPass(runs, weights.get(), network.norms(), outward, averaged, dropout);
    }

    @Override
    public void close() {
        weights.ifComputed().ifPresent(all -> all.forEach(IntervalWeights::close));
        differences.ifComputed().ifPresent(ClassDifferences::close);
    }
}
