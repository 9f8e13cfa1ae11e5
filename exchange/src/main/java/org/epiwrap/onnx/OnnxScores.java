package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.Arrays;
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
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.prediction.Abstention;
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
        Value squared = squaredDistance(centre, radius, calibration.distance());
        Value z = on.divide(
                on.minus(on.log(squared), on.constant(calibration.discount().mean())),
                on.constant(calibration.discount().deviation() * Math.sqrt(2)));
        Value shifted = on.minus(on.constant(Math.sqrt(2)), z);
        return on.times(on.constant(0.5), on.rest(on.erf(shifted)));
    }

    private Value squaredDistance(Value centre, Value radius, FeatureDistance distance) {
        Value logRadius = on.log(on.maximum(radius, on.constant(FeatureDistance.MIN_RADIUS)));
        Value features = graph.apply("Concat", List.of(OnnxGraph.number("axis", 1)), centre, logRadius);
        int count = distance.features();
        double[][] components = distance.components();
        int kept = components[0].length;
        int clusters = distance.classMeans().length;
        Value standardised = on.divide(
                on.minus(features, graph.doubles("feature_mean", distance.mean(), count)),
                graph.doubles("feature_deviation", distance.deviation(), count));
        Value x =
                graph.apply("MatMul", standardised, graph.doubles("feature_components", flat(components), count, kept));
        Value apart = on.minus(x, graph.doubles("class_means", flat(distance.classMeans()), clusters, 1, kept));
        Value whitenings = graph.doubles(
                "class_whitenings",
                Arrays.stream(distance.whitenings())
                        .flatMapToDouble(each -> Arrays.stream(flat(each)))
                        .toArray(),
                clusters,
                kept,
                kept);
        Value whitened = graph.apply(
                "MatMul", apart, graph.apply("Transpose", List.of(OnnxGraph.list("perm", 0, 2, 1)), whitenings));
        return graph.extreme("ReduceMin", graph.sum(on.times(whitened, whitened), 2), 0);
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    /**
     * What a rule makes of scores.
     *
     * @param abstains 1 where it abstains, else 0
     * @param reason 0 where it decides, 1 for unfamiliar, 2 for ambiguous
     */
    record Decision(Value abstains, Value reason) {}

    /** Returns what a rule of abstention makes of scores. */
    Decision decide(Map<Score, Value> scores, Value probabilities, Abstention rule) {
        if (rule instanceof Abstention.Threshold threshold) {
            return decide(scores, threshold);
        }
        if (!(rule instanceof Abstention.ByReason byReason)) {
            throw new IllegalArgumentException("a rule must be able to abstain to be exported to ONNX, but is not");
        }
        Value unfamiliar = isAbove(byReason.unfamiliar(), scores, probabilities);
        Value ambiguous = isAbove(byReason.ambiguous(), scores, probabilities);
        Value onlyAmbiguous = graph.multiply(
                ambiguous, graph.cast(graph.apply("Equal", unfamiliar, graph.integers(0)), DataType.INT64));
        return new Decision(
                graph.add(unfamiliar, onlyAmbiguous),
                graph.add(unfamiliar, graph.multiply(graph.integers(2), onlyAmbiguous)));
    }

    /** Returns 1 where a reason applies, else 0. */
    private Value isAbove(Optional<Abstention.Limit> limit, Map<Score, Value> scores, Value probabilities) {
        if (limit.isEmpty() || limit.get().threshold() == Double.POSITIVE_INFINITY) {
            return graph.cast(
                    graph.apply("Less", scores.values().iterator().next(), on.constant(Double.NEGATIVE_INFINITY)),
                    DataType.INT64);
        }
        Score score = limit.get().score();
        Value value = score == Score.MAX_SOFTMAX
                ? on.rest(graph.extreme("ReduceMax", on.of(probabilities), 1))
                : required(scores, score);
        return isAbove(value, limit.get().threshold());
    }

    private Value isAbove(Value value, double threshold) {
        return graph.cast(graph.apply("Greater", value, on.constant(threshold)), DataType.INT64);
    }

    private static Value required(Map<Score, Value> scores, Score score) {
        Value value = scores.get(score);
        if (value == null) {
            throw new IllegalArgumentException("a model must abstain by one of the scores "
                    + scores.keySet().stream().map(Score::id).toList() + " to be exported to ONNX, but abstains by "
                    + score.id()
                    + (score == Score.UNFAMILIARITY ? ": leave out the promise of false alarms (--false-alarm)" : ""));
        }
        return value;
    }

    private Decision decide(Map<Score, Value> scores, Abstention.Threshold rule) {
        Value delta = required(scores, Score.DELTA);
        Value abstains = isAbove(required(scores, rule.score()), rule.threshold());
        Value ambiguous = switch (rule.score()) {
            case TU -> graph.cast(graph.apply("Less", delta, required(scores, Score.TU0)), DataType.INT64);
            case EU -> graph.cast(graph.apply("Less", delta, required(scores, Score.U)), DataType.INT64);
            case DELTA -> graph.integers(0);
            default -> graph.integers(1);
        };
        return new Decision(abstains, graph.multiply(abstains, graph.add(graph.integers(1), ambiguous)));
    }
}
