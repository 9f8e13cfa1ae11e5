package org.epiwrap.bench.table;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.bench.harness.TemporaryFolder;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A table that is large beside the heap: read, divided, fitted and trained on for an epoch. */
@SuppressWarnings("NullAway.Init") // set up before it is used
public class LargeTableBenchmark extends SingleShotBenchmark {
    static final int ROWS = 3_000_000;
    static final int COLUMNS = 50;
    static final int BATCH = 1024;

    private TemporaryFolder folder;
    private Path file;

    /** Nanoseconds by the clock, and examples. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Steps {
        public long reading;
        public long training;
        public long trained;
    }

    @Setup
    public void begin() throws IOException {
        folder = new TemporaryFolder();
        file = new GeneratedTable(ROWS, COLUMNS, 0).write(folder.file("large.csv"));
    }

    @Benchmark
    public void train(Steps steps) throws IOException {
        long start = System.nanoTime();
        Dataset train = Data.table(file, GeneratedTable.LABEL).split().train();
        long read = System.nanoTime();
        TableInput input = TableInput.fit(train);
        TrainingPlan plan = TrainingPlan.sound(train.size(), Estimator.FLIPOUT)
                .withEpochs(1)
                .withBatchSize(BATCH);
        try (BayesianNetwork network = BayesianNetwork.untrained(
                Architecture.mlp(input.shape(), GeneratedTable.CLASSES, RowNetwork.HIDDEN), RunSeeds.of(1))) {
            Trainer.train(network, train, input, plan, TrainingListener.NONE);
        }
        steps.reading = read - start;
        steps.training = System.nanoTime() - read;
        steps.trained = train.size();
    }

    @TearDown
    public void close() throws IOException {
        folder.close();
    }
}
