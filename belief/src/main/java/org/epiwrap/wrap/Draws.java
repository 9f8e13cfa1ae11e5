package org.epiwrap.wrap;

import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * How intervals are drawn at random for many weights.
 *
 * @param streams the source of randomness; each block of {@value #BLOCK} weights has a stream of its own
 * @param count the number of draws a weight, at least 1; the bounds are their mean
 * @param firstWeight the place in the whole model of the first weight given, a multiple of {@value #BLOCK}: passing a
 *     model in chunks then gives the same intervals as passing it whole
 */
public record Draws(RandomStreams streams, int count, long firstWeight) {
    public static final int BLOCK = 4096;

    public Draws {
        Check.atLeast("count", count, 1);
        if (firstWeight < 0 || firstWeight % BLOCK != 0) {
            throw new IllegalArgumentException(
                    "firstWeight must be a multiple of " + BLOCK + " and >= 0, but is " + firstWeight);
        }
    }

    /** Returns one interval per weight: a draw of the whole network. */
    public static Draws single(long seed) {
        return mean(seed, 1);
    }

    /** Returns the mean of {@code count} intervals per weight. */
    public static Draws mean(long seed, int count) {
        return new Draws(new RandomStreams(seed), count, 0);
    }
}
