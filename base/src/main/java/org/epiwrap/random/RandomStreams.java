package org.epiwrap.random;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A family of independent streams of random numbers, one per task, all fixed by one seed. Work that is cut into
 * numbered tasks gives the same result in any order and on any number of threads.
 */
public record RandomStreams(long seed) {

    /** Returns the stream of a task. Equal seeds and tasks give equal streams. */
    public UniformRandomProvider stream(long task) {
        // The seed is scrambled before the task is added and the sum once more: no two tasks of a seed can meet, and
        // neighbouring seeds and tasks do not.
        long scrambled = new SplitMix64(new SplitMix64(seed).nextLong() + task).nextLong();
        SplitMix64 state = new SplitMix64(scrambled);
        long[] words = {state.nextLong(), state.nextLong(), state.nextLong(), state.nextLong()};
        return RandomSource.L64_X128_MIX.create(words);
    }
}
