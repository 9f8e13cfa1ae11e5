package org.epiwrap.bench;

import java.util.concurrent.TimeUnit;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.prediction.Predictor;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The memory that predictions and scores take when they are visited and not kept, for few images and for many. The heap
 * has a fixed size and is resident from the start: what the process takes beyond is the engine's. What lives on the heap
 * is looked at when all but the last batch are done.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // What is made depends on the parameters, which are there at setup.
public class MemoryBenchmark {
    static final int FEW = 10_000;
    static final int MANY = 60_000;

    @Param({"mlp8", "lenet5"})
    private String architecture;

    private final Digits digits = new Digits();
    private final Dataset few = digits.first(FEW);
    private final Dataset many = digits.first(MANY);
    private Networks networks;
    private Predictor predictor;

    /** Bytes. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Bytes {
        public long residentFew;
        public long residentMany;
        public long heapFew;
        public long heapMany;
    }

    @Setup
    public void begin() {
        networks = Networks.of(architecture, digits);
        Dataset some = digits.first(2000);
        predictor = Predictor.of(EpistemicScorer.fit(networks.wrapped(), some, Networks.UNIT), some.classNames());
    }

    @Benchmark
    public void memory(Bytes bytes, Blackhole hole) {
        bytes.heapFew = predict(few, hole);
        bytes.residentFew = peak();
        bytes.heapMany = predict(many, hole);
        bytes.residentMany = peak();
    }

    private static long peak() {
        return ResidentMemory.isKnown() ? ResidentMemory.peak() : 0;
    }

    /** Gives what lives on the heap before the last batch is over. */
    private long predict(Dataset data, Blackhole hole) {
        System.gc();
        if (ResidentMemory.isKnown()) {
            ResidentMemory.forgetPeak();
        }
        long[] live = new long[1];
        predictor.predict(data, (image, prediction) -> {
            hole.consume(prediction);
            if (image == data.size() - 1) {
                live[0] = live();
            }
        });
        return live[0];
    }

    private static long live() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @TearDown
    public void close() {
        networks.close();
    }
}
