package org.epiwrap.activation;

import java.util.List;

/**
 * A function f that a layer applies to each value. Each rises everywhere, or falls up to a turning point and rises after
 * it. So over an interval the largest value is at an end, and the smallest at the point of the interval that is closest to
 * the turning point.
 *
 * <p>As text: {@code relu}, {@code leaky-relu:0.2}, {@code elu}, {@code softplus}, {@code sigmoid}, {@code tanh},
 * {@code hard-sigmoid}, {@code hard-tanh}, {@code gelu}, {@code gelu-tanh}, {@code silu}, {@code mish}.
 */
public sealed interface Activation {
    /** Returns f(x). */
    <T> T value(Arithmetic<T> on, T x);

    /** Returns the derivative f'(x). */
    <T> T slope(Arithmetic<T> on, T x);

    /**
     * Returns the size of the numbers that f(x) is computed from: in single precision it may be off by {@link #operations}
     * roundings of it. Runtimes differ: some compute a sigmoid or log(1 + eˣ) with a small absolute error only.
     */
    default <T> T size(Arithmetic<T> on, T x) {
        return on.abs(x);
    }

    /** Returns how many roundings f(x) may suffer, those of a library's function counted as eight; 0 if it is exact. */
    int operations();

    /** Returns the point up to which the function falls; −∞ if it never does. */
    default double turningPoint() {
        return Double.NEGATIVE_INFINITY;
    }

    /** Returns whether no value is below 0. */
    default boolean nonNegative() {
        return false;
    }

    /** Returns f(x). */
    default double value(double x) {
        return value(Arithmetic.NUMBERS, x);
    }

    /** Returns whether the function rises everywhere. */
    default boolean isMonotone() {
        return turningPoint() == Double.NEGATIVE_INFINITY;
    }

    /** Returns the smallest value over an interval. */
    default double lower(double low, double high) {
        return value(Math.max(low, Math.min(high, turningPoint())));
    }

    /** Returns the largest value over an interval. */
    default double upper(double low, double high) {
        return isMonotone() ? value(high) : Math.max(value(low), value(high));
    }

    /** Returns all functions, with the usual numbers where they have some. */
    static List<Activation> all() {
        return List.of(
                new Relu(),
                new LeakyRelu(LeakyRelu.USUAL),
                new Elu(Elu.USUAL),
                new Softplus(),
                new Sigmoid(),
                new Tanh(),
                new HardSigmoid(HardSigmoid.USUAL),
                new HardTanh(),
                new Gelu(),
                new TanhGelu(),
                new Silu(),
                new Mish());
    }

    /** Returns the function of a text. */
    static Activation of(String text) {
        for (Activation each : all()) {
            if (each.toString().equals(text)) {
                return each;
            }
        }
        int colon = Math.max(0, text.indexOf(':'));
        return switch (text.substring(0, colon)) {
            case LeakyRelu.NAME -> new LeakyRelu(number(text.substring(colon + 1)));
            case Elu.NAME -> new Elu(number(text.substring(colon + 1)));
            case HardSigmoid.NAME -> new HardSigmoid(number(text.substring(colon + 1)));
            default ->
                throw new IllegalArgumentException("an activation must be relu, leaky-relu (with another slope"
                        + " leaky-relu:0.2), elu, softplus, sigmoid, tanh, hard-sigmoid, hard-tanh, gelu, gelu-tanh,"
                        + " silu or mish, but is '" + text + "'");
        };
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the number of an activation must be one such as 0.2, but is '" + text + "'", e);
        }
    }

    private static String text(String name, double number, double usual) {
        return number == usual ? name : name + ":" + number;
    }

    private static void check(String what, double number, double largest) {
        if (!(number > 0 && number <= largest)) {
            throw new IllegalArgumentException(what + " must be above 0 and at most " + largest + ", but is " + number);
        }
    }

    /** Returns where a function that falls at −2 and rises at 0 turns. */
    private static double turningPoint(Activation function) {
        double low = -2;
        double high = 0;
        for (double middle = -1; middle > low && middle < high; middle = 0.5 * (low + high)) {
            if (function.slope(Arithmetic.NUMBERS, middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** max(x, 0). */
    record Relu() implements Activation {
        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.relu(x);
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            return on.sign(on.relu(x));
        }

        @Override
        public int operations() {
            return 0;
        }

        @Override
        public boolean nonNegative() {
            return true;
        }

        @Override
        public String toString() {
            return "relu";
        }
    }

    /** x above 0, slope·x below. */
    record LeakyRelu(double slope) implements Activation {
        static final String NAME = "leaky-relu";
        static final double USUAL = 0.01;

        public LeakyRelu {
            check("the slope of a leaky ReLU", slope, 1);
        }

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.maximum(x, on.times(on.constant(slope), x));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            return on.maximum(on.sign(x), on.constant(slope));
        }

        @Override
        public int operations() {
            return 2;
        }

        @Override
        public String toString() {
            return text(NAME, slope, USUAL);
        }
    }

    /** x above 0, scale·(eˣ − 1) below. */
    record Elu(double scale) implements Activation {
        static final String NAME = "elu";
        static final double USUAL = 1;

        public Elu {
            check("the scale of an ELU", scale, 1);
        }

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.plus(on.relu(x), on.times(on.constant(scale), on.minus(below(on, x), on.constant(1))));
        }

        /** eˣ below 0, else 1. */
        private static <T> T below(Arithmetic<T> on, T x) {
            return on.exp(on.minimum(x, on.constant(0)));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            return on.maximum(on.sign(x), on.times(on.constant(scale), below(on, x)));
        }

        /** Close to 0 two numbers near 1 cancel. */
        @Override
        public <T> T size(Arithmetic<T> on, T x) {
            return on.plus(on.relu(x), on.constant(1));
        }

        @Override
        public int operations() {
            return 16;
        }

        @Override
        public String toString() {
            return text(NAME, scale, USUAL);
        }
    }

    /** log(1 + eˣ). */
    record Softplus() implements Activation {
        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.softplus(x);
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            return on.sigmoid(x);
        }

        @Override
        public <T> T size(Arithmetic<T> on, T x) {
            return on.plus(on.relu(x), on.constant(1));
        }

        @Override
        public int operations() {
            return 32;
        }

        @Override
        public boolean nonNegative() {
            return true;
        }

        @Override
        public String toString() {
            return "softplus";
        }
    }

    /** 1/(1 + e⁻ˣ). */
    record Sigmoid() implements Activation {
        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.sigmoid(x);
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            T value = on.sigmoid(x);
            return on.times(value, on.minus(on.constant(1), value));
        }

        @Override
        public <T> T size(Arithmetic<T> on, T x) {
            return on.constant(1);
        }

        @Override
        public int operations() {
            return 16;
        }

        @Override
        public boolean nonNegative() {
            return true;
        }

        @Override
        public String toString() {
            return "sigmoid";
        }
    }

    /** The hyperbolic tangent. */
    record Tanh() implements Activation {
        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.tanh(x);
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            T value = on.tanh(x);
            return on.minus(on.constant(1), on.times(value, value));
        }

        @Override
        public <T> T size(Arithmetic<T> on, T x) {
            return on.minimum(on.abs(x), on.constant(1));
        }

        @Override
        public int operations() {
            return 8;
        }

        @Override
        public String toString() {
            return "tanh";
        }
    }

    /** slope·x + ½ cut at 0 and 1: 1/6 in PyTorch and Keras 3, 0.2 in Keras 2. */
    record HardSigmoid(double slope) implements Activation {
        static final String NAME = "hard-sigmoid";
        static final double USUAL = 1.0 / 6;

        public HardSigmoid {
            check("the slope of a hard sigmoid", slope, 1);
        }

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            T line = on.plus(on.times(on.constant(slope), x), on.constant(0.5));
            return on.minimum(on.maximum(line, on.constant(0)), on.constant(1));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            return inside(on, x, 0.5 / slope, slope);
        }

        /** Where the line is between 0 and 1, its two parts are at most 1. */
        @Override
        public <T> T size(Arithmetic<T> on, T x) {
            return on.constant(2);
        }

        @Override
        public int operations() {
            return 4;
        }

        @Override
        public boolean nonNegative() {
            return true;
        }

        @Override
        public String toString() {
            return text(NAME, slope, USUAL);
        }
    }

    /** A slope for |x| below a bound, else 0. */
    private static <T> T inside(Arithmetic<T> on, T x, double bound, double slope) {
        return on.times(on.constant(slope), on.relu(on.sign(on.minus(on.constant(bound), on.abs(x)))));
    }

    /** x cut at −1 and 1. */
    record HardTanh() implements Activation {
        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.minimum(on.maximum(x, on.constant(-1)), on.constant(1));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            return inside(on, x, 1, 1);
        }

        @Override
        public int operations() {
            return 0;
        }

        @Override
        public String toString() {
            return "hard-tanh";
        }
    }

    /** x·Φ(x) with the distribution function Φ of the standard Gaussian. */
    record Gelu() implements Activation {
        private static final double TURNS = Activation.turningPoint(new Gelu());

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.times(x, phi(on, x));
        }

        private static <T> T phi(Arithmetic<T> on, T x) {
            T erf = on.erf(on.times(on.constant(Math.sqrt(0.5)), x));
            return on.times(on.constant(0.5), on.plus(on.constant(1), erf));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            T density = on.exp(on.times(on.constant(-0.5), on.times(x, x)));
            T share = on.times(on.constant(1 / Math.sqrt(2 * Math.PI)), on.times(x, density));
            return on.plus(phi(on, x), share);
        }

        @Override
        public int operations() {
            return 16;
        }

        @Override
        public double turningPoint() {
            return TURNS;
        }

        @Override
        public String toString() {
            return "gelu";
        }
    }

    /** x·½(1 + tanh(√(2/π)·(x + 0.044715·x³))): the GELU of {@code approximate="tanh"}. */
    record TanhGelu() implements Activation {
        private static final double SCALE = Math.sqrt(2 / Math.PI);
        private static final double CUBIC = 0.044715;
        private static final double TURNS = Activation.turningPoint(new TanhGelu());

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.times(x, share(on, x));
        }

        private static <T> T share(Arithmetic<T> on, T x) {
            return on.times(on.constant(0.5), on.plus(on.constant(1), tanh(on, x)));
        }

        private static <T> T tanh(Arithmetic<T> on, T x) {
            T bent = on.plus(on.constant(SCALE), on.times(on.constant(SCALE * CUBIC), on.times(x, x)));
            return on.tanh(on.times(x, bent));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            T tanh = tanh(on, x);
            T steep = on.plus(on.constant(SCALE), on.times(on.constant(3 * SCALE * CUBIC), on.times(x, x)));
            T rise = on.times(on.minus(on.constant(1), on.times(tanh, tanh)), on.times(x, steep));
            return on.plus(share(on, x), on.times(on.constant(0.5), rise));
        }

        @Override
        public int operations() {
            return 24;
        }

        @Override
        public double turningPoint() {
            return TURNS;
        }

        @Override
        public String toString() {
            return "gelu-tanh";
        }
    }

    /** x/(1 + e⁻ˣ), also called Swish. */
    record Silu() implements Activation {
        private static final double TURNS = Activation.turningPoint(new Silu());

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.times(x, on.sigmoid(x));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            T share = on.sigmoid(x);
            T rest = on.times(x, on.minus(on.constant(1), share));
            return on.times(share, on.plus(on.constant(1), rest));
        }

        @Override
        public int operations() {
            return 20;
        }

        @Override
        public double turningPoint() {
            return TURNS;
        }

        @Override
        public String toString() {
            return "silu";
        }
    }

    /** x·tanh(log(1 + eˣ)). */
    record Mish() implements Activation {
        private static final double TURNS = Activation.turningPoint(new Mish());

        @Override
        public <T> T value(Arithmetic<T> on, T x) {
            return on.times(x, on.tanh(on.softplus(x)));
        }

        @Override
        public <T> T slope(Arithmetic<T> on, T x) {
            T tanh = on.tanh(on.softplus(x));
            T rise = on.times(on.minus(on.constant(1), on.times(tanh, tanh)), on.times(x, on.sigmoid(x)));
            return on.plus(tanh, rise);
        }

        @Override
        public int operations() {
            return 48;
        }

        @Override
        public double turningPoint() {
            return TURNS;
        }

        @Override
        public String toString() {
            return "mish";
        }
    }
}
