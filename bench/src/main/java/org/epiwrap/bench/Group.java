package org.epiwrap.bench;

import org.openjdk.jmh.runner.RunnerException;

/** Benchmarks that run and are summarised together. */
interface Group {
    /** Runs the benchmarks. */
    void measure() throws RunnerException;

    /** Adds the measured ratios and their targets to a summary. */
    void summarise(Summary summary);
}
