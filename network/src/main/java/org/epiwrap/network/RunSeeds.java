package org.epiwrap.network;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * The seeds of several runs that are computed together. Each run draws its weights, its noise and its dropout from its
 * own seed; the order of the data and the signs of Flipout come from {@code shared}, one for all. What is random in a
 * step depends on the seed and the step's number alone, so that a run can be taken up at any step.
 */
public record RunSeeds(long shared, List<Long> own) {
    private static final long STEPS = 1L << 32;

    public RunSeeds {
        own = List.copyOf(own);
        Check.atLeast("the number of runs", own.size(), 1);
    }

    /** Returns the seeds of a single run. */
    public static RunSeeds of(long seed) {
        return new RunSeeds(seed, List.of(seed));
    }

    public int runs() {
        return own.size();
    }

    /** For the first weights of a run. */
    public UniformRandomProvider weights(int run) {
        return stream(own.get(run), 0, 0);
    }

    /** For a run's noise in a step. */
    UniformRandomProvider noise(int run, long step) {
        return stream(own.get(run), 1, step);
    }

    /** For a run's dropout in a step. */
    UniformRandomProvider dropout(int run, long step) {
        return stream(own.get(run), 2, step);
    }

    /** For the signs that all runs share in a step. */
    UniformRandomProvider signs(long step) {
        return stream(shared, 3, step);
    }

    /** For the order of the data in an epoch. */
    UniformRandomProvider order(long epoch) {
        return stream(shared, 4, epoch);
    }

    private static UniformRandomProvider stream(long seed, long purpose, long number) {
        return new RandomStreams(seed).stream(purpose * STEPS + number);
    }
}
