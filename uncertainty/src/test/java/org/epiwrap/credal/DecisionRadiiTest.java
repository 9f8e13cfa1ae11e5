package org.epiwrap.credal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class DecisionRadiiTest {
    /** One hidden unit, its weight to the first class 1 ± 0.25, to the second known to be 0. */
    private static final LastLayer LAYER =
            LastLayer.of(new double[][] {{1}, {0}}, new double[][] {{0.25}, {0}}, new double[] {0, 0});

    /** The unit at 1 ± 0.5 reaches 0 at a scale of 2, its weight at a scale of 4. */
    @Test
    void theFirstToVanishDecides() {
        double[] centre = {1};
        assertThat(DecisionRadii.guaranteed(LAYER, centre, new double[] {0.5})[1])
                .isCloseTo(2, offset(1e-12));
        assertThat(DecisionRadii.guaranteed(LAYER, centre, new double[] {0.1})[1])
                .isCloseTo(4, offset(1e-12));
        assertThat(DecisionRadii.of(LAYER, centre, new double[] {0.5})[1]).isBetween(1.9, 2.1);
    }

    @Test
    void tiesAndPoints() {
        // The unit is off: both logits are 0, and the second class is as good as the first.
        assertThat(DecisionRadii.of(LAYER, new double[] {-1}, new double[] {0})).containsExactly(0, 0);
        assertThat(DecisionRadii.guaranteed(LAYER, new double[] {-1}, new double[] {0}))
                .containsExactly(0, 0);
        // Nothing has a radius: no scale reaches the other class.
        LastLayer known = LastLayer.of(new double[][] {{1}, {0}}, new double[2][1], new double[2]);
        assertThat(DecisionRadii.of(known, new double[] {1}, new double[] {0})).containsExactly(0, 12);
        assertThat(DecisionRadii.guaranteed(known, new double[] {1}, new double[] {0}))
                .containsExactly(0, 8);
    }

    /** Intervals narrower by a factor have radii larger by it, if the levels go as far. */
    @Test
    void aLargerReachIsForNarrowerIntervals() {
        double factor = 64;
        LastLayer narrow =
                LastLayer.of(new double[][] {{1}, {0}}, new double[][] {{0.25 / factor}, {0}}, new double[] {0, 0});
        double[] centre = {1};
        double[] radius = {0.5};
        double[] narrowRadius = {0.5 / factor};
        double wide = DecisionRadii.of(LAYER, centre, radius)[1];
        assertThat(DecisionRadii.of(narrow, centre, narrowRadius)).containsExactly(0, 12);
        assertThat(DecisionRadii.of(narrow, centre, narrowRadius, factor * DecisionRadii.REACH)[1])
                .isCloseTo(factor * wide, offset(1e-9));
        assertThat(DecisionRadii.levels(DecisionRadii.REACH))
                .startsWith(0, 0.002)
                .endsWith(8);
        assertThat(DecisionRadii.levels(64)).startsWith(0, 0.016).endsWith(64);
        assertThat(DecisionRadii.notReached(64)).isEqualTo(96);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecisionRadii.of(LAYER, centre, radius, 0))
                .withMessage("reach must be a finite number > 0, but is 0.0");
    }

    /** Below the first level the margin is taken for a line from scale 0. */
    @Test
    void nearlyTied() {
        LastLayer close =
                LastLayer.of(new double[][] {{0}, {0}}, new double[][] {{0.5}, {0.5}}, new double[] {1e-3, 0});
        assertThat(DecisionRadii.of(close, new double[] {1}, new double[] {0})[1])
                .isCloseTo(1e-3, offset(1e-12));
    }

    /** Classes out of reach keep their order; scores do not see it, prediction sets do. */
    @Test
    void farRadiiHaveNoLimit() {
        LastLayer three = LastLayer.of(
                new double[][] {{1}, {0}, {0}}, new double[][] {{0.01}, {0}, {0}}, new double[] {0, 0, 0.5});
        double[] centre = {1};
        double[] none = {0};
        assertThat(DecisionRadii.of(three, centre, none)).containsExactly(0, 12, 12);
        double[] far = DecisionRadii.far(three, centre, none);
        // The weight 1 - 0.01 k meets 0 at 100, and 0.5 at 50; between levels margins are lines, and so is this one.
        assertThat(far[1]).isCloseTo(100, offset(1e-9));
        assertThat(far[2]).isCloseTo(50, offset(1e-9));
        assertThat(DecisionRadii.cut(far, DecisionRadii.REACH)).containsExactly(0, 12, 12);
        assertThat(DecisionRadii.of(three, centre, none, 64))
                .containsExactly(DecisionRadii.cut(DecisionRadii.far(three, centre, none, 64), 64));
        assertThat(DecisionRadii.far(three, centre, none, 64)).containsExactly(far, offset(1e-9));
        assertThat(DecisionRadii.far(LAYER, centre, new double[] {0.5}))
                .as("within reach")
                .containsExactly(DecisionRadii.of(LAYER, centre, new double[] {0.5}));
        LastLayer known = LastLayer.of(new double[][] {{1}, {0}}, new double[2][1], new double[2]);
        assertThat(DecisionRadii.far(known, centre, none)[1]).isEqualTo(12 * 0x1.0p20);
        ClassContour cut = ClassContour.of(DecisionRadii.cut(far, DecisionRadii.REACH), 20);
        ClassContour whole = ClassContour.ofFar(far, 20, DecisionRadii.REACH);
        assertThat(whole.nonSpecificity()).isEqualTo(cut.nonSpecificity());
        assertThat(whole.plausibility(1)).isEqualTo(cut.plausibility(1));
        assertThat(whole.shares()[0]).isGreaterThan(whole.shares()[2]);
        assertThat(whole.shares()[2]).isGreaterThan(whole.shares()[1]);
        assertThat(whole.shares()[0] + whole.shares()[1] + whole.shares()[2]).isCloseTo(1, offset(1e-12));
        assertThat(cut.shares()[1]).isEqualTo(cut.shares()[2]);
    }

    @Test
    void whatIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecisionRadii.of(LAYER, new double[2], new double[1]))
                .withMessage("centre must be as long as the hidden units (1), but its length is 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecisionRadii.of(LAYER, new double[1], new double[] {-1}))
                .withMessage("radius[0] must be a finite number >= 0, but is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecisionRadii.of(LAYER, new double[] {Double.NaN}, new double[1]))
                .withMessage("centre[0] must be a finite number, but is NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LastLayer.of(new double[1][1], new double[1][1], new double[1]))
                .withMessage("the number of classes must be a whole number >= 2, but is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LastLayer.of(new double[2][1], new double[2][2], new double[2]))
                .withMessage("radius[0] must be as long as centre[0] (1), but its length is 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYER.withBiasRadius(new double[] {0, -1}))
                .withMessage("biasRadius[1] must be a finite number >= 0, but is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYER.maximal(new double[] {2}, new double[] {1}))
                .withMessage("lower[0] must be at most upper[0] (1.0), but is 2.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYER.maximal(new double[] {-1}, new double[] {1}))
                .withMessage("lower[0] must be a finite number >= 0, but is -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYER.logits(new double[2]))
                .withMessage("activations must be as long as the hidden units (1), but its length is 2");
    }
}
