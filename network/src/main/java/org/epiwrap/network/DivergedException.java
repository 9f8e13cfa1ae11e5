package org.epiwrap.network;

/** Training has left the range of numbers, and nothing will bring it back. */
public final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DivergedException(int epoch, int batch, double loss, double learningRate) {
        super("training diverged in epoch " + (epoch + 1) + ", batch " + (batch + 1) + ": the loss is " + loss
                + "; try a learning rate below " + learningRate);
    }
}
