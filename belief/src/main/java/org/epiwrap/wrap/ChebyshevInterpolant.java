package org.epiwrap.wrap;

import java.util.function.DoubleUnaryOperator;

/**
 * The polynomial through a function's values at the Chebyshev nodes of an interval, by the barycentric formula. For a
 * function that is smooth there it is the function, to the last digits, at a price that does not depend on it.
 */
final class ChebyshevInterpolant implements DoubleUnaryOperator {
    private static final int NODES = 24;

    private final double[] nodes = new double[NODES];
    private final double[] values = new double[NODES];
    private final double[] weights = new double[NODES];

    ChebyshevInterpolant(DoubleUnaryOperator function, double from, double to) {
        for (int k = 0; k < NODES; k++) {
            double angle = Math.PI * (k + 0.5) / NODES;
            nodes[k] = 0.5 * (from + to) - 0.5 * (to - from) * Math.cos(angle);
            values[k] = function.applyAsDouble(nodes[k]);
            weights[k] = k % 2 == 0 ? Math.sin(angle) : -Math.sin(angle);
        }
    }

    @Override
    public double applyAsDouble(double x) {
        double numerator = 0;
        double denominator = 0;
        for (int k = 0; k < NODES; k++) {
            if (x == nodes[k]) {
                return values[k];
            }
            double term = weights[k] / (x - nodes[k]);
            numerator += term * values[k];
            denominator += term;
        }
        return numerator / denominator;
    }

    /** Returns whether it agrees with the function half-way between neighbouring nodes. */
    boolean agreesWith(DoubleUnaryOperator function, double tolerance) {
        for (int k = 1; k < NODES; k++) {
            double x = 0.5 * (nodes[k - 1] + nodes[k]);
            double exact = function.applyAsDouble(x);
            if (!(Math.abs(applyAsDouble(x) - exact) <= tolerance * Math.abs(exact))) {
                return false;
            }
        }
        return true;
    }
}
