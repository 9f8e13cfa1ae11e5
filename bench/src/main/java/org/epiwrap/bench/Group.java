package org.epiwrap.bench;

import org.openjdk.jmh.runner.RunnerException;

/** Benchmarks that are run and summed up together. */
interface Group {
    /** What the command line calls it. */
    String name();

    void measure() throws RunnerException;

    /** Prints what was measured, as ratios, beside its targets. */
    void summarise(Summary summary);
}
