package org.epiwrap.intervalnet;

import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;

/** How bounds become probabilities. */
public enum Averaging {
    /** The softmax of the midpoints of the logits' bounds. */
    LOGITS,
    /** Each layer gets the midpoints of its inputs' bounds; then as {@link #LOGITS}. Keeps deep networks from blowing up. */
    ACTIVATIONS,
    /** The mean of the softmaxes of the lower and of the upper logits. */
    SOFTMAXES,
    /** The network of the midpoints of the weights' intervals. */
    WEIGHTS;

    /**
     * What suits the depth of a network: midpoints of the logits for one hidden layer, of the activations for more, where
     * bounds of bounds would grow without need.
     */
    public static Averaging usual(Architecture architecture) {
        return new Layout(architecture, Bias.POINT).weighted().size() <= 2 ? LOGITS : ACTIVATIONS;
    }
}
