package org.epiwrap.activation;

import org.epiwrap.tensor.Tensor;

/** The operations on tensors, with gradients. */
public enum TensorArithmetic implements Arithmetic<Tensor> {
    /** The only one. */
    TENSORS;

    @Override
    public Tensor constant(double value) {
        return Tensor.constant((float) value);
    }

    @Override
    public Tensor plus(Tensor a, Tensor b) {
        return a.plus(b);
    }

    @Override
    public Tensor minus(Tensor a, Tensor b) {
        return a.minus(b);
    }

    @Override
    public Tensor times(Tensor a, Tensor b) {
        return a.times(b);
    }

    @Override
    public Tensor maximum(Tensor a, Tensor b) {
        return a.maximum(b);
    }

    @Override
    public Tensor minimum(Tensor a, Tensor b) {
        return a.minimum(b);
    }

    @Override
    public Tensor abs(Tensor x) {
        return x.abs();
    }

    @Override
    public Tensor sign(Tensor x) {
        return x.sign();
    }

    @Override
    public Tensor relu(Tensor x) {
        return x.relu();
    }

    @Override
    public Tensor exp(Tensor x) {
        return x.exp();
    }

    @Override
    public Tensor tanh(Tensor x) {
        return x.tanh();
    }

    @Override
    public Tensor sigmoid(Tensor x) {
        return x.sigmoid();
    }

    @Override
    public Tensor softplus(Tensor x) {
        return x.softplus();
    }

    @Override
    public Tensor erf(Tensor x) {
        return x.erf();
    }
}
