package org.epiwrap.exchange.convention;

/**
 * The kernel of a layer.
 *
 * @param size of the window of a convolution; 0 for a dense layer
 */
public record Kernel(int outputs, int inputs, int size) {

    /** Returns whether it is the kernel of a convolution. */
    public boolean isConvolution() {
        return size > 0;
    }

    /** Returns whether this can follow another kernel: it takes what the other gives. */
    public boolean canFollow(Kernel before) {
        if (isConvolution()) {
            return before.isConvolution() && inputs == before.outputs;
        }
        // A dense layer after a convolution has every channel of each pixel as an input.
        return before.isConvolution() ? inputs % before.outputs == 0 : inputs == before.outputs;
    }

    /** Returns the number of its weights. */
    public int weights() {
        return Math.multiplyExact(Math.multiplyExact(outputs, inputs), isConvolution() ? size * size : 1);
    }

    @Override
    public String toString() {
        return isConvolution()
                ? "a convolution from " + inputs + " to " + outputs + " channels by " + size + "×" + size
                : "a dense layer from " + inputs + " to " + outputs;
    }
}
