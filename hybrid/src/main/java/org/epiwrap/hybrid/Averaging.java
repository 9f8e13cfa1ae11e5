package org.epiwrap.hybrid;

/** How bounds become probabilities. */
public enum Averaging {
    /** The softmax of the midpoints of the logits' bounds. */
    LOGITS,
    /** Each layer gets the midpoints of its inputs' bounds; then as {@link #LOGITS}. Keeps deep networks from blowing up. */
    ACTIVATIONS,
    /** The mean of the softmaxes of the lower and of the upper logits. */
    SOFTMAXES,
    /** The network of the midpoints of the weights' intervals. */
    WEIGHTS
}
