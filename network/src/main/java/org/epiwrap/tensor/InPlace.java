package org.epiwrap.tensor;

import ai.djl.ndarray.NDArray;
import java.lang.ref.Reference;
import java.nio.FloatBuffer;
import java.util.List;

/**
 * Changes tensors where they are, by one walk through their memory. A rule that the engine makes of ten operations walks
 * ten times through all of it, and that is what steps of small networks, many at once, are waiting for.
 */
final class InPlace {
    /** So few that the numbers of all tensors at hand stay in the processor's nearest memory. */
    private static final int PART = 1024;

    private static final ThreadLocal<float[][]> PARTS = ThreadLocal.withInitial(() -> new float[4][PART]);

    private InPlace() {}

    /** What is done with the numbers at the same places of several tensors. */
    @FunctionalInterface
    interface Rule {
        /** Changes the first so many numbers of each tensor's part. */
        void apply(float[][] parts, int count);
    }

    /** Applies a rule to at most four tensors of one size, outside of any gradient. */
    static void change(List<NDArray> tensors, Rule rule) {
        try {
            FloatBuffer[] all = tensors.stream()
                    .map(tensor -> tensor.toByteBuffer(true).asFloatBuffer())
                    .toArray(FloatBuffer[]::new);
            float[][] parts = PARTS.get();
            int size = all[0].remaining();
            for (int from = 0; from < size; from += PART) {
                int count = Math.min(PART, size - from);
                for (int t = 0; t < all.length; t++) {
                    all[t].get(from, parts[t], 0, count);
                }
                rule.apply(parts, count);
                for (int t = 0; t < all.length; t++) {
                    all[t].put(from, parts[t], 0, count);
                }
            }
        } finally {
            // The buffers are the tensors' own memory, which must not be freed before here.
            Reference.reachabilityFence(tensors);
        }
    }
}
