package org.epiwrap.network;

/** Thrown when training has left the range in which anything is learnt. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DivergedException(int epoch, int batch, String what, double value, double learningRate) {
        super("training diverged in epoch " + (epoch + 1) + ", batch " + (batch + 1) + ": " + what + " is " + value
                + "; try a learning rate below " + learningRate);
    }
}
