package org.epiwrap.randomset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.FocalSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.evaluation.RandomSetQuality;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Digits;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.tensor.TensorEngine;
import org.epiwrap.wrap.Budget;
import org.junit.jupiter.api.Test;

class RandomSetPredictorTest {
    /** More than one round of draws that are not kept. */
    private static final Dataset DATA = Mnist.DIGITS.load(Part.TEST).subset(0, 2100);

    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Architecture MLP = Architecture.mlp(new Volume(1, 28, 28), 10, 8);
    private static final Wrapping WRAPPING = Wrapping.withDefaults().with(Budget.random(0.9, 2));

    private final BayesianNetwork network = BayesianNetwork.untrained(MLP, RunSeeds.of(1));

    /** The focal sets of each image in order and the probabilities of the decision. */
    private static List<List<Object>> sets(RandomSetPredictor predictor) {
        List<List<Object>> all = new ArrayList<>();
        predictor.predict(DATA, UNIT, (image, set) -> {
            assertThat(image).isEqualTo(all.size());
            List<Object> one = new ArrayList<>(set.belief().focal());
            for (double share : set.decision()) {
                one.add(share);
            }
            all.add(one);
        });
        assertThat(all).hasSize(DATA.size());
        return all;
    }

    @Test
    void drawsThatAreMadeAnewGiveTheSameSets() {
        try (network;
                RandomSetPredictor kept = RandomSetPredictor.of(network, WRAPPING, 3, 5, 0.1, 0.1);
                RandomSetPredictor anew =
                        RandomSetPredictor.of(0, network, WRAPPING, SetRule.MAXIMALITY, 3, 5, 0.1, 0.1)) {
            List<List<Object>> expected = sets(anew);
            int before = TensorEngine.liveTensors(); // with the engine's constants, which are there from now on
            assertThat(sets(anew)).isEqualTo(expected);
            assertThat(TensorEngine.liveTensors())
                    .as("a draw is held no longer than it is needed")
                    .isEqualTo(before);
            assertThat(expected).isEqualTo(sets(kept));
            assertThat(TensorEngine.liveTensors())
                    .as("draws that are kept keep what they computed")
                    .isGreaterThan(before);
            byte[] image = new byte[784];
            DATA.pixels(7, 8, image);
            assertThat(decision(anew, image)).isEqualTo(decision(kept, image));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> anew.predict(DATA.subset(0, 0), UNIT, (number, set) -> {}))
                    .withMessageContaining("must be a whole number >= 1, but is 0");
        }
    }

    /** One pass by both rules gives what a pass by each gives, whether draws are kept or not. */
    @Test
    void everyRuleIsComputedAtOnce() {
        Dataset few = DATA.subset(0, 50);
        try (network) {
            for (long bytes : new long[] {0, 1L << 29}) {
                try (RandomSetPredictor both =
                        RandomSetPredictor.of(bytes, network, WRAPPING, SetRule.MAXIMALITY, 3, 5, 0.1, 0.1)) {
                    Map<SetRule, RandomSetQuality> qualities = RandomSetQuality.byRule(both, few, UNIT);
                    assertThat(qualities).containsOnlyKeys(SetRule.values());
                    qualities.forEach((rule, quality) -> {
                        try (RandomSetPredictor one = RandomSetPredictor.of(network, WRAPPING, rule, 3, 5, 0.1, 0.1)) {
                            assertThat(quality).isEqualTo(RandomSetQuality.of(one, few, UNIT));
                        }
                    });
                }
            }
        }
    }

    private static double[] decision(RandomSetPredictor predictor, byte[] image) {
        return InputBatch.of(
                image, UNIT, batch -> predictor.predict(batch).get(0).decision());
    }

    /** Draw 1 of seed 3 is not draw 0 of seed 4. */
    @Test
    void neighbouringSeedsShareNoDraw() {
        try (network;
                RandomSetPredictor three = RandomSetPredictor.of(network, Wrapping.withDefaults(), 1, 3);
                RandomSetPredictor four = RandomSetPredictor.of(network, Wrapping.withDefaults(), 1, 4)) {
            List<float[]> ends = new ArrayList<>();
            for (RandomSetPredictor predictor : List.of(three, four)) {
                for (int number = 0; number < 3; number++) {
                    try (IntervalNetwork draw = predictor.draw(number);
                            IntervalNetwork again = predictor.draw(number)) {
                        assertThat(draw.lower()).isEqualTo(again.lower());
                        ends.add(draw.lower());
                    }
                }
            }
            for (int i = 0; i < ends.size(); i++) {
                for (int j = 0; j < i; j++) {
                    assertThat(ends.get(i)).isNotEqualTo(ends.get(j));
                }
            }
        }
    }

    /** By the definition: the classes whose upper logit reaches the largest lower one; never fewer than the maximal. */
    @Test
    void intervalDominanceLeavesMore() {
        Wrapping wrapping = Wrapping.withDefaults();
        try (network;
                RandomSetPredictor maximal = RandomSetPredictor.of(network, wrapping, 1, 5, 0.2, 0.2);
                RandomSetPredictor dominance =
                        RandomSetPredictor.of(network, wrapping, SetRule.INTERVAL_DOMINANCE, 1, 5, 0.2, 0.2);
                IntervalNetwork draw = dominance.draw(0)) {
            Predictions bounds = IntervalPredictor.of(draw, UNIT, Digits.NAMES)
                    .with(Averaging.LOGITS)
                    .predict(DATA);
            List<List<Object>> narrow = sets(maximal);
            List<List<Object>> wide = sets(dominance);
            int more = 0;
            int some = 0;
            for (int i = 0; i < DATA.size(); i++) {
                int image = i;
                ClassSet tight = ((FocalSet) narrow.get(i).get(0)).set();
                ClassSet left = ((FocalSet) wide.get(i).get(0)).set();
                double bar = Arrays.stream(bounds.lowerLogits(i)).max().orElseThrow();
                assertThat(left).isEqualTo(ClassSet.where(10, c -> bounds.upperLogits(image)[c] >= bar));
                assertThat(left.containsAll(tight)).isTrue();
                more += left.size() > tight.size() ? 1 : 0;
                some += left.size() < 10 ? 1 : 0;
            }
            assertThat(more).isPositive();
            assertThat(some).isPositive();
        }
    }

    @Test
    void whatIsRefusedLeavesNothingBehind() {
        try (network) {
            int before = TensorEngine.liveTensors();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RandomSetPredictor.of(network, WRAPPING, 2, 1, 1))
                    .withMessage("scales must be as long as the layers with weights (2), but its length is 1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RandomSetPredictor.of(network, WRAPPING, 2, 1, 1, -1))
                    .withMessage("scales[1] must be a finite number >= 0, but is -1.0");
            assertThatThrownBy(() -> RandomSetPredictor.of(network, WRAPPING, 2, 1, 1, 1e300))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageContaining("overflow at dense1; scale the radii by a smaller factor k");
            assertThat(TensorEngine.liveTensors()).isEqualTo(before);
        }
    }
}
