package org.epiwrap.bench;

import java.util.stream.IntStream;
import org.epiwrap.bench.handwritten.PlainPass;
import org.epiwrap.bench.harness.Alternation;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Passes;
import org.epiwrap.network.InputBatch;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.scoring.EpistemicScorer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Predictions of interval networks, against plain passes and Bayesian averages of the same architecture. */
@SuppressWarnings("NullAway.Init") // set up once the parameters are known
public class IntervalBenchmark extends SingleShotBenchmark {
    /** The draws of a Bayesian average. */
    static final int BAYESIAN_DRAWS = 50;
    /** The draws of a predictive random set. */
    static final int SET_DRAWS = 20;

    private static final int CALIBRATED_ON = 2000;

    @Param({"mlp8", "mlp512", "lenet5"})
    private String architecture;

    private final Digits digits = new Digits();
    private Networks networks;
    private PlainPass plain;
    private IntervalPredictor predictor;
    private ClassNames names;
    private RandomSetPredictor randomSet;

    @Setup
    public void begin() {
        networks = Networks.of(architecture, digits);
        Dataset some = digits.first(CALIBRATED_ON);
        names = new ClassNames(
                IntStream.range(0, classes()).mapToObj(String::valueOf).toList());
        plain = new PlainPass(
                networks.bayesian(), InputBatch.usualSize(networks.bayesian().architecture()));
        predictor = IntervalPredictor.of(EpistemicScorer.fit(networks.wrapped(), some, Networks.UNIT), names);
        randomSet = RandomSetPredictor.of(networks.bayesian(), Wrapping.withDefaults(), SET_DRAWS, 1);
        compare(some);
    }

    /** Checks that the logits of the means, which are inside the intervals, are inside the bounds. */
    private void compare(Dataset data) {
        Predictions bounds = predictor.predict(data);
        plain.run(data, Networks.UNIT, (first, logits) -> {
            for (int i = 0; i < logits.length; i++) {
                int category = i % classes();
                int example = first + i / classes();
                double lower = bounds.lowerLogits(example)[category];
                double upper = bounds.upperLogits(example)[category];
                if (!(lower <= logits[i] && logits[i] <= upper)) {
                    throw new IllegalStateException(
                            "a logit must be in [" + lower + ", " + upper + "], but is " + logits[i]);
                }
            }
        });
    }

    private int classes() {
        return networks.bayesian().architecture().classes();
    }

    /** Bounds of the logits of 10,000 images, against a plain pass of the means. */
    @Benchmark
    public void pass(Alternation time, Blackhole hole) {
        time.run(digits.pieces(10_000, 2_000), piece -> bounds(piece, hole), piece -> plain(piece, hole));
    }

    private void plain(Dataset data, Blackhole hole) {
        plain.run(data, Networks.UNIT, (first, logits) -> hole.consume(logits));
    }

    private void bounds(Dataset data, Blackhole hole) {
        Passes passes = networks.wrapped().passes();
        InputBatch.forEach(
                data,
                Networks.UNIT,
                networks.wrapped().architecture(),
                batch -> hole.consume(passes.finiteBounds(batch)));
    }

    /** Full predictions (probabilities, intervals, prediction sets and epistemic scores), against the Bayesian average. */
    @Benchmark
    public void prediction(Alternation time, Blackhole hole) {
        time.run(digits.pieces(2_000, 1_000), piece -> wrapped(piece, hole), piece -> {
            // Drawn anew each time: a user who averages once pays for the draws.
            try (BayesianAverage average =
                    BayesianAverage.of(networks.bayesian(), Networks.UNIT, names, BAYESIAN_DRAWS)) {
                hole.consume(average.predict(piece));
            }
        });
    }

    /** Full predictions, against a plain pass of the means. */
    @Benchmark
    public void predictionBesidePlain(Alternation time, Blackhole hole) {
        time.run(digits.pieces(10_000, 2_000), piece -> wrapped(piece, hole), piece -> plain(piece, hole));
    }

    /** Full predictions, against bounds of the logits: the cost of prediction sets and scores. */
    @Benchmark
    public void predictionBesideBounds(Alternation time, Blackhole hole) {
        time.run(digits.pieces(2_000, 1_000), piece -> wrapped(piece, hole), piece -> bounds(piece, hole));
    }

    private void wrapped(Dataset data, Blackhole hole) {
        predictor.forEachBatch(data, (first, batch) -> {
            hole.consume(batch);
            // Intervals are computed on demand.
            hole.consume(IntStream.range(0, batch.size())
                    .parallel()
                    .mapToObj(batch::intervals)
                    .toList());
        });
    }

    /** Predictive random sets of several draws, against bounds of the logits. */
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
