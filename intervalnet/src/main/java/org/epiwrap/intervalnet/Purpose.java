package org.epiwrap.intervalnet;

import org.epiwrap.network.RunSeeds;
import org.epiwrap.random.RandomStreams;

/**
 * What random numbers are for. Each purpose makes seeds of its own from those it is given, so that one seed can be given
 * to training, wrapping and tuning, and none of them meets the numbers of another.
 */
public enum Purpose {
    /** The order of the images, and dropout, in fine-tuning. */
    TUNING(-1),
    /** Dropout in prediction. */
    DROPOUT(-2),
    /** The networks of a random set. */
    RANDOM_SET(-3),
    /** The intervals of weights. */
    DRAWS(-4),
    /** The weights of a random budget. */
    BUDGET(-5);

    /** Below 0, where no other user of {@link RandomStreams} has tasks. */
    private final long task;

    Purpose(long task) {
        this.task = task;
    }

    /** Returns the seed of a part of the work, such as a draw or a run, from the seed that was given. */
    public long seed(long given, long part) {
        long own = new RandomStreams(given).stream(task).nextLong();
        return new RandomStreams(own).stream(part).nextLong();
    }

    /** Returns the seeds of runs: each from its own, so that runs together are what they are alone. */
    public RunSeeds seeds(RunSeeds given) {
        return new RunSeeds(
                seed(given.shared(), 0),
                given.own().stream().map(own -> seed(own, 0)).toList());
    }
}
