package org.epiwrap.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Digits;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.MonteCarloDropout;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.wrap.Budget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores of unusual networks, and of empty datasets. */
class EpistemicScorerTest {
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final Dataset DATA = Mnist.DIGITS.load(Part.TRAIN).subset(0, 300);
    private static final Dataset EVEN_OR_ODD =
            Dataset.of("parity", DATA.shape(), List.of("even", "odd"), pixels(), parities());
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Architecture MLP = Architecture.mlp(INPUT, 10, 8);

    private static byte[] pixels() {
        byte[] pixels = new byte[DATA.size() * 784];
        DATA.pixels(0, DATA.size(), pixels);
        return pixels;
    }

    private static byte[] parities() {
        byte[] labels = new byte[DATA.size()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = (byte) (DATA.label(i) % 2);
        }
        return labels;
    }

    static Stream<Arguments> networks() {
        return Stream.of(
                        List.<Layer>of(new Layer.Dense(6), Layer.relu(), new Layer.Dense(2)),
                        List.<Layer>of(new Layer.Dense(6), new Layer.Dense(2)),
                        List.<Layer>of(new Layer.Convolution(2, 5, 4, 0), new Layer.AveragePool(3), new Layer.Dense(2)),
                        List.<Layer>of(new Layer.MaxPool(4), new Layer.Dense(2)),
                        List.<Layer>of(
                                new Layer.Residual(List.of(Layer.relu()), List.of()),
                                new Layer.AveragePool(4),
                                new Layer.Dense(2)))
                .flatMap(layers -> Stream.of(UNIT, new PictureInput(DATA.shape(), Normalisation.of(DATA)))
                        .map(scaling -> Arguments.of(layers, scaling)));
    }

    /**
     * Of two classes the other is among the maximal ones if and only if the radii are scaled by at least its decision
     * radius; the bounds that show this are computed another way, and allow for the sign of the last layer's input.
     */
    @ParameterizedTest
    @MethodSource("networks")
    void radiiAreWhereTheOtherClassBecomesPossible(List<Layer> layers, Input scaling) {
        Architecture architecture = new Architecture(INPUT, layers);
        int inside = 0;
        for (int seed = 0; seed < 30; seed++) {
            try (IntervalNetwork network = IntervalNetwork.untrained(architecture, RunSeeds.of(seed))) {
                EpistemicScorer scorer = EpistemicScorer.fit(network, EVEN_OR_ODD, scaling);
                byte[] image = new byte[784];
                DATA.pixels(seed, seed + 1, image);
                double[] radii = InputBatch.of(
                        image, scaling, batch -> scorer.guaranteedRadii(batch).get(0));
                double least = Math.max(radii[0], radii[1]);
                assertThat(Math.min(radii[0], radii[1])).isZero();
                // Nearer to the radius the bounds' allowance for rounding decides.
                if (least > 0.01 && least < 8) {
                    assertThat(possible(network, 0.9 * least, image, scaling)).isEqualTo(1);
                    assertThat(possible(network, 1.001 * least, image, scaling)).isEqualTo(2);
                    inside++;
                }
            }
        }
        assertThat(inside).isGreaterThan(5);
    }

    private static int possible(IntervalNetwork network, double scale, byte[] image, Input scaling) {
        double[] scales = network.byFanIn();
        Arrays.fill(scales, scale);
        try (IntervalNetwork scaled = network.scaled(scales)) {
            ClassSet set = InputBatch.of(
                    image,
                    scaling,
                    batch -> scaled.passes()
                            .bounded(batch, Averaging.WEIGHTS)
                            .possible()
                            .get(0));
            return set.size();
        }
    }

    @Test
    void guaranteesAreForShallowNetworks() {
        try (IntervalNetwork deep = IntervalNetwork.untrained(Architecture.mlp(INPUT, 10, 8, 8), RunSeeds.of(1))) {
            EpistemicScorer scorer = EpistemicScorer.fit(deep, DATA, UNIT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> InputBatch.of(new byte[784], UNIT, scorer::guaranteedRadii))
                    .withMessage("the layers with weights of a network with guaranteed radii must be a whole number"
                            + " from 1 to 2, but is 3");
        }
    }

    /** A unit that is off hides what a larger radius would let through to a pool or a sum. */
    @Test
    void guaranteesAreForAnActivationBeforeTheLastLayer() {
        List<List<Layer>> bodies = List.of(
                List.of(new Layer.Convolution(2, 3, 1, 0), Layer.relu(), new Layer.AveragePool(2), new Layer.Dense(10)),
                List.of(
                        new Layer.Residual(List.of(new Layer.Convolution(1, 3, 1, 1), Layer.relu()), List.of()),
                        new Layer.Dense(10)));
        for (List<Layer> body : bodies) {
            try (IntervalNetwork network = IntervalNetwork.untrained(new Architecture(INPUT, body), RunSeeds.of(1))) {
                EpistemicScorer scorer = EpistemicScorer.fit(network, DATA, UNIT);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> InputBatch.of(new byte[784], UNIT, scorer::guaranteedRadii))
                        .withMessageContaining("only where an activation comes directly before the last layer");
            }
        }
    }

    /** Whatever is asked, the answer is the layer and the cure, and no infinity in disguise. */
    @Test
    void everyOverflowNamesTheLayerAndTheCure() {
        try (IntervalNetwork network = IntervalNetwork.untrained(MLP, RunSeeds.of(1));
                IntervalNetwork first = network.scaled(1e38, 1);
                IntervalNetwork last = network.scaled(1, 1e38)) {
            EpistemicScorer scorer = EpistemicScorer.fit(network, DATA, UNIT);
            EpistemicScorer blind = EpistemicScorer.of(first, UNIT, scorer.calibration());
            overflow("dense0", () -> EpistemicScorer.fit(first, DATA, UNIT));
            overflow("dense0", () -> assess(blind, DATA));
            for (Averaging averaging : List.of(Averaging.LOGITS, Averaging.ACTIVATIONS, Averaging.SOFTMAXES)) {
                overflow("dense0", () -> first.accuracies(DATA, UNIT, averaging));
                overflow("dense1", () -> last.accuracies(DATA, UNIT, averaging));
                overflow(
                        "dense1",
                        () -> MonteCarloDropout.of(last, UNIT, Digits.NAMES, averaging, 1)
                                .predict(DATA));
            }
            overflow("dense0", () -> intervals(first, DATA, Averaging.WEIGHTS));
            overflow("dense1", () -> network.scaled(1, 1e40));
            // No averaging of midpoints overflows.
            assertThatCode(() -> last.accuracies(DATA, UNIT, Averaging.WEIGHTS)).doesNotThrowAnyException();
            // What overflows is too wide, and a narrower network is found.
            assertThat(RadiusCalibration.scales(last, DATA, UNIT, Averaging.LOGITS, 1)[1])
                    .isBetween(0.0, 0.5);
        }
    }

    private static void assess(EpistemicScorer scorer, Dataset data) {
        InputBatch.forEach(data, scorer.input(), scorer.network().architecture(), scorer::assess);
    }

    private static Predictions intervals(IntervalNetwork network, Dataset data, Averaging averaging) {
        return IntervalPredictor.of(network, UNIT, Digits.NAMES).with(averaging).predict(data);
    }

    private static void overflow(String layer, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IntervalOverflowException.class)
                .hasMessage("the bounds overflow at " + layer + "; scale the radii by a smaller factor k, below 1 at"
                        + " that layer and those before it");
    }

    @Test
    void noImagesAreRefusedEverywhere() {
        Dataset none = DATA.subset(0, 0);
        try (BayesianNetwork bayesian = BayesianNetwork.untrained(MLP, RunSeeds.of(1));
                IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                RandomSetPredictor draws = RandomSetPredictor.of(bayesian, Wrapping.withDefaults(), 1, 1)) {
            EpistemicScorer scorer = EpistemicScorer.fit(network, DATA, UNIT);
            Wrapping impact = Wrapping.withDefaults().with(Budget.impact(0.5)).with(new Reach(none, UNIT));
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> EpistemicScorer.fit(network, none, UNIT),
                    () -> assess(scorer, none),
                    () -> intervals(network, none, Averaging.LOGITS),
                    () -> network.accuracies(none, UNIT, Averaging.LOGITS),
                    () -> MonteCarloDropout.of(network, UNIT, Digits.NAMES, Averaging.LOGITS, 2)
                            .predict(none),
                    () -> RadiusCalibration.scales(network, none, UNIT, Averaging.LOGITS, 0.1),
                    () -> draws.predict(none, UNIT, (image, set) -> {}),
                    () -> IntervalNetwork.wrap(bayesian, impact))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(call)
                        .withMessageMatching(".*must be a whole number >= 1, but is 0");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> new IntervalTrainer(network, none, UNIT, TuningPlan.sound(network.architecture())))
                    .withMessageContaining("data must have at least one example");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RadiusCalibration.scales(network, DATA, UNIT, Averaging.LOGITS, Double.NaN))
                    .withMessage("tolerance must be in [0, 1], but is NaN");
        }
    }
}
