package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.network.Batches;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.tensor.Scope;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.BulkWrapper;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.Weights;
import org.junit.jupiter.api.Test;

/** Whoever gives one seed to everything gets numbers that have nothing to do with each other. */
class PurposeTest {
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final Architecture MLP = Architecture.mlp(INPUT, 10, 8);

    @Test
    void noTwoPurposesPartsOrSeedsMeet() {
        Set<Long> seeds = new HashSet<>();
        for (Purpose purpose : Purpose.values()) {
            for (long given = -5; given < 5; given++) {
                for (long part = -5; part < 5; part++) {
                    seeds.add(purpose.seed(given, part));
                }
                seeds.add(new RandomStreams(given).stream(0).nextLong());
            }
        }
        assertThat(seeds).hasSize(Purpose.values().length * 100 + 10);
        seeds.remove(Purpose.TUNING.seed(3, 4));
        assertThat(seeds).as("the same seed again").hasSize(Purpose.values().length * 100 + 9);
    }

    @Test
    void runsTogetherHaveTheSeedsTheyHaveAlone() {
        RunSeeds both = Purpose.TUNING.seeds(new RunSeeds(1, List.of(4L, 5L)));
        RunSeeds alone = Purpose.TUNING.seeds(new RunSeeds(1, List.of(5L)));
        assertThat(alone.own()).containsExactly(both.own().get(1));
        assertThat(alone.shared()).isEqualTo(both.shared()).isNotEqualTo(1);
    }

    /** The first step sees the images of an order of its own, not those that the first step of training saw. */
    @Test
    void tuningHasAnOrderOfItsOwn() {
        Dataset data = Mnist.DIGITS.load(Part.TRAIN).subset(0, 200);
        Input unit = PictureInput.unit(new Volume(1, 28, 28));
        Architecture plain = new Architecture(INPUT, List.of(new Layer.Dense(8), Layer.relu(), new Layer.Dense(10)));
        RunSeeds seeds = RunSeeds.of(3);
        try (IntervalNetwork start = IntervalNetwork.untrained(plain, seeds)) {
            TuningPlan plan = new TuningPlan(
                    1, 8, TuningPlan.sound(start.architecture()).learningRate(), BoundsRule.ORDERED, Averaging.LOGITS);
            double[] first = {Double.NaN};
            try (IntervalTrainer trainer = new IntervalTrainer(start, data, unit, plan)) {
                trainer.run(step -> first[0] = step.batch() == 0 ? step.loss() : first[0]);
            }
            assertThat(first[0])
                    .isCloseTo(firstLoss(start, data, unit, Purpose.TUNING.seeds(seeds)), offset(1e-5))
                    .isNotCloseTo(firstLoss(start, data, unit, seeds), offset(1e-3));
            try (IntervalTrainer trainer = new IntervalTrainer(start, data, unit, plan.withSeed(4))) {
                trainer.run(step -> first[0] = step.batch() == 0 ? step.loss() : first[0]);
            }
            assertThat(first[0])
                    .isCloseTo(firstLoss(start, data, unit, Purpose.TUNING.seeds(RunSeeds.of(4))), offset(1e-5))
                    .isNotCloseTo(firstLoss(start, data, unit, Purpose.TUNING.seeds(seeds)), offset(1e-3));
        }
    }

    private static double firstLoss(IntervalNetwork start, Dataset data, Input unit, RunSeeds seeds) {
        Batches.Batch batch = new Batches(data, unit, start.architecture(), 8, seeds).get(0, 0);
        return Scope.get(() -> batch.crossEntropy(start.passes()
                        .logits(batch.input(), true, Averaging.LOGITS, Masks.NONE)
                        .midpoints()
                        .values())
                .toFloat());
    }

    /** The initial weights of the run come from the same seed; so would a shuffled dataset. */
    @Test
    void drawsAndBudgetsAreOfTheRun() {
        Wrapping drawn = Wrapping.withDefaults().with(Draws.single(1));
        try (BayesianNetwork both = BayesianNetwork.untrained(MLP, new RunSeeds(1, List.of(1L, 2L)));
                BayesianNetwork second = both.run(1);
                IntervalNetwork together = IntervalNetwork.wrap(both, drawn);
                IntervalNetwork alone = IntervalNetwork.wrap(second, drawn)) {
            int weights = alone.lower().length;
            assertThat(alone.lower())
                    .as("but for the rounding of deviations")
                    .containsExactly(Arrays.copyOfRange(together.lower(), weights, 2 * weights), Offset.offset(1e-6f));
            float[] mu = both.means(0);
            float[] sigma = both.deviations(0);
            float[] low = new float[weights];
            float[] high = new float[weights];
            BulkWrapper.of(EpistemicWrapper.withDefaults()).drawn(mu, sigma, Draws.single(1), low, high);
            assertThat(Arrays.copyOf(together.lower(), weights)).isNotEqualTo(low);
            // In units of its σ a weight is drawn otherwise in the other run.
            double[] shares = new double[2];
            for (int run = 0; run < 2; run++) {
                shares[run] = (together.lower()[run * weights] - both.means(run)[0]) / both.deviations(run)[0];
            }
            assertThat(shares[0]).isNotCloseTo(shares[1], offset(1e-3));

            Wrapping some = Wrapping.withDefaults().with(Budget.random(0.3, 1));
            assertThat(some.selected(both, 1))
                    .isEqualTo(some.selected(second, 0))
                    .isNotEqualTo(some.selected(both, 0))
                    .isNotEqualTo(Optional.of(some.budget().select(Weights.of(mu, sigma))));
            assertThat(Wrapping.withDefaults().selected(both, 0)).isEmpty();
        }
    }
}
