package org.epiwrap.testing;

import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;

/** Runs a property on random cases. */
public final class RandomCases {
    private RandomCases() {}

    /** Runs a property on many cases, each with a stream of its own; a failure names the case, to be run alone. */
    public static void forAll(long seed, int count, Consumer<UniformRandomProvider> property) {
        for (int number = 0; number < count; number++) {
            try {
                property.accept(new RandomStreams(seed).stream(number));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("case " + number + " of seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
