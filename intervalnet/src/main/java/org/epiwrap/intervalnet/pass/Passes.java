package org.epiwrap.intervalnet.pass;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Layer;
import org.epiwrap.check.Check;
import org.epiwrap.concurrent.Lazy;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.LastLayer.Response;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Tensor;

/**
 * What an interval network computes of a batch: bounds of its logits, probabilities by an averaging, the classes that
 * remain possible, and the input of the last layer. The forms of the weights that this takes are made once and kept;
 * several threads may ask for them at once.
 */
public final class Passes implements AutoCloseable {
    private final IntervalParameters parameters;
    private final List<Layer> layers;
    private final int runs;
    private final Lazy<List<IntervalWeights>> weights;
    private final Lazy<LastLayer> last = new Lazy<>(() -> lastBounds().layer());
    private final Lazy<ClassDifferences> differences =
            new Lazy<>(() -> lastBounds().differences());

    /** Creates the passes of a network with these numbers, which must stay open as long. */
    public Passes(IntervalParameters parameters) {
        this.parameters = parameters;
        this.layers = parameters.architecture().layers();
        this.runs = parameters.runs();
        this.weights = new Lazy<>(parameters::keptWeights);
    }

    /** Returns the proven bounds of the logits: [examples, 2·classes], or [runs, examples, 2·classes]. */
    public Activations bounds(Tensor input, boolean nonNegative) {
        parameters.checkOrder();
        return pass(PassMode.proven()).logits(layers, input, nonNegative);
    }

    /** Returns the {@linkplain #bounds bounds} of a batch; throws an {@link IntervalOverflowException} beyond float. */
    public Activations finiteBounds(InputBatch batch) {
        Activations bounds = bounds(batch.input(), batch.nonNegative());
        finite(bounds.values(), batch);
        return bounds;
    }

    /**
     * Returns probabilities by an averaging, with dropout unless the masks are {@link Masks#NONE}:
     * [runs][examples][classes].
     *
     * @throws IntervalOverflowException if the logits leave the range of float
     */
    public float[] probabilities(InputBatch batch, Averaging averaging, Masks dropout) {
        Activations logits = logits(batch.input(), batch.nonNegative(), averaging, dropout);
        // A logit of minus infinity would be a probability of 0, which looks like any other.
        finite(logits.values(), batch);
        return finite(averaging.probabilities(logits), batch);
    }

    /** Returns logits for an averaging, rounded to nearest: bounds, or points for {@link Averaging#WEIGHTS}. */
    public Activations logits(Tensor input, boolean nonNegative, Averaging averaging, Masks dropout) {
        PassMode mode = PassMode.averaged(averaging).with(dropout);
        IntervalPass pass = averaging == Averaging.WEIGHTS ? midpoint(mode) : pass(mode);
        return pass.logits(layers, input, nonNegative);
    }

    /**
     * Proven bounds of the logits, and probabilities by an averaging.
     *
     * @param bounds of [examples, 2·classes], or [runs, examples, 2·classes]
     * @param probabilities [examples, classes], or [runs, examples, classes]
     */
    public record Outputs(Activations bounds, Tensor probabilities) {}

    /** Returns both at once: the first layer's product does for both. */
    public Outputs outputs(InputBatch batch, Averaging averaging) {
        parameters.checkOrder();
        IntervalPass outward = pass(PassMode.proven());
        Activations bounds = outward.logits(layers, batch.input(), batch.nonNegative());
        return new Outputs(bounds, probabilitiesAfter(outward, batch, averaging));
    }

    /** Outputs, and the classes of each example that not every choice of weights rules out. */
    public record Bounded(Outputs outputs, List<ClassSet> possible) {}

    /** Returns all of it from one pass to the last layer; for one run. */
    public Bounded bounded(InputBatch batch, Averaging averaging) {
        checkOneRun();
        IntervalPass outward = pass(PassMode.proven());
        Activations hidden = hidden(outward, batch);
        Activations bounds = outward.through(layers.subList(layers.size() - 1, layers.size()), hidden)
                .asBounds();
        Tensor probabilities = probabilitiesAfter(outward, batch, averaging);
        return new Bounded(new Outputs(bounds, probabilities), maximal(lastInput(hidden, batch)));
    }

    /** Returns probabilities without dropout, after a pass of the same batch whose first product is used again. */
    private Tensor probabilitiesAfter(IntervalPass outward, InputBatch batch, Averaging averaging) {
        PassMode mode = PassMode.averaged(averaging);
        IntervalPass pass =
                averaging == Averaging.WEIGHTS ? midpoint(mode) : pass(mode).after(outward);
        return averaging.probabilities(pass.logits(layers, batch.input(), batch.nonNegative()));
    }

    private IntervalPass midpoint(PassMode mode) {
        return new IntervalPass(runs, parameters.midpointWeights(), parameters.norms(), mode);
    }

    /**
     * Returns the last layer's input to first order; for one run. The radii are 0 where weights are points.
     *
     * @throws IntervalOverflowException if a centre or a radius leaves the range of float; it names the layer
     */
    public FirstOrderPass.Spread lastHidden(InputBatch batch) {
        FirstOrderPass pass = firstOrderPass();
        FirstOrderPass.Spread hidden =
                pass.lastHidden(layers, FirstOrderPass.Spread.points(batch.input(), batch.nonNegative()));
        checkFinite(hidden, pass);
        return hidden;
    }

    /**
     * Returns what every layer with weights makes of a batch to first order, and the last layer's input as {@link #lastHidden}
     * gives it; for one run of a network that ends in a dense layer.
     *
     * @throws IntervalOverflowException if a centre or a radius of that input leaves the range of float; it names the layer
     */
    public FirstOrderPass.Outputs firstOrder(InputBatch batch) {
        FirstOrderPass pass = firstOrderPass();
        FirstOrderPass.Outputs outputs =
                pass.through(layers, FirstOrderPass.Spread.points(batch.input(), batch.nonNegative()));
        checkFinite(outputs.lastHidden(), pass);
        return outputs;
    }

    private FirstOrderPass firstOrderPass() {
        checkOneRun();
        parameters.checkOrder();
        return new FirstOrderPass(weights(), parameters.norms());
    }

    private void checkFinite(FirstOrderPass.Spread spread, FirstOrderPass pass) {
        if (!IntervalPass.isFinite(spread.centre()) || !IntervalPass.isFinite(spread.radiusOrZeros())) {
            throw new IntervalOverflowException(named(pass.firstNotFinite()));
        }
    }

    /** Returns each example's classes that some weights leave, from bounds of the last layer's input; for one run. */
    public List<ClassSet> maximal(Activations hidden) {
        checkOneRun();
        int images = (int) hidden.values().shape()[0];
        int units = (int) hidden.values().shape()[1] / 2;
        if (ClassDifferences.suit(parameters.architecture().classes(), units)) {
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

    /** Returns for each example the classes whose logit's bounds are not wholly below those of another; for one run. */
    public List<ClassSet> nonDominated(Activations hidden, InputBatch batch) {
        checkOneRun();
        List<IntervalWeights> all = weights();
        Activations logits = all.get(all.size() - 1).apply(hidden, new LinearMap.DenseMap(1), PassMode.Rounded.OUTWARD);
        Rows low = new Rows(finite(logits.lower(), batch), batch.count());
        Rows high = new Rows(finite(logits.upper(), batch), batch.count());
        return IntStream.range(0, batch.count())
                .mapToObj(i -> ClassSet.nonDominated(low.of(i), high.of(i)))
                .toList();
    }

    /** Returns proven bounds of the last, dense layer's input, at least 0 if the activation before it is; for one run. */
    public Activations hidden(InputBatch batch) {
        checkOneRun();
        return lastInput(hidden(pass(PassMode.proven()), batch), batch);
    }

    private Activations hidden(IntervalPass outward, InputBatch batch) {
        parameters.checkOrder();
        if (!(layers.get(layers.size() - 1) instanceof Layer.Dense)) {
            throw new IllegalArgumentException("a network must end in a dense layer to leave sets, but does not");
        }
        return outward.begin(layers.subList(0, layers.size() - 1), batch.input(), batch.nonNegative());
    }

    private Activations lastInput(Activations hidden, InputBatch batch) {
        Activations bounds = hidden.asBounds();
        finite(bounds.values(), batch);
        return bounds.flat();
    }

    /** Returns the probabilities of the midpoints of the last layer's inputs and of its weights; for one run. */
    public Tensor atMidpoints(Activations hidden) {
        checkOneRun();
        List<IntervalWeights> all = weights();
        Activations logits =
                all.get(all.size() - 1).apply(hidden.midpoints(), new LinearMap.DenseMap(1), PassMode.Rounded.NEAREST);
        return Averaging.LOGITS.probabilities(logits);
    }

    /** Returns the last layer's differences of classes; for one run. */
    ClassDifferences classDifferences() {
        parameters.checkOpen();
        parameters.checkOrder();
        return differences.get();
    }

    /**
     * Returns the last layer for what {@link #lastHidden} gives: with the response of the activation before it, if there is
     * one; for one run.
     *
     * @param nonNegativeInputs whether no input of the network is below 0
     */
    public LastLayer lastLayerOfHidden(boolean nonNegativeInputs) {
        List<Layer> before = layers.subList(0, layers.size() - 1);
        boolean nonNegative = Layer.nonNegative(before, nonNegativeInputs);
        Optional<Activation> activation = parameters.architecture().lastActivation();
        // Of a ReLU, and of values that are not negative for another reason, bounds to first order are cut at 0.
        return activation.isPresent() && !activation.get().equals(new Activation.Relu())
                ? lastLayer(nonNegative)
                        .after(new Response(activation.get()::lower, activation.get()::upper), nonNegative)
                : lastLayer(nonNegative);
    }

    /** Returns the last layer, for inputs that cannot be below 0, as after a ReLU, or for any; for one run. */
    public LastLayer lastLayer(boolean nonNegativeInputs) {
        parameters.checkOpen();
        parameters.checkOrder();
        return nonNegativeInputs ? last.get() : last.get().ofEitherSign();
    }

    private void checkOneRun() {
        Check.between("the number of runs", runs, 1, 1);
    }

    private LastBounds lastBounds() {
        checkOneRun();
        return LastBounds.of(parameters.layout(), parameters.lower(), parameters.upper(), parameters.points());
    }

    /** Returns the values; throws an {@link IntervalOverflowException} that names the layer if they are not finite. */
    public float[] finite(Tensor values, InputBatch batch) {
        float[] numbers = values.toArray();
        for (float number : numbers) {
            if (!Float.isFinite(number)) {
                throw new IntervalOverflowException(layerThatOverflows(batch));
            }
        }
        return numbers;
    }

    /** Returns the first layer with weights at which the bounds of some image leave the range of float. */
    private String layerThatOverflows(InputBatch batch) {
        IntervalPass pass = pass(PassMode.proven());
        pass.logits(layers, batch.input(), batch.nonNegative());
        return named(pass.firstNotFinite());
    }

    private String named(int layer) {
        return layer < 0 ? "the logits" : parameters.layout().weighted().get(layer);
    }

    private List<IntervalWeights> weights() {
        parameters.checkOpen();
        return weights.get();
    }

    private IntervalPass pass(PassMode mode) {
        return new IntervalPass(runs, weights(), parameters.norms(), mode);
    }

    @Override
    public void close() {
        weights.ifComputed().ifPresent(all -> all.forEach(IntervalWeights::close));
        differences.ifComputed().ifPresent(ClassDifferences::close);
    }
}
