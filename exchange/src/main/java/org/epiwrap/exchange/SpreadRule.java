package org.epiwrap.exchange;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.check.Check;

/**
 * How the number that a library keeps for a weight's spread becomes a standard deviation.
 *
 * @param formula with x for the number kept
 * @param choice of the rule that this one is for a file, where the file's own numbers decide
 * @param doubt what in a file speaks against the rule that was taken, for the report
 */
public record SpreadRule(String formula, Rule rule, Optional<Choice> choice, Optional<String> doubt) {
    private static final String SIGMOID = "sigmoid:";

    /** σ = ln(1 + eˣ). */
    public static final SpreadRule SOFTPLUS = each("softplus(x)", SpreadRule::softplus);

    /** σ = eˣ. */
    public static final SpreadRule EXP = each("exp(x)", Math::exp);

    /** The standard deviation itself. */
    public static final SpreadRule STANDARD_DEVIATION = each("x", x -> x);

    /** σ = √x. */
    public static final SpreadRule VARIANCE = each("sqrt(x)", Math::sqrt);

    /** σ = eˣᐟ². */
    public static final SpreadRule LOG_VARIANCE = each("exp(x/2)", x -> Math.exp(0.5 * x));

    /** σ = 1/√x. */
    public static final SpreadRule PRECISION = each("1/sqrt(x)", x -> 1 / Math.sqrt(x));

    /** Other arrays of the file that a rule needs. */
    interface Others {
        /** A single number by the end of its name. */
        double number(String name) throws IOException;

        /** One number for each of {@code count}, or for each array or layer that they are of, or the same for all. */
        double[] numbers(String name, int count) throws IOException;

        /** Whether a number kept for a spread, anywhere in the network, is below 0. */
        boolean anyBelowZero() throws IOException;

        /** Whether the file has an array whose name ends so. */
        boolean has(String name);
    }

    /** One of several rules. */
    interface Choice {
        SpreadRule of(Others others) throws IOException;
    }

    /** Standard deviations from the numbers kept for one array. */
    interface Rule {
        double[] of(double[] kept, Others others) throws IOException;
    }

    /** A function of a number. */
    interface Function {
        double of(double x);
    }

    static SpreadRule of(String formula, Rule rule) {
        return new SpreadRule(formula, rule, Optional.empty(), Optional.empty());
    }

    /** A rule that a file's own numbers decide. */
    static SpreadRule chosen(String formula, Choice choice) {
        return new SpreadRule(
                formula,
                (kept, others) -> choice.of(others).rule().of(kept, others),
                Optional.of(choice),
                Optional.empty());
    }

    /** The rule that this one is for a file, with a formula that says so. */
    SpreadRule in(Others others) throws IOException {
        return choice.isPresent() ? choice.get().of(others) : this;
    }

    /** The same rule, with the reason why it is taken. */
    SpreadRule since(String reason) {
        return new SpreadRule(formula + " (" + reason + ")", rule, choice, doubt);
    }

    /** The same rule, with what speaks against it. */
    SpreadRule but(String reason) {
        return new SpreadRule(formula, rule, choice, Optional.of(reason));
    }

    static SpreadRule each(String formula, Function function) {
        return of(formula, (kept, others) -> {
            double[] sigma = new double[kept.length];
            for (int i = 0; i < sigma.length; i++) {
                sigma[i] = function.of(kept[i]);
            }
            return sigma;
        });
    }

    static double softplus(double x) {
        return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
    }

    /** σ = max/(1 + e⁻ˣ), which stays below max. */
    public static SpreadRule sigmoid(double max) {
        Check.positive("the largest sigma", max);
        return each(max + " sigmoid(x)", x -> max / (1 + Math.exp(-x)));
    }

    /**
     * A rule by its name.
     *
     * @param name {@code softplus}, {@code exp}, {@code std}, {@code variance}, {@code log-variance}, {@code precision}, or
     *     {@code sigmoid:} and the largest σ
     */
    public static SpreadRule parse(String name) {
        SpreadRule rule = byName().get(name);
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
        throw new IllegalArgumentException("sigma must be one of " + String.join(", ", byName().keySet())
                + ", sigmoid:MAX, but is '" + name + "'");
    }

    /** Those that have a name and nothing else. */
    private static Map<String, SpreadRule> byName() {
        Map<String, SpreadRule> rules = new LinkedHashMap<>();
        rules.put("softplus", SOFTPLUS);
        rules.put("exp", EXP);
        rules.put("std", STANDARD_DEVIATION);
        rules.put("variance", VARIANCE);
        rules.put("log-variance", LOG_VARIANCE);
        rules.put("precision", PRECISION);
        return rules;
    }
}
