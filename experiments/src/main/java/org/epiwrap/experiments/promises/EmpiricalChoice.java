package org.epiwrap.experiments.promises;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.promise.Selection;

/** Thresholds by what was counted on calibration examples, without a margin for chance: what rules are compared with. */
final class EmpiricalChoice {
    private EmpiricalChoice() {}

    /** Returns the largest score up to which an accuracy was reached; empty if there is none. */
    static Optional<Selection> accuracy(double[] scores, boolean[] wrong, double accuracy) {
        int[] rising = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> scores[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        Optional<Selection> best = Optional.empty();
        int errors = 0;
        for (int kept = 1; kept <= rising.length; kept++) {
            double score = scores[rising[kept - 1]];
            errors += wrong[rising[kept - 1]] ? 1 : 0;
            boolean last = kept == rising.length || scores[rising[kept]] > score;
            if (last && errors <= Outcome.atMost(kept, 1 - accuracy)) {
                best = Optional.of(new Selection(score, scores.length, kept, errors));
            }
        }
        return best;
    }

    /** Returns which score, counted from 1, is the lowest up to which a share of so many lies. */
    static int rank(int examples, double share) {
        return Math.max(1, Outcome.atLeast(examples, share));
    }

    /** Returns the lowest score up to which a share of them lies. */
    static double quantile(double[] scores, double share) {
        double[] rising = scores.clone();
        Arrays.sort(rising);
        return rising[rank(rising.length, share) - 1];
    }
}
