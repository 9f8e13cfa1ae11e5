package org.epiwrap.bench;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.bench.handwritten.FlipoutTraining;
import org.epiwrap.bench.handwritten.LeNet5Training;
import org.epiwrap.bench.handwritten.MlpTraining;
import org.epiwrap.bench.harness.Alternation;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.data.Dataset;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingListener;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * An epoch by the library's trainer, against the same arithmetic written by hand for the engine with the engine's own Adam.
 * The trainer's Adam walks through memory once, which saves some of what its classes cost.
 */
@SuppressWarnings("NullAway.Init") // set up once the parameters are known
public class TrainingBenchmark extends SingleShotBenchmark {
    private static final long SEED = 1;

    /** Images trained on before anything is timed, to compare losses. */
    private static final int COMPARED = 3000;

    /** Relative, of a loss: rounding errors grow from step to step. */
    private static final double TOLERANCE = 1e-4;

    @Param({"mlp8", "lenet5"})
    private String architecture;

    @Param("60000")
    private int images;

    private final Digits digits = new Digits();
    private List<Dataset> pieces;
    private BayesianNetwork network;
    private FlipoutTraining handwritten;

    @Setup
    public void begin() {
        boolean mlp = architecture.equals("mlp8");
        network = BayesianNetwork.untrained(
                mlp
                        ? Architecture.mlp(Digits.INPUT, Digits.CLASSES, 8)
                        : Architecture.leNet5(Digits.INPUT, Digits.CLASSES),
                RunSeeds.of(SEED));
        handwritten = mlp ? new MlpTraining(SEED) : new LeNet5Training(SEED);
        pieces = digits.pieces(images);
        compareLosses();
    }

    /** Checks that the same seeds give the same losses, so that both do the same work. */
    private void compareLosses() {
        Dataset some = digits.first(COMPARED);
        List<Double> losses = new ArrayList<>();
        digits.train(network, some, step -> losses.add(step.loss()));
        Iterator<Double> others = losses.iterator();
        digits.train(handwritten, some, loss -> {
            double other = others.next();
            if (!(Math.abs(loss - other) <= TOLERANCE * other)) {
                throw new IllegalStateException(
                        "losses must be equal, but are " + other + " by the library and " + loss + " by hand");
            }
        });
    }

    @Benchmark
    public void train(Alternation time) {
        time.run(
                pieces,
                piece -> digits.train(network, piece, TrainingListener.NONE),
                piece -> digits.train(handwritten, piece, loss -> {}));
    }

    @TearDown
    public void close() {
        network.close();
        handwritten.close();
    }
}
