package org.epiwrap.property;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;

/** Random scores, labels, probabilities and bounds, fixed by a seed and the number of the case. */
final class Cases {
    private Cases() {}

    /** Runs a property on many cases; a failure names the case, which can then be run alone. */
    static void forAll(long seed, int count, Consumer<UniformRandomProvider> property) {
        for (int number = 0; number < count; number++) {
            try {
                property.accept(new RandomStreams(seed).stream(number));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("case " + number + " of seed " + seed + ": " + e.getMessage(), e);
            }
        }
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
