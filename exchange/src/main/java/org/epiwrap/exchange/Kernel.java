package org.epiwrap.exchange;

/**
 * What a kernel's shape says.
 *
 * @param size of the window of a convolution; 0 for a dense layer
 */
record Kernel(int outputs, int inputs, int size) {

    boolean isConvolution() {
        return size > 0;
    }

    /** Whether this can come right after another: what one gives is what the other takes. */
    boolean canFollow(Kernel before) {
        if (isConvolution()) {
            return before.isConvolution() && inputs == before.outputs;
        }
        // Of a convolution a dense layer sees every channel at each place.
        return before.isConvolution() ? inputs % before.outputs == 0 : inputs == before.outputs;
    }

    /** The number of its weights. */
    int weights() {
        return Math.multiplyExact(Math.multiplyExact(outputs, inputs), isConvolution() ? size * size : 1);
    }

    @Override
    public String toString() {
        return isConvolution()
                ? "a convolution from " + inputs + " to " + outputs + " channels by " + size + "×" + size
                : "a dense layer from " + inputs + " to " + outputs;
    }
}
