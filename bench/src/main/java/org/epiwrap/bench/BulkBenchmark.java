package org.epiwrap.bench;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.wrap.BulkWrapper;
import org.epiwrap.wrap.EpistemicWrapper;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Gaussian weights to intervals, beside a plain copy of the same arrays. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BulkBenchmark {
    private static final int COPY_BLOCK = 1 << 14;

    @Param({"1000000", "10000000", "100000000"})
    private int weights;

    /** The largest sigma; sigmas are spread evenly from 0 to it. */
    @Param({"0.2", "3"})
    private float widest;

    private float[] mu = {};
    private float[] sigma = {};
    private float[] lower = {};
    private float[] upper = {};
    private final BulkWrapper wrapper = BulkWrapper.of(EpistemicWrapper.withDefaults());

    @Setup
    public void makeWeights() {
        UniformRandomProvider random = new RandomStreams(1).stream(0);
        mu = new float[weights];
        sigma = new float[weights];
        lower = new float[weights];
        upper = new float[weights];
        for (int i = 0; i < weights; i++) {
            mu[i] = random.nextFloat() - 0.5f;
            // The double 0.2 lies below the float 0.2.
            sigma[i] = Math.min(widest * random.nextFloat(), Math.nextDown(widest));
        }
    }

    @Benchmark
    public float[] wrap() {
        wrapper.expected(mu, sigma, lower, upper);
        return upper;
    }

    /** As many bytes in and out as {@link #wrap}, on as many threads, by a loop that does nothing else. */
    @Benchmark
    public float[] copy() {
        IntStream.range(0, (weights + COPY_BLOCK - 1) / COPY_BLOCK).parallel().forEach(block -> {
            int to = Math.min(weights, (block + 1) * COPY_BLOCK);
            for (int i = block * COPY_BLOCK; i < to; i++) {
                lower[i] = mu[i];
                upper[i] = sigma[i];
            }
        });
        return upper;
    }
}
