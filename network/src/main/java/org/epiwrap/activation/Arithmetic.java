package org.epiwrap.activation;

/**
 * The operations of which activation functions are made. A function is written once and computed on whatever has these:
 * numbers, tensors, the values of a graph.
 *
 * @param <T> what is computed with
 */
public interface Arithmetic<T> {
    /** Numbers of double precision. */
    Arithmetic<Double> NUMBERS = new NumberArithmetic();

    /** Returns a number that is the same for all. */
    T constant(double value);

    /** Returns a + b. */
    T plus(T a, T b);

    /** Returns a − b. */
    T minus(T a, T b);

    /** Returns a·b. */
    T times(T a, T b);

    /** Returns the larger of two. */
    T maximum(T a, T b);

    /** Returns the smaller of two. */
    T minimum(T a, T b);

    /** Returns |x|. */
    T abs(T x);

    /** Returns −1, 0 or 1. */
    T sign(T x);

    /** Returns max(x, 0); its gradient at 0 is 0. */
    T relu(T x);

    /** Returns eˣ. */
    T exp(T x);

    /** Returns the hyperbolic tangent. */
    T tanh(T x);

    /** Returns 1/(1 + e⁻ˣ). */
    T sigmoid(T x);

    /** Returns log(1 + eˣ). */
    T softplus(T x);

    /** Returns the error function. */
    T erf(T x);
}
