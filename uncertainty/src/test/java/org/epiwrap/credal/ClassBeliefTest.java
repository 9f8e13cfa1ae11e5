package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClassBeliefTest {
    private static final ClassBelief BELIEF = ClassBelief.of(
            4,
            List.of(
                    new FocalSet(ClassSet.of(0), 0.25),
                    new FocalSet(ClassSet.of(0, 1), 0.125),
                    new FocalSet(ClassSet.of(3, 2, 1, 0), 0.5),
                    new FocalSet(ClassSet.of(1, 0), 0.125)));

    @Test
    void byHand() {
        assertThat(BELIEF.focal())
                .containsExactly(
                        new FocalSet(ClassSet.of(0), 0.25),
                        new FocalSet(ClassSet.of(0, 1), 0.25),
                        new FocalSet(ClassSet.of(0, 1, 2, 3), 0.5));
        assertThat(BELIEF.belief(ClassSet.of(0, 1))).isEqualTo(0.5);
        assertThat(BELIEF.plausibility(ClassSet.of(1, 2))).isEqualTo(0.75);
        assertThat(BELIEF.pignistic()).containsExactly(0.5, 0.25, 0.125, 0.125);
        assertThat(BELIEF.nonSpecificity()).isCloseTo(0.25 + 0.5 * 2, offset(1e-15));
    }

    @Test
    void discountedByHand() {
        assertThat(BELIEF.discounted(0.5).focal())
                .containsExactly(
                        new FocalSet(ClassSet.of(0), 0.125),
                        new FocalSet(ClassSet.of(0, 1), 0.125),
                        new FocalSet(ClassSet.of(0, 1, 2, 3), 0.75));
        assertThat(BELIEF.discounted(1).belief(ClassSet.of(0, 1, 2))).isZero();
        assertThat(BELIEF.discounted(0).belief(ClassSet.of(0, 1))).isEqualTo(0.5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BELIEF.discounted(1.5))
                .withMessage("share must be in [0, 1], but is 1.5");
    }

    /** Radii 0, 0, 1, 2 with scale 1: two classes are level at the top, and no set is {0} alone. */
    @Test
    void theContoursFocalSetsAreNested() {
        double one = Math.exp(-0.5);
        double two = Math.exp(-2);
        assertThat(ClassContour.of(new double[] {0, 2, 0, 1}, 1).belief().focal())
                .containsExactly(
                        new FocalSet(ClassSet.of(0, 2), 1 - one),
                        new FocalSet(ClassSet.of(0, 2, 3), one - two),
                        new FocalSet(ClassSet.of(0, 1, 2, 3), two));
    }

    @Test
    void decisionFollowsTheMidpoints() {
        PredictiveRandomSet predicted = PredictiveRandomSet.of(
                List.of(ClassSet.of(0, 1), ClassSet.of(1, 2)), new double[][] {{0.5, 0.25, 0.25}, {0.75, 0, 0.25}});
        assertThat(predicted.decision()).containsExactly(1.0 / 3, 1.0 / 6, 0.5);
        assertThat(predicted.decided()).isEqualTo(2);
        // An even split would decide for class 1.
        assertThat(predicted.belief().pignistic()).containsExactly(0.25, 0.5, 0.25);
    }

    @Test
    void setsAreValues() {
        ClassSet set = ClassSet.of(3, 100, 3);
        assertThat(set)
                .isEqualTo(ClassSet.of(100, 3))
                .hasSameHashCodeAs(ClassSet.of(3, 100))
                .hasToString("{3, 100}");
        assertThat(set).isNotEqualTo(ClassSet.of(3)).isNotEqualTo("{3, 100}");
        assertThat(set.size()).isEqualTo(2);
        assertThat(set.contains(100)).isTrue();
        assertThat(set.contains(99)).isFalse();
        assertThat(set.containsAll(ClassSet.of())).isTrue();
        assertThat(set.meets(ClassSet.of(1, 2))).isFalse();
        assertThat(set.classes()).containsExactly(3, 100);
        assertThat(ClassSet.nonDominated(new double[] {0, 2, 1}, new double[] {1, 3, 2}))
                .isEqualTo(ClassSet.of(1, 2));
    }

    @Test
    void whatIsRefused() {
        refused(1, ClassSet.of(0), 1, "classes must be a whole number >= 2, but is 1");
        refused(3, ClassSet.of(), 1, "focal set 0 must be a set of one or more classes from 0 to 2, but is {}");
        refused(3, ClassSet.of(1, 3), 1, "focal set 0 must be a set of one or more classes from 0 to 2, but is {1, 3}");
        refused(3, ClassSet.of(1), -1, "the mass of focal set 0 must be a finite number >= 0, but is -1.0");
        refused(3, ClassSet.of(1), 0.5, "the masses must sum to 1 within 1.0E-9, but sum to 0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassSet.of(1, -1))
                .withMessage("classes[1] must be a whole number >= 0, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassSet.nonDominated(new double[] {1}, new double[] {0}))
                .withMessage("lower[0] must be at most upper[0] (0.0), but is 1.0");
        List<ClassSet> one = List.of(ClassSet.of(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PredictiveRandomSet.of(List.of(), new double[][] {}))
                .withMessage("the number of draws must be a whole number >= 1, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PredictiveRandomSet.of(one, new double[][] {}))
                .withMessage("midpoints must be as long as sets (1), but its length is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PredictiveRandomSet.of(one, new double[][] {{Double.NaN, 1}}))
                .withMessage("midpoints[0][0] must be a finite number >= 0, but is NaN");
    }

    private static void refused(int classes, ClassSet set, double mass, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassBelief.of(classes, List.of(new FocalSet(set, mass))))
                .withMessage(message);
    }
}
