package org.epiwrap.wrap;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * A smooth function of sigma, for sigmas that are floats, as a polynomial of degree 4 on each of many segments.
 *
 * <p>The leading bits of the float choose the segment, so that each power of two is cut into equally many, and the bits
 * that remain are the exact place within it: no division and no conversion, which cost more here than the polynomial.
 *
 * <p>Every segment is checked against the function when the table is built. All are halved until nearly all have a
 * relative error below {@link #TOLERANCE}; in the few that do not, because the function has a kink there, the function
 * itself is called. The accuracy therefore holds for every argument.
 */
final class SigmaTable {
    /** A tenth of the promised 1e-10: the check looks at some points of a segment only. */
    static final double TOLERANCE = 1e-11;

    static final int MANTISSA_BITS = 23;
    /** 64 segments a power of two, to begin with. */
    private static final int COARSEST = MANTISSA_BITS - 6;
    /** 512 segments a power of two, and no more. */
    private static final int FINEST = MANTISSA_BITS - 9;

    private static final int TERMS = 5;
    /** Chebyshev nodes of [-1/2, 1/2]. */
    private static final double[] NODES = nodes();
    /** Places between the nodes, where interpolation is at its worst. */
    private static final double[] CHECKS = {-0.5, -0.4, -0.15, 0.15, 0.4, 0.5};

    /** The share of segments in which a kink is put up with before all are halved. */
    private static final double KINKS = 0.01;

    private final DoubleUnaryOperator function;
    private final double beyond;
    final int shift;
    final int firstSegment;
    final int segments;
    /** By segment, the constant term first; NaN where the function itself is to be called. */
    private final double[] coefficients;

    private SigmaTable(
            DoubleUnaryOperator function, double beyond, int shift, int firstSegment, double[] coefficients) {
        this.function = function;
        this.beyond = beyond;
        this.shift = shift;
        this.firstSegment = firstSegment;
        this.segments = coefficients.length / TERMS;
        this.coefficients = coefficients;
    }

    /** Tabulates a function that is smooth from below {@code from}, above 0, to {@code to}, and constant beyond. */
    static SigmaTable of(DoubleUnaryOperator function, float from, float to) {
        Map<Integer, DoubleUnaryOperator> powersOfTwo = new HashMap<>();
        for (int shift = COARSEST; ; shift--) {
            // Neither 0 nor infinity is in a segment, nor at its end.
            int first = Math.max(1, Float.floatToRawIntBits(from) >>> shift);
            int end = Float.floatToRawIntBits(to) >>> shift;
            double[] coefficients = new double[Math.max(0, end - first) * TERMS];
            int kinks = 0;
            for (int segment = first; segment < end; segment++) {
                double start = Float.intBitsToFloat(segment << shift);
                double width = Float.intBitsToFloat((segment + 1) << shift) - start;
                DoubleUnaryOperator source =
                        powersOfTwo.computeIfAbsent(Math.getExponent(start), e -> powerOfTwo(function, e));
                DoubleUnaryOperator local = place -> source.applyAsDouble(start + width * (place + 0.5));
                double[] polynomial = interpolate(local);
                if (!fits(polynomial, local)) {
                    Arrays.fill(polynomial, Double.NaN);
                    kinks++;
                }
                System.arraycopy(polynomial, 0, coefficients, (segment - first) * TERMS, TERMS);
            }
            if (kinks <= KINKS * (end - first) || shift == FINEST) {
                double beyond = function.applyAsDouble(Float.intBitsToFloat(end << shift));
                return new SigmaTable(function, beyond, shift, first, coefficients);
            }
        }
    }

    /** Returns the function on [2^e, 2^(e+1)], or a stand-in for it where one is as good. */
    private static DoubleUnaryOperator powerOfTwo(DoubleUnaryOperator function, int e) {
        double start = Math.scalb(1.0, e);
        ChebyshevInterpolant standIn = new ChebyshevInterpolant(function, start, 2 * start);
        return standIn.agreesWith(function, 0.1 * TOLERANCE) ? standIn : function;
    }

    double value(float sigma) {
        int bits = Float.floatToRawIntBits(sigma);
        int segment = (bits >>> shift) - firstSegment;
        if (segment >= 0 && segment < segments) {
            // The low bits behind the bits of 1.0 make a number in [1, 2).
            long low = (long) (bits & ((1 << shift) - 1)) << (52 - shift);
            double place = Double.longBitsToDouble(Double.doubleToRawLongBits(1) | low) - 1.5;
            double value = polynomial(coefficients, segment * TERMS, place);
            if (!Double.isNaN(value)) {
                return value;
            }
        }
        return segment >= segments ? beyond : function.applyAsDouble(sigma);
    }

    /** Returns the coefficient of a power of the place in a segment, from -1/2 to 1/2; NaN where there is a kink. */
    double coefficient(int segment, int power) {
        return coefficients[segment * TERMS + power];
    }

    private static double polynomial(double[] c, int at, double x) {
        return (((c[at + 4] * x + c[at + 3]) * x + c[at + 2]) * x + c[at + 1]) * x + c[at];
    }

    private static boolean fits(double[] polynomial, DoubleUnaryOperator function) {
        return Arrays.stream(CHECKS).allMatch(x -> {
            double exact = function.applyAsDouble(x);
            return Math.abs(polynomial(polynomial, 0, x) - exact) <= TOLERANCE * Math.abs(exact);
        });
    }

    /** Returns the polynomial through the nodes: Newton's divided differences, multiplied out. */
    private static double[] interpolate(DoubleUnaryOperator function) {
        double[] newton = Arrays.stream(NODES).map(function).toArray();
        for (int order = 1; order < TERMS; order++) {
            for (int k = TERMS - 1; k >= order; k--) {
                newton[k] = (newton[k] - newton[k - 1]) / (NODES[k] - NODES[k - order]);
            }
        }
        double[] polynomial = new double[TERMS];
        for (int k = TERMS - 1; k >= 0; k--) {
            for (int power = TERMS - 1; power > 0; power--) {
                polynomial[power] = polynomial[power - 1] - NODES[k] * polynomial[power];
            }
            polynomial[0] = newton[k] - NODES[k] * polynomial[0];
        }
        return polynomial;
    }

    private static double[] nodes() {
        double[] nodes = new double[TERMS];
        for (int k = 0; k < TERMS; k++) {
            nodes[k] = -0.5 * Math.cos(Math.PI * (k + 0.5) / TERMS);
        }
        return nodes;
    }
}
