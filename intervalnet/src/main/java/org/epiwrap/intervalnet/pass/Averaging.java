package org.epiwrap.intervalnet.pass;

import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.tensor.Tensor;

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
     * Returns the usual one by bounds: {@link #LOGITS} for up to one hidden layer, else {@link #ACTIVATIONS}, as bounds of
     * bounds would grow.
     */
    public static Averaging usual(Architecture architecture) {
        return new Layout(architecture, Bias.POINT).weighted().size() <= 2 ? LOGITS : ACTIVATIONS;
    }

    /** Returns the probabilities of logits that a pass for this averaging computed. */
    public Tensor probabilities(Activations logits) {
        return switch (this) {
            case SOFTMAXES ->
                softmax(logits.lower()).plus(softmax(logits.upper())).times(Tensor.constant(0.5f));
            case LOGITS, ACTIVATIONS, WEIGHTS -> softmax(logits.midpoints().values());
        };
    }

    private static Tensor softmax(Tensor logits) {
        return logits.logSoftmax(-1).exp();
    }
}
