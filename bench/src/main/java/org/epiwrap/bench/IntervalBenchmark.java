package org.epiwrap.bench;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.RandomSetPredictor;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.Predictive;
import org.epiwrap.prediction.Predictor;
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

/** What interval networks predict, beside plain and Bayesian networks of the same architecture. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // What is made depends on the parameters, which are there at setup.
public class IntervalBenchmark {
    /** Of the Bayesian average. */
    static final int BAYESIAN_DRAWS = 50;
    /** Of the random set. */
    static final int SET_DRAWS = 20;

    private static final int CALIBRATED_ON = 2000;

    @Param({"mlp8", "mlp512", "lenet5"})
    private String architecture;

    private final Digits digits = new Digits();
    private Networks networks;
    private PlainPass plain;
    private Predictor predictor;
    private RandomSetPredictor randomSet;

    @Setup
    public void begin() {
        networks = Networks.of(architecture, digits);
        Dataset some = digits.first(CALIBRATED_ON);
        int[] batch = new int[1];
        networks.wrapped().bounds(some, Networks.UNIT, (first, count, lower, upper) -> {
            batch[0] = Math.max(batch[0], count);
        });
        plain = new PlainPass(networks.bayesian(), batch[0]);
        predictor = Predictor.of(
                EpistemicScorer.fit(networks.wrapped(), some, Networks.UNIT),
                IntStream.range(0, classes()).mapToObj(String::valueOf).toList());
        randomSet = RandomSetPredictor.of(networks.bayesian(), Wrapping.withDefaults(), SET_DRAWS, 1);
        compare(some);
    }

    /** The means are inside the intervals, and their logits inside the bounds, or the two are not one network. */
    private void compare(Dataset data) {
        float[] logits = new float[data.size() * classes()];
        plain.run(data, Networks.UNIT, (first, part) -> {
            System.arraycopy(part, 0, logits, first * classes(), part.length);
        });
        networks.wrapped().bounds(data, Networks.UNIT, (first, count, lower, upper) -> {
            for (int i = 0; i < lower.length; i++) {
                float logit = logits[first * classes() + i];
                if (!(lower[i] <= logit && logit <= upper[i])) {
                    throw new IllegalStateException(
                            "a logit should be in [" + lower[i] + ", " + upper[i] + "], but is " + logit);
                }
            }
        });
    }

    private int classes() {
        return networks.bayesian().architecture().classes();
    }

    /** Bounds of the logits of 10,000 images, and their logits by the means. */
    @Benchmark
    public void pass(Alternation time, Blackhole hole) {
        time.run(
                digits.pieces(10_000, 2_000),
                piece -> bounds(piece, hole),
                piece -> plain.run(piece, Networks.UNIT, (first, logits) -> hole.consume(logits)));
    }

    private void bounds(Dataset data, Blackhole hole) {
        networks.wrapped().bounds(data, Networks.UNIT, (first, count, lower, upper) -> {
            hole.consume(lower);
            hole.consume(upper);
        });
    }

    /** Whole predictions: probabilities, intervals, sets of classes and epistemic scores; and the Bayesian average. */
    @Benchmark
    public void prediction(Alternation time, Blackhole hole) {
        time.run(digits.pieces(2_000, 1_000), piece -> wrapped(piece, hole), piece -> {
            hole.consume(Predictive.average(networks.bayesian(), piece, Networks.UNIT, BAYESIAN_DRAWS));
        });
    }

    /** The same beside passes of the network of the means, without softmax. */
    @Benchmark
    public void predictionBesidePlain(Alternation time, Blackhole hole) {
        time.run(
                digits.pieces(10_000, 2_000),
                piece -> wrapped(piece, hole),
                piece -> plain.run(piece, Networks.UNIT, (first, logits) -> hole.consume(logits)));
    }

    /** The same beside bounds of the logits: what sets of classes and scores cost. */
    @Benchmark
    public void predictionBesideBounds(Alternation time, Blackhole hole) {
        time.run(digits.pieces(2_000, 1_000), piece -> wrapped(piece, hole), piece -> bounds(piece, hole));
    }

    private void wrapped(Dataset data, Blackhole hole) {
        predictor.predict(data, (image, prediction) -> hole.consume(prediction));
    }

    /** The random set of several draws, and bounds of the logits. */
    @Benchmark
    public void randomSet(Alternation time, Blackhole hole) {
        time.run(
                digits.pieces(2_000, 1_000),
                piece -> randomSet.predict(piece, Networks.UNIT, (image, set) -> hole.consume(set)),
                piece -> bounds(piece, hole));
    }

    @TearDown
    public void close() {
        randomSet.close();
        plain.close();
        networks.close();
    }
}
