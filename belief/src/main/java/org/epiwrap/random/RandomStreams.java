package org.epiwrap.random;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A family of independent streams of random numbers, one per task, all fixed by one seed. Work that is cut into
 * numbered tasks gives the same result in any order and on any number of threads.
 */
public record RandomStreams(long seed) {

    /** The stream of a task. Equal seeds and tasks give equal streams. */
    public UniformRandomProvider stream(long task) {
        // Both numbers are scrambled before they meet: neighbouring seeds and tasks must not share a state.
        SplitMix64 state = new SplitMix64(new SplitMix64(seed).nextLong() ^ new SplitMix64(~task).nextLong());
        long[] words = {state.nextLong(), state.nextLong(), state.nextLong(), state.nextLong()};
        return RandomSource.L64_X128_MIX.create(words);
    }
}
