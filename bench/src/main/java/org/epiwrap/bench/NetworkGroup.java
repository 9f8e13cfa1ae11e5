package org.epiwrap.bench;

import java.util.Arrays;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Training of networks: beside the same by hand, and several runs beside one. */
final class NetworkGroup implements Group {
    private static final String MLP = "train architecture=mlp8 images=60000";
    private static final String LENET = "train architecture=lenet5 images=6400";
    private static final String RUNS = "runs";

    private final Measurements times = new Measurements();

    @Override
    public String name() {
        return "network";
    }

    @Override
    public void measure() throws RunnerException {
        // On one thread, its time on a processor is all the work there is, however busy the machine.
        times.run(options("TrainingBenchmark")
                .param("architecture", "mlp8")
                .param("images", "60000")
                .warmupIterations(2)
                .measurementIterations(7));
        times.run(options("TrainingBenchmark")
                .param("architecture", "lenet5")
                .param("images", "6400")
                .warmupIterations(1)
                .measurementIterations(7));
        times.run(options("RunsBenchmark").warmupIterations(1).measurementIterations(7));
    }

    private static ChainedOptionsBuilder options(String include) {
        return new OptionsBuilder()
                .include(include)
                .forks(1)
                .shouldFailOnError(true)
                .jvmArgs("-Xms2g", "-Xmx2g", "-Dai.djl.offline=true", "-Dai.djl.pytorch.num_threads=1");
    }

    @Override
    public void summarise(Summary summary) {
        summary.line(
                "training by Flipout in batches of 64; ratios are medians, with their range, of the training thread's time on a processor; the engine has no other thread");
        againstHand(summary, "MLP 784-8-10, an epoch of MNIST", MLP);
        againstHand(summary, "LeNet-5, 6,400 images of MNIST", LENET);
        runs(summary);
    }

    private void againstHand(Summary summary, String what, String key) {
        double[] ratios = times.ratios(key, "firstProcessor", "secondProcessor");
        summary.line(
                "  %s: %.2f s; written by hand against the engine %.2f s; ratio %s (target <= 1.1): %s",
                what,
                seconds(key, "firstProcessor"),
                seconds(key, "secondProcessor"),
                spread(ratios, key),
                summary.verdict(Measurements.median(ratios) <= 1.1));
    }

    private void runs(Summary summary) {
        double[] ratios = times.ratios(RUNS, "firstProcessor", "secondProcessor");
        summary.line(
                "  %d runs of the MLP trained together, which share the order of the data and the signs of Flipout, 15,000 images: %.2f s; one run %.2f s; ratio %s (target <= 5): %s",
                RunsBenchmark.RUNS,
                seconds(RUNS, "firstProcessor"),
                seconds(RUNS, "secondProcessor"),
                spread(ratios, RUNS),
                summary.verdict(Measurements.median(ratios) <= 5));
    }

    private double seconds(String key, String counter) {
        return Measurements.median(times.counts(key, counter)) / 1e9;
    }

    /** The median, the range, and the median by the clock, which says how busy the machine was. */
    private String spread(double[] ratios, String key) {
        return String.format(
                Locale.ROOT,
                "%.2f [%.2f, %.2f], by the clock %.2f",
                Measurements.median(ratios),
                Arrays.stream(ratios).min().orElseThrow(),
                Arrays.stream(ratios).max().orElseThrow(),
                Measurements.median(times.ratios(key, "firstClock", "secondClock")));
    }
}
