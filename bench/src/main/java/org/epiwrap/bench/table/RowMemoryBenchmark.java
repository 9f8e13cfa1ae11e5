package org.epiwrap.bench.table;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.bench.harness.ResidentMemory;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.bench.harness.TemporaryFolder;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The memory that predicting a file takes, of few rows and of many, in a small heap that is resident from the start: bounds
 * and prediction sets, file to file.
 */
@SuppressWarnings("NullAway.Init") // set up before it is used
public class RowMemoryBenchmark extends SingleShotBenchmark {
    static final int FEW = 1_000_000;
    static final int MANY = 10_000_000;

    private static final int COLUMNS = 10;
    private static final int TRAINED_ON = 5_000;

    private TemporaryFolder folder;
    private RowNetwork network;

    /** Peaks of resident memory, in bytes. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Bytes {
        public long few;
        public long many;
    }

    @Setup
    public void begin() throws IOException {
        folder = new TemporaryFolder();
        Path training = new GeneratedTable(TRAINED_ON, COLUMNS, 0).write(folder.file("train.csv"));
        network = RowNetwork.of(
                TableReader.read(training, TableOptions.withDefaults().withLabel(GeneratedTable.LABEL)));
    }

    @Benchmark
    public void memory(Bytes bytes) throws IOException {
        // What is loaded and compiled once is no matter of rows.
        peak(FEW / 10);
        bytes.few = peak(FEW);
        bytes.many = peak(MANY);
    }

    private long peak(long rows) throws IOException {
        Path file = new GeneratedTable(rows, COLUMNS, 1).write(folder.file("rows.csv"));
        if (ResidentMemory.isKnown()) {
            ResidentMemory.forgetPeak();
        }
        RowNetwork.score(network.bounds(), file, folder.file("scored.csv"));
        return ResidentMemory.isKnown() ? ResidentMemory.peak() : 0;
    }

    @TearDown
    public void close() throws IOException {
        network.close();
        folder.close();
    }
}
