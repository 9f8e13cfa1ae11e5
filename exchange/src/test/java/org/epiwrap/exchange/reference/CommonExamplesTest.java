package org.epiwrap.exchange.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.junit.jupiter.api.Test;

class CommonExamplesTest {
    private static final Dataset DIGITS = Mnist.DIGITS.load(Part.TRAIN).subset(0, 300);
    private static final Input UNIT = PictureInput.unit(DIGITS.shape());

    @Test
    void examplesOfBothAreCountedWhereverTheyStand() {
        Dataset first = DIGITS.subset(0, 120);
        Dataset others = DIGITS.subset(100, 300).shuffled(1);
        assertThat(CommonExamples.count(List.of(first), List.of(others), UNIT)).isEqualTo(20);
        assertThat(CommonExamples.count(
                        List.of(first.subset(0, 60), first.subset(60, 120)),
                        List.of(others.subset(0, 100), others.subset(100, 200)),
                        UNIT))
                .isEqualTo(20);
    }

    @Test
    void differentExamplesAndNoneHaveNothingInCommon() {
        Dataset clothes = Mnist.FASHION.load(Part.TRAIN).subset(0, 100);
        assertThat(CommonExamples.count(List.of(clothes), List.of(DIGITS), UNIT))
                .isZero();
        assertThat(CommonExamples.count(List.of(DIGITS.subset(0, 0)), List.of(DIGITS), UNIT))
                .isZero();
    }
}
