package org.epiwrap.bench;

import org.epiwrap.bench.harness.Group;
import org.epiwrap.bench.harness.Measurements;
import org.epiwrap.bench.harness.Summary;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Training: against hand-written code, several runs against one, and against the limit of the processor. */
final class NetworkGroup implements Group {
    private static final String MLP = "train architecture=mlp8 images=60000";
    private static final String LENET = "train architecture=lenet5 images=6400";
    private static final String RUNS = "runs";
    private static final String RESNET = "resnet";

    private final Measurements times = new Measurements();

    @Override
    public void measure() throws RunnerException {
        // On one thread, processor time is all the work there is, however busy the machine.
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
        return Measurements.options(include, "2g", threads);
    }

    @Override
    public void summarise(Summary summary) {
        summary.line(
                "Flipout training in batches of 64, on one thread; ratios are medians of processor time, with their range");
        times.compare(summary, "MLP 784-8-10, an epoch of MNIST, library and hand-written", MLP, 1.1, 2);
        times.compare(summary, "LeNet-5, 6,400 images of MNIST, library and hand-written", LENET, 1.1, 2);
        times.compare(
                summary,
                RunsBenchmark.RUNS + " runs of the MLP trained together, sharing the order of the data and the signs of"
                        + " Flipout, and one run, 15,000 images",
                RUNS,
                5,
                2);
        resNet(summary);
    }

    private void resNet(Summary summary) {
        double step = times.seconds(RESNET, "step");
        double product = times.seconds(RESNET, "product");
        double stepGiga = 2e-9 * ResNetBenchmark.BATCH * MultiplyAdds.flipoutStep(ResNetBenchmark.ARCHITECTURE);
        double productGiga = 2e-9 * Math.pow(ResNetBenchmark.SIDE, 3);
        double[] ratios = times.ratios(RESNET, "product", "step");
        double share = 100 * Measurements.median(ratios) * stepGiga / productGiga;
        summary.line(
                "  ResNet-18 on 32×32×3, all processors: %.2f s per step by the clock, %.1f images/s, %.0f GFLOP/s; product of %d² matrices %.0f GFLOP/s; %.0f %% of that",
                step,
                ResNetBenchmark.BATCH / step,
                stepGiga / step,
                ResNetBenchmark.SIDE,
                productGiga / product,
                share);
        summary.line(
                "    counting 2 per multiply-add of convolutions and dense layers, two products per layer forward and twice as many backward: %.0f GFLOP per step",
                stepGiga);
    }
}
