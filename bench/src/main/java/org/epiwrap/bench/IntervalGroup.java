package org.epiwrap.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Predictions of interval networks: beside those of plain and of Bayesian networks, and the memory they take. */
final class IntervalGroup implements Group {
    /** Bytes that a visited image may leave behind; the image itself is 784, in the engine 3136. */
    private static final double BYTES_AN_IMAGE = 100;

    private final Measurements measured = new Measurements();

    @Override
    public String name() {
        return "interval";
    }

    @Override
    public void measure() throws RunnerException {
        measured.run(options("IntervalBenchmark.pass$").measurementIterations(9));
        measured.run(options("IntervalBenchmark.prediction$")
                .param("architecture", "lenet5")
                .measurementIterations(5));
        measured.run(options("IntervalBenchmark.predictionBesidePlain$")
                .param("architecture", "lenet5")
                .measurementIterations(5));
        measured.run(options("IntervalBenchmark.predictionBesideBounds$")
                .param("architecture", "lenet5", "lenet5-100")
                .measurementIterations(5));
        measured.run(options("IntervalBenchmark.randomSet$")
                .param("architecture", "mlp8", "lenet5")
                .measurementIterations(5));
        measured.run(options("MemoryBenchmark")
                .jvmArgsAppend("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch")
                .warmupIterations(1)
                .measurementIterations(3));
    }

    /** On one thread, Java's too, its time on a processor is all the work there is, however busy the machine. */
    private static ChainedOptionsBuilder options(String include) {
        return new OptionsBuilder()
                .include(include)
                .forks(1)
                .shouldFailOnError(true)
                .warmupIterations(2)
                .jvmArgs(
                        "-Xms2g",
                        "-Xmx2g",
                        "-Dai.djl.offline=true",
                        "-Dai.djl.pytorch.num_threads=1",
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0");
    }

    @Override
    public void summarise(Summary summary) {
        summary.line(
                "predictions of interval networks wrapped from Bayesian ones that have seen 3,000 digits; one thread; ratios are medians, with their range, of its time on a processor");
        passes(summary, "MLP 784-8-10", "mlp8", 2.2);
        passes(summary, "MLP 784-512-10", "mlp512", 2.2);
        passes(summary, "LeNet-5", "lenet5", 4.2);
        atMost(
                summary,
                "LeNet-5, whole predictions (probabilities, bounds, sets of classes, epistemic scores) against a Bayesian average of "
                        + IntervalBenchmark.BAYESIAN_DRAWS + " draws, 2,000 images",
                "prediction architecture=lenet5",
                0.1);
        double[] plain = ratios("predictionBesidePlain architecture=lenet5");
        summary.line(
                "    as many passes of the plain network: %s",
                spread(plain, "predictionBesidePlain architecture=lenet5"));
        for (String classes : List.of("", "-100")) {
            String key = "predictionBesideBounds architecture=lenet5" + classes;
            summary.line(
                    "    as many interval passes, with %s classes: %s",
                    classes.isEmpty() ? "10" : "100", spread(ratios(key), key));
        }
        draws(summary, "MLP 784-8-10", "mlp8");
        draws(summary, "LeNet-5", "lenet5");
        memory(summary, "MLP 784-8-10", "mlp8");
        memory(summary, "LeNet-5", "lenet5");
    }

    private void passes(Summary summary, String what, String architecture, double target) {
        atMost(
                summary,
                what + ", bounds of the logits of 10,000 images against a plain pass",
                "pass architecture=" + architecture,
                target);
    }

    private void draws(Summary summary, String what, String architecture) {
        atMost(
                summary,
                what + ", the random set of " + IntervalBenchmark.SET_DRAWS
                        + " draws against one interval pass, 2,000 images",
                "randomSet architecture=" + architecture,
                25);
    }

    private void atMost(Summary summary, String what, String key, double target) {
        double[] ratios = ratios(key);
        summary.line(
                "  %s: %.3f s and %.3f s; ratio %s (target <= %s): %s",
                what,
                seconds(key, "firstProcessor"),
                seconds(key, "secondProcessor"),
                spread(ratios, key),
                target,
                summary.verdict(Measurements.median(ratios) <= target));
    }

    private void memory(Summary summary, String what, String architecture) {
        String key = "memory architecture=" + architecture;
        double images = MemoryBenchmark.MANY - MemoryBenchmark.FEW;
        double heap = (bytes(key, "heapMany") - bytes(key, "heapFew")) / images;
        if (bytes(key, "residentMany") == 0) {
            summary.line("  %s: this system does not tell how much memory a process takes; not measured", what);
            return;
        }
        double resident = (bytes(key, "residentMany") - bytes(key, "residentFew")) / images;
        summary.line(
                "  %s, whole predictions visited, %d and %d images: live heap %.1f and %.1f MiB, %.1f bytes more an image; resident at most %.1f and %.1f MiB, %.1f bytes more an image (target <= %.0f): %s",
                what,
                MemoryBenchmark.FEW,
                MemoryBenchmark.MANY,
                mebi(key, "heapFew"),
                mebi(key, "heapMany"),
                heap,
                mebi(key, "residentFew"),
                mebi(key, "residentMany"),
                resident,
                BYTES_AN_IMAGE,
                summary.verdict(heap <= BYTES_AN_IMAGE && resident <= BYTES_AN_IMAGE));
    }

    private double[] ratios(String key) {
        return measured.ratios(key, "firstProcessor", "secondProcessor");
    }

    private double bytes(String key, String counter) {
        return Measurements.median(measured.counts(key, counter));
    }

    private double mebi(String key, String counter) {
        return bytes(key, counter) / (1 << 20);
    }

    private double seconds(String key, String counter) {
        return Measurements.median(measured.counts(key, counter)) / 1e9;
    }

    /** The median, the range, and the median by the clock, which says how busy the machine was. */
    private String spread(double[] ratios, String key) {
        return String.format(
                Locale.ROOT,
                "%.3f [%.3f, %.3f], by the clock %.3f",
                Measurements.median(ratios),
                Arrays.stream(ratios).min().orElseThrow(),
                Arrays.stream(ratios).max().orElseThrow(),
                Measurements.median(measured.ratios(key, "firstClock", "secondClock")));
    }
}
