package org.epiwrap.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.random.RandomStreams;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Steps of ResNet-18 on random images of 32×32 in colour, and products of large matrices between them. */
@OutputTimeUnit(TimeUnit.SECONDS)
public class ResNetBenchmark extends SingleShotBenchmark {
    static final Architecture ARCHITECTURE = Architecture.resNet18(new Volume(3, 32, 32), 10);
    static final int BATCH = 64;
    /** Rows and columns of the matrices. */
    static final int SIDE = 2048;

    /** As many as take about as long as half a step. */
    private static final int PRODUCTS = 10;

    private static final int STEPS = 3;

    private final Dataset data = randomImages(STEPS * BATCH);
    private final TrainingPlan plan =
            TrainingPlan.sound(data.size(), Estimator.FLIPOUT).withEpochs(1);
    private final BayesianNetwork network = BayesianNetwork.untrained(ARCHITECTURE, RunSeeds.of(1));
    private final NDManager manager = NDManager.newBaseManager("PyTorch");
    private final NDArray matrix = manager.randomUniform(-1, 1, new Shape(SIDE, SIDE));

    /** Nanoseconds by the clock. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Times {
        public long step;
        public long product;
    }

    private static Dataset randomImages(int count) {
        UniformRandomProvider random = new RandomStreams(1).stream(0);
        Volume shape = new Volume(3, 32, 32);
        byte[] pixels = new byte[count * shape.size()];
        byte[] labels = new byte[count];
        random.nextBytes(pixels);
        for (int i = 0; i < count; i++) {
            labels[i] = (byte) random.nextInt(10);
        }
        List<String> classes = IntStream.range(0, 10).mapToObj(String::valueOf).toList();
        return Dataset.of("random", shape, classes, pixels, labels);
    }

    /** The first step makes what the others use again, and is not counted. */
    @Benchmark
    public void resnet(Times times) {
        long[] start = new long[1];
        Trainer.train(network, data, new PictureInput(data.shape(), Normalisation.unit()), plan, step -> {
            long end = System.nanoTime();
            multiply();
            long next = System.nanoTime();
            if (step.batch() > 0) {
                times.step += (end - start[0]) / (STEPS - 1);
                times.product += (next - end) / (STEPS - 1) / PRODUCTS;
            }
            start[0] = next;
        });
    }

    private void multiply() {
        for (int i = 0; i < PRODUCTS; i++) {
            matrix.matMul(matrix).close();
        }
    }

    @TearDown
    public void close() {
        network.close();
        manager.close();
    }
}
