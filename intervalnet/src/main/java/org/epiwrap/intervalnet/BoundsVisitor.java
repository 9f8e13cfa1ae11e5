package org.epiwrap.intervalnet;

/** What is told of some images by {@link IntervalNetwork#bounds}. */
@FunctionalInterface
public interface BoundsVisitor {
    /**
     * The bounds of the logits of {@code count} images of a dataset from the image {@code first} on.
     *
     * @param lower [runs][count][classes]
     * @param upper [runs][count][classes]
     */
    void visit(int first, int count, float[] lower, float[] upper);
}
