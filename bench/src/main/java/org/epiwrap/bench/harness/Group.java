package org.epiwrap.bench.harness;

import org.openjdk.jmh.runner.RunnerException;

/** Benchmarks that run and are summarised together. */
public interface Group {
    /** Runs the benchmarks. */
    void measure() throws RunnerException;

    /** Adds the measured ratios and their targets to a summary. */
    void summarise(Summary summary);
}
