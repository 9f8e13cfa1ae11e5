package org.epiwrap.bench;

import java.util.Arrays;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Training of networks: beside the same by hand, several runs beside one, and beside what the processor can do. */
final class NetworkGroup implements Group {
    private static final String MLP = "train architecture=mlp8 images=60000";
    private static final String LENET = "train architecture=lenet5 images=6400";
    private static final String RUNS = "runs";
    private static final String RESNET = "resnet";

    private final Measurements times = new Measurements();

    @Override
    public String name() {
        return "network";
    }

    @Override
    public void measure() throws RunnerException {
        // On one thread, its time on a processor is all the work there is, however busy the machine.
        times.run(options("TrainingBenchmark", 1)
                .param("architecture", "mlp8")
                .param("images", "60000")
                .warmupIterations(2)
                .measurementIterations(7));
        times.run(options("TrainingBenchmark", 1)
                .param("architecture", "lenet5")
                .param("images", "6400")
                .warmupIterations(1)
                .measurementIterations(7));
        times.run(options("RunsBenchmark", 1).warmupIterations(1).measurementIterations(7));
        times.run(options("ResNetBenchmark", Runtime.getRuntime().availableProcessors())
                .warmupIterations(0)
                .measurementIterations(2));
    }

    private static ChainedOptionsBuilder options(String include, int threads) {
        return new OptionsBuilder()
                .include(include)
                .forks(1)
                .shouldFailOnError(true)
                .jvmArgs("-Xms2g", "-Xmx2g", "-Dai.djl.offline=true", "-Dai.djl.pytorch.num_threads=" + threads);
    }

    @Override
    public void summarise(Summary summary) {
        summary.line(
                "training by Flipout in batches of 64; ratios are medians, with their range, of the training thread's time on a processor; the engine has no other thread");
        againstHand(summary, "MLP 784-8-10, an epoch of MNIST", MLP);
        againstHand(summary, "LeNet-5, 6,400 images of MNIST", LENET);
        runs(summary);
        resNet(summary);
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

    private void resNet(Summary summary) {
        double step = seconds(RESNET, "step");
        double product = seconds(RESNET, "product");
        double stepGiga = 2e-9 * ResNetBenchmark.BATCH * MultiplyAdds.flipoutStep(ResNetBenchmark.ARCHITECTURE);
        double productGiga = 2e-9 * Math.pow(ResNetBenchmark.SIDE, 3);
        double[] ratios = times.ratios(RESNET, "product", "step");
        double share = 100 * Measurements.median(ratios) * stepGiga / productGiga;
        summary.line(
                "  ResNet-18 on 32×32×3, all processors: %.2f s a step by the clock, %.1f images/s, %.0f GFLOP/s; product of %d² matrices %.0f GFLOP/s; %.0f %% of it",
                step,
                ResNetBenchmark.BATCH / step,
                stepGiga / step,
                ResNetBenchmark.SIDE,
                productGiga / product,
                share);
        summary.line(
                "    counted: 2 a multiply-add of convolutions and dense layers, two products a layer forward, twice as many backward, %.0f GFLOP a step",
                stepGiga);
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
