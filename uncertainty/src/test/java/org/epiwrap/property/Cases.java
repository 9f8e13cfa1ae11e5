package org.epiwrap.property;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.data.Offset;
import org.epiwrap.testing.RandomCases;

/** Random scores, labels, probabilities and bounds, fixed by a seed and the number of the case. */
final class Cases {
    /** How many cases a property is tried on, unless they are slow. */
    static final int COUNT = 2000;

    static final Offset<Double> ROUNDING = Offset.offset(1e-12);

    private Cases() {}

    /** Something that holds for all scores of which some are marked. */
    interface ScoreProperty {
        void check(UniformRandomProvider random, double[] scores, boolean[] marks);
    }

    /** Runs a property on random scores, of which there are at least 2 and up to {@code sizes} more. */
    static void forAllScores(long seed, int cases, int sizes, ScoreProperty property) {
        RandomCases.forAll(seed, cases, random -> {
            int count = 2 + random.nextInt(sizes);
            property.check(random, scores(random, count), marks(random, count));
        });
    }

    /** From all equal to all distinct, infinite ones and both zeros among them. */
    static double[] scores(UniformRandomProvider random, int count) {
        int distinct = 1 + random.nextInt(2 * count);
        double[] scores = new double[count];
        Arrays.setAll(scores, i -> switch (random.nextInt(40)) {
            case 0 -> Double.POSITIVE_INFINITY;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> -0.0;
            default -> (random.nextInt(distinct) - distinct / 2) / 8.0;
        });
        return scores;
    }

    /** Of each kind at least one. */
    static boolean[] marks(UniformRandomProvider random, int count) {
        boolean[] marks = new boolean[count];
        double share = random.nextDouble();
        for (int i = 0; i < count; i++) {
            marks[i] = random.nextDouble() < share;
        }
        int one = random.nextInt(count);
        marks[one] = true;
        marks[(one + 1 + random.nextInt(count - 1)) % count] = false;
        return marks;
    }

    /** A distribution over classes, from nearly certain to nearly even. */
    static double[] probabilities(UniformRandomProvider random, int classes) {
        double sharpness = Math.pow(10, 2 * random.nextDouble() - 1);
        double[] p = random.doubles(classes)
                .map(x -> Math.pow(-Math.log1p(-x), sharpness))
                .toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(x -> x / sum).toArray();
    }
}
