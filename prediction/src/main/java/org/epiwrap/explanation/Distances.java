package org.epiwrap.explanation;

import java.util.Arrays;
import org.epiwrap.data.Volume;
import org.epiwrap.network.InputBatch;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Distances of an encoded example and of variants of it, each with one part replaced. */
final class Distances {
    /** ln D² at the very mean of a class is negative infinity; nearer than this is as good. */
    private static final double NEAREST = -20;

    private Distances() {}

    /** Replaces a part of an encoded example, which stands at a place of the target. */
    @FunctionalInterface
    interface Replacement {
        void apply(int part, float[] target, int offset);
    }

    /**
     * Returns ln D² of the example, then of each variant. All are computed together, except for examples of so many parts
     * that one batch would be too large.
     */
    static double[] of(EpistemicScorer scorer, float[] encoded, int parts, Replacement replacement) {
        Volume volume = scorer.network().architecture().input();
        int most = InputBatch.usualSize(scorer.network().architecture());
        double[] all = new double[parts + 1];
        for (int first = 0; first < all.length; first += most) {
            int count = Math.min(most, all.length - first);
            float[] batch = new float[Math.multiplyExact(count, encoded.length)];
            for (int i = 0; i < count; i++) {
                System.arraycopy(encoded, 0, batch, i * encoded.length, encoded.length);
                if (first + i > 0) {
                    replacement.apply(first + i - 1, batch, i * encoded.length);
                }
            }
            double[] some = Scope.get(() -> scorer.logSquaredDistances(new InputBatch(
                    Tensor.of(batch, count, volume.channels(), volume.height(), volume.width()),
                    0,
                    count,
                    scorer.input().isNonNegative())));
            System.arraycopy(some, 0, all, first, count);
        }
        Arrays.setAll(all, i -> Math.max(NEAREST, all[i]));
        return all;
    }

    /** Returns how much each part lengthens the distance, as a share of all that do; all 0 if none does. */
    static double[] shares(double[] distances) {
        double[] drops = new double[distances.length - 1];
        Arrays.setAll(drops, i -> Math.max(0, distances[0] - distances[i + 1]));
        double sum = Arrays.stream(drops).sum();
        return Arrays.stream(drops).map(drop -> sum > 0 ? drop / sum : 0).toArray();
    }
}
