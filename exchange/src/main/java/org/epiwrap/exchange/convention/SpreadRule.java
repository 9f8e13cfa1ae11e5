package org.epiwrap.exchange.convention;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.epiwrap.check.Check;

/**
 * How the parameter that a library stores for the spread of a weight becomes a standard deviation σ.
 *
 * @param formula of σ, with x for the stored parameter
 * @param choice of the actual rule, where the numbers of the file decide
 * @param warning what in a file speaks against the rule that was taken, for the report
 */
public record SpreadRule(String formula, Rule rule, Optional<Choice> choice, Optional<String> warning) {
    private static final String SIGMOID = "sigmoid:";

    /** σ = ln(1 + eˣ). */
    public static final SpreadRule SOFTPLUS = each("softplus(x)", SpreadRule::softplus);

    /** σ = eˣ. */
    public static final SpreadRule EXP = each("exp(x)", Math::exp);

    /** σ = x. */
    public static final SpreadRule STANDARD_DEVIATION = each("x", x -> x);

    /** The rules without a parameter of their own. */
    private static final Map<String, SpreadRule> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("softplus", SOFTPLUS);
        BY_NAME.put("exp", EXP);
        BY_NAME.put("std", STANDARD_DEVIATION);
        BY_NAME.put("variance", each("sqrt(x)", Math::sqrt));
        BY_NAME.put("log-variance", each("exp(x/2)", x -> Math.exp(0.5 * x)));
        BY_NAME.put("precision", each("1/sqrt(x)", x -> 1 / Math.sqrt(x)));
    }

    /** Other arrays of the file that a rule needs. */
    public interface Others {
        /** A single number by the end of its name. */
        double number(String name) throws IOException;

        /** One number for each of {@code count} weights, stored for each weight, array or layer, or once for all. */
        double[] numbers(String name, int count) throws IOException;

        /** Whether a parameter stored for a spread, anywhere in the network, is below 0. */
        boolean anyBelowZero() throws IOException;

        /** The text whose characters an array holds as whole numbers, by the end of its name, if there is one. */
        Optional<String> text(String name) throws IOException;

        /** Whether the file has an array whose name ends in this. */
        boolean has(String name);
    }

    /** One of several rules. */
    public interface Choice {
        SpreadRule of(Others others) throws IOException;
    }

    /** Standard deviations from the parameters stored in one array. */
    public interface Rule {
        double[] of(double[] stored, Others others) throws IOException;
    }

    static SpreadRule of(String formula, Rule rule) {
        return new SpreadRule(formula, rule, Optional.empty(), Optional.empty());
    }

    /** Returns a rule that depends on the numbers of the file. */
    static SpreadRule chosen(String formula, Choice choice) {
        return new SpreadRule(
                formula,
                (stored, others) -> choice.of(others).rule().of(stored, others),
                Optional.of(choice),
                Optional.empty());
    }

    /** Returns the rule for a file, with a formula that tells which it is. */
    public SpreadRule in(Others others) throws IOException {
        return choice.isPresent() ? choice.get().of(others) : this;
    }

    /** Returns the same rule, with the reason why it is taken. */
    SpreadRule since(String reason) {
        return new SpreadRule(formula + " (" + reason + ")", rule, choice, warning);
    }

    /** Returns the same rule, with what speaks against it. */
    SpreadRule withWarning(String reason) {
        return new SpreadRule(formula, rule, choice, Optional.of(reason));
    }

    static SpreadRule each(String formula, DoubleUnaryOperator function) {
        return of(
                formula, (stored, others) -> Arrays.stream(stored).map(function).toArray());
    }

    static double softplus(double x) {
        return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
    }

    /** Returns σ = max/(1 + e⁻ˣ), which stays below max. */
    public static SpreadRule sigmoid(double max) {
        Check.positive("the largest sigma", max);
        return each(max + " sigmoid(x)", x -> max / (1 + Math.exp(-x)));
    }

    /**
     * Returns a rule by its name.
     *
     * @param name {@code softplus}, {@code exp}, {@code std}, {@code variance}, {@code log-variance}, {@code precision}, or
     *     {@code sigmoid:} and the largest σ
     */
    public static SpreadRule parse(String name) {
        SpreadRule rule = BY_NAME.get(name);
        if (rule != null) {
            return rule;
        }
        if (name.startsWith(SIGMOID)) {
            try {
                return sigmoid(Double.parseDouble(name.substring(SIGMOID.length())));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "sigmoid must have the largest sigma after it such as sigmoid:0.1, but is '" + name + "'", e);
            }
        }
        throw new IllegalArgumentException(
                "sigma must be one of " + String.join(", ", BY_NAME.keySet()) + ", sigmoid:MAX, but is '" + name + "'");
    }
}
