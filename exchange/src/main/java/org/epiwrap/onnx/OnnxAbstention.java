package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;

/** What a rule of abstention makes of scores: the decision, its reason and the p-values of both reasons. */
final class OnnxAbstention {
    private final OnnxGraph graph;
    private final OnnxDoubles on;
    private final Map<Score, Axis> axes = new EnumMap<>(Score.class);

    /**
     * What stands for a score when it is compared.
     *
     * @param value of each example, [examples]
     * @param level the value up to which the score is at most a number
     */
    private record Axis(Value value, DoubleUnaryOperator level) {}

    /**
     * What a rule makes of scores.
     *
     * @param abstains 1 where it abstains, else 0
     * @param reason 0 where it decides, 1 for unfamiliar, 2 for ambiguous
     */
    record Decision(Value abstains, Value reason) {}

    OnnxAbstention(OnnxGraph graph) {
        this.graph = graph;
        this.on = new OnnxDoubles(graph);
    }

    /** Adds a score that is compared itself. */
    void add(Score score, Value value) {
        add(score, value, DoubleUnaryOperator.identity());
    }

    /** Adds a score in place of which a value that rises with it is compared. */
    void add(Score score, Value value, DoubleUnaryOperator level) {
        axes.put(score, new Axis(value, level));
    }

    /** Returns what a rule of abstention makes of the scores. */
    Decision decide(Abstention rule) {
        if (rule instanceof Abstention.Threshold threshold) {
            return decide(threshold);
        }
        if (!(rule instanceof Abstention.ByReason byReason)) {
            throw new IllegalArgumentException("a rule must be able to abstain to be exported to ONNX, but is not");
        }
        Value unfamiliar = isAbove(byReason.unfamiliar());
        Value ambiguous = isAbove(byReason.ambiguous());
        Value onlyAmbiguous = graph.multiply(
                ambiguous, graph.cast(graph.apply("Equal", unfamiliar, graph.integers(0)), DataType.INT64));
        return new Decision(
                graph.add(unfamiliar, onlyAmbiguous),
                graph.add(unfamiliar, graph.multiply(graph.integers(2), onlyAmbiguous)));
    }

    /** Returns the p-values, [examples], of the reasons that rest on calibration examples. */
    Map<Abstention.Reason, Value> pValues(Abstention rule) {
        Map<Abstention.Reason, Value> pValues = new LinkedHashMap<>();
        if (rule instanceof Abstention.ByReason byReason) {
            byReason.unfamiliar().ifPresent(limit -> addPValue(pValues, Abstention.Reason.UNFAMILIAR, limit));
            byReason.ambiguous().ifPresent(limit -> addPValue(pValues, Abstention.Reason.AMBIGUOUS, limit));
        }
        return pValues;
    }

    private void addPValue(Map<Abstention.Reason, Value> pValues, Abstention.Reason reason, Abstention.Limit limit) {
        Axis axis = required(limit.score());
        double[] rising =
                Arrays.stream(limit.calibration().scores()).map(axis.level).toArray();
        pValues.put(reason, new OnnxPValues(graph, reason.id() + "_calibration_scores").of(rising, axis.value));
    }

    /** Returns 1 where a reason applies, else 0. */
    private Value isAbove(Optional<Abstention.Limit> limit) {
        if (limit.isEmpty() || limit.get().threshold() == Double.POSITIVE_INFINITY) {
            Value any = axes.values().iterator().next().value;
            return graph.cast(graph.apply("Less", any, on.constant(Double.NEGATIVE_INFINITY)), DataType.INT64);
        }
        return isAbove(limit.get().score(), limit.get().threshold());
    }

    /** Returns 1 where a score is above a threshold or not a number, which the library refuses, else 0. */
    private Value isAbove(Score score, double threshold) {
        Axis axis = required(score);
        Value isAtMost = graph.apply("LessOrEqual", axis.value, on.constant(axis.level.applyAsDouble(threshold)));
        return graph.cast(graph.apply("Not", isAtMost), DataType.INT64);
    }

    private Axis required(Score score) {
        Axis axis = axes.get(score);
        if (axis == null) {
            throw new IllegalArgumentException("a model must abstain by one of the scores "
                    + axes.keySet().stream().map(Score::id).toList() + " to be exported to ONNX, but abstains by "
                    + score.id());
        }
        return axis;
    }

    private Decision decide(Abstention.Threshold rule) {
        Value abstains = isAbove(rule.score(), rule.threshold());
        Value ambiguous = switch (rule.score()) {
            case TU -> isLess(Score.DELTA, Score.TU0);
            case EU -> isLess(Score.DELTA, Score.U);
            case DELTA, UNFAMILIARITY -> graph.integers(0);
            default -> graph.integers(1);
        };
        return new Decision(abstains, graph.multiply(abstains, graph.add(graph.integers(1), ambiguous)));
    }

    private Value isLess(Score one, Score other) {
        return graph.cast(graph.apply("Less", required(one).value, required(other).value), DataType.INT64);
    }
}
