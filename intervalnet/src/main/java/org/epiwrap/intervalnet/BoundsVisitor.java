package org.epiwrap.intervalnet;

/** Receives the bounds that {@link IntervalNetwork#bounds} computes. */
@FunctionalInterface
public interface BoundsVisitor {
    /**
     * Receives the bounds of the logits of {@code count} images of a dataset from the image {@code first} on.
     *
     * @param lower [runs][count][classes]
     * @param upper [runs][count][classes]
     */
    void visit(int first, int count, float[] lower, float[] upper);
}
