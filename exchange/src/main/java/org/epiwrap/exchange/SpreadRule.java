package org.epiwrap.exchange;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the number that a library keeps for a weight's spread becomes a standard deviation.
 *
 * @param formula with x for the number kept
 */
public record SpreadRule(String formula, Rule rule) {
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

        /** One number for each of {@code count}, or the same for all. */
        double[] numbers(String name, int count) throws IOException;

        /** Whether a number kept for a spread, anywhere in the network, is below 0. */
        boolean anyBelowZero() throws IOException;

        /** Whether the file has an array whose name ends so. */
        boolean has(String name);
    }

    /** Standard deviations from the numbers kept for one array. */
    interface Rule {
        double[] of(double[] kept, Others others) throws IOException;
    }

    /** A function of a number. */
    interface Function {
        double of(double x);
    }

    static SpreadRule each(String formula, Function function) {
        return new SpreadRule(formula, (kept, others) -> {
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

    /** Those that a mapping of one's own can name. */
    static Map<String, SpreadRule> byName() {
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
