package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.epiwrap.activation.Activation;
import org.epiwrap.activation.Arithmetic;
import org.jspecify.annotations.Nullable;

/**
 * An activation that a graph composes of several nodes, such as x·sigmoid(x). Whatever nodes it is made of, it is recognised
 * by its values: those that the nodes give at sample points are compared with those of each known activation.
 */
final class ComposedActivation {
    /** More nodes than any composition has. */
    private static final int MAX_NODES = 16;

    private static final double[] POINTS =
            IntStream.rangeClosed(-40, 40).mapToDouble(i -> 0.2 * i + 0.013).toArray();
    private static final double TOLERANCE = 1e-5;

    private final Constants constants;
    private final Consumers consumers;
    private final Map<String, double[]> values = new HashMap<>();
    private final Set<NodeProto> computed = new HashSet<>();

    /**
     * What was recognised.
     *
     * @param result the value of the graph that holds it
     */
    record Found(Activation activation, String result) {}

    private ComposedActivation(Constants constants, Consumers consumers) {
        this.constants = constants;
        this.consumers = consumers;
    }

    /** Returns the activation that the nodes after a value compose, if they compose one. */
    static Optional<Found> after(String value, Constants constants, Consumers consumers) throws IOException {
        return new ComposedActivation(constants, consumers).search(value);
    }

    private Optional<Found> search(String start) throws IOException {
        values.put(start, POINTS);
        List<String> open = new ArrayList<>(List.of(start));
        while (computed.size() < MAX_NODES) {
            Optional<NodeProto> next = next(open);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            NodeProto node = next.get();
            computed.add(node);
            String result = node.getOutput(0);
            open.add(result);
            open.removeIf(value -> !value.equals(result) && computed.containsAll(consumers.of(value)));
            // Nothing but the result is used by what comes after.
            if (open.size() == 1) {
                Optional<Activation> known = known(values.getOrDefault(result, POINTS));
                if (known.isPresent()) {
                    return Optional.of(new Found(known.get(), result));
                }
            }
        }
        return Optional.empty();
    }

    /** Computes the first node whose inputs are known. */
    private Optional<NodeProto> next(List<String> open) throws IOException {
        for (String value : open) {
            for (NodeProto node : consumers.of(value)) {
                if (!computed.contains(node) && node.getOutputCount() == 1 && !values.containsKey(node.getOutput(0))) {
                    double[] result = compute(node);
                    if (result != null) {
                        values.put(node.getOutput(0), result);
                        return Optional.of(node);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private double @Nullable [] compute(NodeProto node) throws IOException {
        List<double[]> inputs = new ArrayList<>();
        for (String input : node.getInputList()) {
            double[] known = values.get(input);
            if (known == null) {
                Optional<Double> number = constants.number(input);
                if (number.isEmpty()) {
                    return null;
                }
                known = new double[POINTS.length];
                Arrays.fill(known, number.get());
            }
            inputs.add(known);
        }
        Optional<DoubleUnaryOperator> unary = inputs.size() == 1 ? unary(node.getOpType()) : Optional.empty();
        if (unary.isPresent()) {
            return Arrays.stream(inputs.get(0)).map(unary.get()).toArray();
        }
        Optional<DoubleBinaryOperator> binary = inputs.size() == 2 ? binary(node.getOpType()) : Optional.empty();
        return binary.map(operator -> IntStream.range(0, POINTS.length)
                        .mapToDouble(i -> operator.applyAsDouble(inputs.get(0)[i], inputs.get(1)[i]))
                        .toArray())
                .orElse(null);
    }

    private static Optional<DoubleUnaryOperator> unary(String operator) {
        Arithmetic<Double> on = Arithmetic.NUMBERS;
        DoubleUnaryOperator function = switch (operator) {
            case "Sigmoid" -> on::sigmoid;
            case "Softplus" -> on::softplus;
            case "Tanh" -> Math::tanh;
            case "Erf" -> on::erf;
            case "Exp" -> Math::exp;
            case "Log" -> Math::log;
            case "Sqrt" -> Math::sqrt;
            case "Reciprocal" -> x -> 1 / x;
            case "Neg" -> x -> -x;
            case "Abs" -> Math::abs;
            case "Relu" -> x -> Math.max(0, x);
            case "Identity" -> x -> x;
            default -> null;
        };
        return Optional.ofNullable(function);
    }

    private static Optional<DoubleBinaryOperator> binary(String operator) {
        DoubleBinaryOperator function = switch (operator) {
            case "Add" -> Double::sum;
            case "Sub" -> (a, b) -> a - b;
            case "Mul" -> (a, b) -> a * b;
            case "Div" -> (a, b) -> a / b;
            case "Pow" -> Math::pow;
            case "Max" -> Math::max;
            case "Min" -> Math::min;
            default -> null;
        };
        return Optional.ofNullable(function);
    }

    private static Optional<Activation> known(double[] found) {
        return Activation.all().stream()
                .filter(each -> IntStream.range(0, POINTS.length)
                        .allMatch(i -> Math.abs(each.value(POINTS[i]) - found[i]) <= TOLERANCE))
                .findFirst();
    }
}
