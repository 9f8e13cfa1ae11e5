package org.epiwrap.network;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * The seeds of several runs that are computed together. Each run draws its weights, its noise and its dropout from its
 * own seed; the order of the data, its augmentation and the signs of Flipout come from {@code shared}, one for all. What is random in a
 * step depends on the seed and the step's number alone, so that a run can be taken up at any step.
 */
public record RunSeeds(long shared, List<Long> own) {
    private static final long STEPS = 1L << 32;

    public RunSeeds {
        own = List.copyOf(own);
        Check.atLeast("the number of runs", own.size(), 1);
    }

    public static RunSeeds of(long seed) {
        return new RunSeeds(seed, List.of(seed));
    }

    public int runs() {
        return own.size();
    }

    public UniformRandomProvider weights(int run) {
        return stream(own.get(run), 0, 0);
    }

    UniformRandomProvider noise(int run, long step) {
        return stream(own.get(run), 1, step);
    }

    UniformRandomProvider dropout(int run, long step) {
        return stream(own.get(run), 2, step);
    }

    UniformRandomProvider signs(long step) {
        return stream(shared, 3, step);
    }

    UniformRandomProvider order(long epoch) {
        return stream(shared, 4, epoch);
    }

    UniformRandomProvider augmentation(long step) {
        return stream(shared, 5, step);
    }

    private static UniformRandomProvider stream(long seed, long purpose, long number) {
        return new RandomStreams(seed).stream(purpose * STEPS + number);
    }
}
