package org.epiwrap.bench;

import org.epiwrap.bench.harness.ResidentMemory;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.data.Dataset;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.scoring.EpistemicScorer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The memory that predictions and scores take when they are consumed in batches and not kept, for few images and for many.
 * The heap has a fixed size and is resident from the start: what the process takes beyond it is the engine's. Live heap is
 * measured in the last batch.
 */
@SuppressWarnings("NullAway.Init") // set up once the parameters are known
public class MemoryBenchmark extends SingleShotBenchmark {
    static final int FEW = 10_000;
    static final int MANY = 60_000;

    @Param({"mlp8", "lenet5"})
    private String architecture;

    private final Digits digits = new Digits();
    private final Dataset few = digits.first(FEW);
    private final Dataset many = digits.first(MANY);
    private Networks networks;
    private IntervalPredictor predictor;

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
        predictor = IntervalPredictor.of(
                EpistemicScorer.fit(networks.wrapped(), some, Networks.UNIT), new ClassNames(some.classNames()));
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

    /** Returns the live heap in the last batch. */
    private long predict(Dataset data, Blackhole hole) {
        System.gc();
        if (ResidentMemory.isKnown()) {
            ResidentMemory.forgetPeak();
        }
        long[] live = new long[1];
        predictor.forEachBatch(data, (first, batch) -> {
            hole.consume(batch);
            if (first + batch.size() == data.size()) {
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
