package org.epiwrap.bench.table;

import java.util.Arrays;
import org.epiwrap.bench.harness.Group;
import org.epiwrap.bench.harness.Measurements;
import org.epiwrap.bench.harness.Summary;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Tables in files: reading, scoring, and the memory that both take. */
public final class DataGroup implements Group {
    private static final double READING = 40;
    private static final double SCORING = 25;
    private static final double MEMORY = 1.1;
    private static final long BOUND = 256L << 20;

    private final Measurements measured = new Measurements();

    @Override
    public void measure() throws RunnerException {
        measured.run(
                options("TableBenchmark.reading$", "2g").warmupIterations(2).measurementIterations(5));
        measured.run(
                options("TableBenchmark.scoring$", "2g").warmupIterations(1).measurementIterations(3));
        measured.run(options("RowMemoryBenchmark", "256m")
                .jvmArgsAppend("-XX:+AlwaysPreTouch")
                .warmupIterations(0)
                .measurementIterations(1));
        measured.run(options("LargeTableBenchmark", "2g")
                .jvmArgsAppend("-Depiwrap.data.memory=" + BOUND)
                .warmupIterations(0)
                .measurementIterations(1));
    }

    private static ChainedOptionsBuilder options(String include, String heap) {
        return Measurements.onOneThread(include, heap).timeout(TimeValue.hours(1));
    }

    @Override
    public void summarise(Summary summary) {
        summary.line(
                "tables in files, on one thread; shares are medians of processor time of the thread, with their range");
        share(
                summary,
                String.format(
                        "%d x %d cells of CSV read, encoded and divided, against FastCSV alone",
                        TableBenchmark.ROWS, TableBenchmark.COLUMNS),
                "reading",
                READING);
        share(
                summary,
                String.format(
                        "%d rows scored from file to file, against predictions of them in memory", TableBenchmark.ROWS),
                "scoring",
                SCORING);
        memory(summary);
        large(summary);
    }

    /** The speed of the first kind of work as a share of that of the second. */
    private void share(Summary summary, String what, String key, double target) {
        double[] shares = Arrays.stream(measured.processorRatios(key))
                .map(ratio -> 100 / ratio)
                .toArray();
        double median = Measurements.median(shares);
        summary.line(
                "  %s: %.2f s and %.2f s; %.0f %% of its speed [%.0f, %.0f], by the clock %.0f (target >= %.0f %%): %s",
                what,
                measured.seconds(key, "firstProcessor"),
                measured.seconds(key, "secondProcessor"),
                median,
                Arrays.stream(shares).min().orElseThrow(),
                Arrays.stream(shares).max().orElseThrow(),
                100 / Measurements.median(measured.ratios(key, "firstClock", "secondClock")),
                target,
                summary.verdict(median >= target));
    }

    private void memory(Summary summary) {
        double few = Measurements.median(measured.counts("memory", "few")) / (1 << 20);
        double many = Measurements.median(measured.counts("memory", "many")) / (1 << 20);
        if (many == 0) {
            summary.line("  memory: not measured, since this system does not report that of a process");
            return;
        }
        summary.line(
                "  %d and %d rows predicted from file to file with a heap of 256 MB: peak resident memory %.1f and %.1f MiB; ratio %.3f (target <= %s): %s",
                RowMemoryBenchmark.FEW,
                RowMemoryBenchmark.MANY,
                few,
                many,
                many / few,
                MEMORY,
                summary.verdict(many / few <= MEMORY));
    }

    private void large(Summary summary) {
        summary.line(
                "  %d x %d cells with a heap of 2 GB, of which data may take %d MiB: read in %.0f s, %.0f rows trained on for an epoch in batches of %d in %.0f s by the clock",
                LargeTableBenchmark.ROWS,
                LargeTableBenchmark.COLUMNS,
                BOUND >> 20,
                measured.seconds("train", "reading"),
                Measurements.median(measured.counts("train", "trained")),
                LargeTableBenchmark.BATCH,
                measured.seconds("train", "training"));
    }
}
