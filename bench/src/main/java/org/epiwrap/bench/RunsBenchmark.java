package org.epiwrap.bench;

import java.util.List;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.bench.harness.Alternation;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.data.Dataset;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingListener;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.TearDown;

/** Runs of the small perceptron trained together, beside one of them, for a quarter of an epoch. */
public class RunsBenchmark extends SingleShotBenchmark {
    static final int RUNS = 15;

    private final Digits digits = new Digits();
    private final List<Dataset> pieces = digits.pieces(15_000);
    private final BayesianNetwork together = network(RUNS);
    private final BayesianNetwork alone = network(1);

    private static BayesianNetwork network(int runs) {
        List<Long> seeds = LongStream.rangeClosed(1, runs).boxed().toList();
        return BayesianNetwork.untrained(Architecture.mlp(Digits.INPUT, Digits.CLASSES, 8), new RunSeeds(1, seeds));
    }

    @Benchmark
    public void runs(Alternation time) {
        time.run(
                pieces,
                piece -> digits.train(together, piece, TrainingListener.NONE),
                piece -> digits.train(alone, piece, TrainingListener.NONE));
    }

    @TearDown
    public void close() {
        together.close();
        alone.close();
    }
}
