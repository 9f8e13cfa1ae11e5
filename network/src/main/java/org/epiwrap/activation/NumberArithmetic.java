package org.epiwrap.activation;

import org.apache.commons.numbers.gamma.Erf;

/** The operations on numbers of double precision. */
final class NumberArithmetic implements Arithmetic<Double> {
    @Override
    public Double constant(double value) {
        return value;
    }

    @Override
    public Double plus(Double a, Double b) {
        return a + b;
    }

    @Override
    public Double minus(Double a, Double b) {
        return a - b;
    }

    @Override
    public Double times(Double a, Double b) {
        return a * b;
    }

    @Override
    public Double maximum(Double a, Double b) {
        return Math.max(a, b);
    }

    @Override
    public Double minimum(Double a, Double b) {
        return Math.min(a, b);
    }

    @Override
    public Double abs(Double x) {
        return Math.abs(x);
    }

    @Override
    public Double sign(Double x) {
        return Math.signum(x);
    }

    @Override
    public Double relu(Double x) {
        return Math.max(x, 0);
    }

    @Override
    public Double exp(Double x) {
        return Math.exp(x);
    }

    @Override
    public Double tanh(Double x) {
        return Math.tanh(x);
    }

    @Override
    public Double sigmoid(Double x) {
        return 1 / (1 + Math.exp(-x));
    }

    @Override
    public Double softplus(Double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    @Override
    public Double erf(Double x) {
        return Erf.value(x);
    }
}
