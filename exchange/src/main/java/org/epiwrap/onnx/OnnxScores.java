package org.epiwrap.onnx;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.LongStream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.prediction.Score;

/** The epistemic scores of examples in double precision, as {@link org.epiwrap.scoring.EpistemicScorer} computes them. */
final class OnnxScores {
    private final OnnxGraph graph;
    private final OnnxDoubles on;
    private final OnnxLastLayer last;
    private final boolean nonNegative;
    private final Optional<Activation> activation;

    /**
     * Creates the scores of a network.
     *
     * @param nonNegativeInputs whether no input of the network is below 0
     */
    OnnxScores(OnnxGraph graph, OnnxLastLayer last, Architecture architecture, boolean nonNegativeInputs) {
        this.graph = graph;
        this.on = new OnnxDoubles(graph);
        this.last = last;
        List<Layer> layers = architecture.layers();
        this.nonNegative = Layer.nonNegative(layers.subList(0, layers.size() - 1), nonNegativeInputs);
        this.activation = architecture.lastActivation();
    }

    /** Returns each score, [examples], from the last hidden layer to first order and the probabilities that decide. */
    Map<Score, Value> of(OnnxFirstOrder.Result hidden, Value probabilities, EpistemicCalibration calibration) {
        Value centre = on.of(hidden.hiddenCentre());
        Value radius = on.of(hidden.hiddenRadius());
        Value u = nonSpecificity(decisionRadii(centre, radius, calibration.reach()), calibration.scale());
        Value h = entropy(on.of(probabilities));
        Value delta = discount(centre, radius, calibration);
        Value known = on.times(on.rest(u), on.rest(h));
        Map<Score, Value> scores = new EnumMap<>(Score.class);
        scores.put(Score.EU, on.rest(on.times(on.rest(u), on.rest(delta))));
        scores.put(Score.TU, on.rest(on.times(known, on.rest(delta))));
        scores.put(Score.TU0, on.rest(known));
        scores.put(Score.U, u);
        scores.put(Score.DELTA, delta);
        scores.put(Score.ENTROPY, h);
        return scores;
    }

    /** Returns one minus the largest probability, [examples]. */
    Value maxSoftmax(Value probabilities) {
        return on.rest(graph.extreme("ReduceMax", on.of(probabilities), 1));
    }

    /** The bounds of the last layer's inputs with all radii scaled. */
    private OnnxLastLayer.Box box(Value centre, Value radius, double k) {
        Value low = on.minus(centre, on.times(on.constant(k), radius));
        Value high = on.plus(centre, on.times(on.constant(k), radius));
        if (activation.isEmpty() || activation.get().equals(new Activation.Relu())) {
            return nonNegative ? new OnnxLastLayer.Box(on.relu(low), on.relu(high)) : new OnnxLastLayer.Box(low, high);
        }
        Activation f = activation.get();
        if (f.isMonotone()) {
            return new OnnxLastLayer.Box(f.value(on, low), f.value(on, high));
        }
        Value lowest = on.maximum(low, on.minimum(high, on.constant(f.turningPoint())));
        return new OnnxLastLayer.Box(f.value(on, lowest), on.maximum(f.value(on, low), f.value(on, high)));
    }

    /** Returns how much radii may be scaled until each class can be the top one, [examples, classes]. */
    private Value decisionRadii(Value centre, Value radius, double reach) {
        Value top = graph.top(last.logits(box(centre, radius, 0).lower()));
        DoubleFunction<Value> margins = k -> last.minDifferences(top, k, box(centre, radius, k), nonNegative);
        double[] levels = DecisionRadii.levels(reach);
        Value zero = on.constant(0);
        Value radii = on.constant(DecisionRadii.notReached(reach));
        // From the last level down, so that the first on which a class is reached has the last word.
        for (int i = levels.length - 1; i > 0; i--) {
            Value atLow = margins.apply(levels[i - 1]);
            Value atHigh = margins.apply(levels[i]);
            Value share = where(graph.apply("Greater", atLow, zero), on.divide(atLow, on.minus(atLow, atHigh)), zero);
            Value crossing =
                    on.plus(on.constant(levels[i - 1]), on.times(share, on.constant(levels[i] - levels[i - 1])));
            radii = where(graph.apply("Greater", atHigh, zero), radii, crossing);
        }
        Value isTop = graph.apply(
                "Equal",
                graph.apply("Unsqueeze", top, graph.integers(1)),
                graph.integers(LongStream.range(0, last.classes()).toArray()));
        return where(isTop, zero, radii);
    }

    private Value where(Value condition, Value yes, Value no) {
        return graph.apply("Where", condition, yes, no);
    }

    /** U: the sum over classes in the order of their radii of π_(i) (ln i - ln (i - 1)), divided by ln C. */
    private Value nonSpecificity(Value radii, double scale) {
        int classes = last.classes();
        Value rising = graph.rising(radii, classes);
        Value scaled = on.divide(rising, on.constant(scale));
        Value plausibilities = on.exp(on.times(on.constant(-0.5), on.times(scaled, scaled)));
        double[] weights = new double[classes];
        for (int i = 1; i < classes; i++) {
            weights[i] = Math.log1p(1.0 / i) / Math.log(classes);
        }
        Value bits = on.times(plausibilities, graph.doubles("specificity_weights", weights, classes));
        return on.minimum(on.constant(1), graph.sum(bits, 1));
    }

    /** H: the entropy as a share of ln C. */
    private Value entropy(Value probabilities) {
        Value logs = on.log(on.maximum(probabilities, on.constant(Double.MIN_NORMAL)));
        Value nats = graph.sum(on.times(probabilities, logs), 1);
        return on.minimum(on.constant(1), on.times(nats, on.constant(-1 / Math.log(last.classes()))));
    }

    /** δ = Φ((ln D² − mean)/deviation − 2). */
    private Value discount(Value centre, Value radius, EpistemicCalibration calibration) {
        Value logSquared = new OnnxDistance(graph, "").logSquared(centre, radius, calibration.distance());
        Value z = on.divide(
                on.minus(logSquared, on.constant(calibration.discount().mean())),
                on.constant(calibration.discount().deviation() * Math.sqrt(2)));
        Value shifted = on.minus(on.constant(Math.sqrt(2)), z);
        return on.times(on.constant(0.5), on.rest(on.erf(shifted)));
    }
}
