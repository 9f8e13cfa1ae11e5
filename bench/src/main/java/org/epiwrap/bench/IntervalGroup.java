package org.epiwrap.bench;

import java.util.List;
import org.epiwrap.bench.harness.Group;
import org.epiwrap.bench.harness.Measurements;
import org.epiwrap.bench.harness.Summary;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Predictions of interval networks: against plain and Bayesian networks, and the memory they take. */
final class IntervalGroup implements Group {
    /** The bytes that a predicted image may leave behind; the image itself has 784, in the engine 3136. */
    private static final double BYTES_PER_IMAGE = 100;

    private final Measurements measured = new Measurements();

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

    private static ChainedOptionsBuilder options(String include) {
        return Measurements.onOneThread(include, "2g").warmupIterations(2);
    }

    @Override
    public void summarise(Summary summary) {
        summary.line(
                "predictions of interval networks, wrapped from Bayesian networks trained on 3,000 digits, on one thread; ratios are medians of processor time, with their range");
        passes(summary, "MLP 784-8-10", "mlp8", 2.2);
        passes(summary, "MLP 784-512-10", "mlp512", 2.2);
        passes(summary, "LeNet-5", "lenet5", 4.2);
        compareWithTarget(
                summary,
                "LeNet-5, full predictions (probabilities, bounds, prediction sets, epistemic scores) against a Bayesian average of "
                        + IntervalBenchmark.BAYESIAN_DRAWS + " draws, 2,000 images",
                "prediction architecture=lenet5",
                0.1);
        summary.line("    in plain passes: %s", measured.spread("predictionBesidePlain architecture=lenet5", 3));
        for (String classes : List.of("", "-100")) {
            String key = "predictionBesideBounds architecture=lenet5" + classes;
            summary.line(
                    "    in interval passes, with %s classes: %s",
                    classes.isEmpty() ? "10" : "100", measured.spread(key, 3));
        }
        draws(summary, "MLP 784-8-10", "mlp8");
        draws(summary, "LeNet-5", "lenet5");
        memory(summary, "MLP 784-8-10", "mlp8");
        memory(summary, "LeNet-5", "lenet5");
    }

    private void passes(Summary summary, String what, String architecture, double target) {
        compareWithTarget(
                summary,
                what + ", bounds of the logits of 10,000 images against a plain pass",
                "pass architecture=" + architecture,
                target);
    }

    private void draws(Summary summary, String what, String architecture) {
        compareWithTarget(
                summary,
                what + ", the random set of " + IntervalBenchmark.SET_DRAWS
                        + " draws against one interval pass, 2,000 images",
                "randomSet architecture=" + architecture,
                25);
    }

    private void compareWithTarget(Summary summary, String what, String key, double target) {
        measured.compare(summary, what, key, target, 3);
    }

    private void memory(Summary summary, String what, String architecture) {
        String key = "memory architecture=" + architecture;
        double images = MemoryBenchmark.MANY - MemoryBenchmark.FEW;
        double heap = (bytes(key, "heapMany") - bytes(key, "heapFew")) / images;
        if (bytes(key, "residentMany") == 0) {
            summary.line("  %s: not measured, since this system does not report the memory of a process", what);
            return;
        }
        double resident = (bytes(key, "residentMany") - bytes(key, "residentFew")) / images;
        summary.line(
                "  %s, full predictions in batches, %d and %d images: live heap %.1f and %.1f MiB, %.1f bytes more per image; peak resident memory %.1f and %.1f MiB, %.1f bytes more per image (target <= %.0f): %s",
                what,
                MemoryBenchmark.FEW,
                MemoryBenchmark.MANY,
                mebi(key, "heapFew"),
                mebi(key, "heapMany"),
                heap,
                mebi(key, "residentFew"),
                mebi(key, "residentMany"),
                resident,
                BYTES_PER_IMAGE,
                summary.verdict(heap <= BYTES_PER_IMAGE && resident <= BYTES_PER_IMAGE));
    }

    private double bytes(String key, String counter) {
        return Measurements.median(measured.counts(key, counter));
    }

    private double mebi(String key, String counter) {
        return bytes(key, counter) / (1 << 20);
    }
}
