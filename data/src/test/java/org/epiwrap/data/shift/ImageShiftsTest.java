package org.epiwrap.data.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.data.corruption.Combination;
import org.epiwrap.data.corruption.Corruption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageShiftsTest {
    private static final Dataset DIGITS = Mnist.DIGITS.load(Part.TEST).subset(0, 40);

    @ParameterizedTest
    @EnumSource
    void anImageIsCorruptedAlikeWhereverItIs(Corruption corruption) {
        Dataset all = Shift.corrupted(corruption, 3, 7).apply(DIGITS);
        assertThat(all.name()).isEqualTo(DIGITS.name() + "-" + corruption + ":3-7");
        assertThat(all.labels()).isEqualTo(DIGITS.labels());
        int[] some = {31, 2, 17, 2};
        assertThat(Shift.corrupted(corruption, 3, 7).apply(DIGITS.select(some)).contentHash())
                .isEqualTo(all.select(some).contentHash())
                .isNotEqualTo(DIGITS.select(some).contentHash());
    }

    @Test
    void corruptionsTakeTurns() {
        Dataset all = Shift.corruptedInTurn(3, 7).apply(DIGITS);
        assertThat(all.name()).isEqualTo(DIGITS.name() + "-corrupted:3-7");
        assertThat(all.labels()).isEqualTo(DIGITS.labels());
        List<Corruption> corruptions = List.of(Corruption.values());
        for (int i = 0; i < DIGITS.size(); i++) {
            Dataset one = DIGITS.subset(i, i + 1);
            assertThat(all.subset(i, i + 1).contentHash())
                    .isEqualTo(Shift.corrupted(corruptions.get(i % corruptions.size()), 3, 7)
                            .apply(one)
                            .contentHash());
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Shift.corruptedInTurn(6, 1));
    }

    @Test
    void theSeedDecidesWhatIsRandom() {
        Set<Corruption> fixed = Set.of(
                Corruption.BLUR,
                Corruption.CONTRAST,
                Corruption.BRIGHTNESS,
                Corruption.DILATION,
                Corruption.EROSION,
                Corruption.PIXELATION);
        for (Corruption corruption : Corruption.values()) {
            String first = Shift.corrupted(corruption, 2, 1).apply(DIGITS).contentHash();
            String second = Shift.corrupted(corruption, 2, 2).apply(DIGITS).contentHash();
            assertThat(first.equals(second)).as("%s", corruption).isEqualTo(fixed.contains(corruption));
        }
    }

    @Test
    void combinesImagesOfDifferentClasses() {
        // Pixels that tell the class: an image of class c has c + 1 in all places.
        int[] labels = {0, 0, 0, 1, 2, 0, 0};
        byte[] pixels = new byte[labels.length * 2];
        byte[] bytes = new byte[labels.length];
        for (int i = 0; i < labels.length; i++) {
            bytes[i] = (byte) labels[i];
            Arrays.fill(pixels, 2 * i, 2 * i + 2, (byte) (labels[i] + 1));
        }
        Dataset data = Dataset.of("x", new Volume(1, 1, 2), List.of("a", "b", "c", "none"), pixels, bytes);
        Set<Byte> partnersOfA = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            Dataset halves = Shift.combined(Combination.HALVES, seed).apply(data);
            assertThat(halves.isLabelled()).isFalse();
            assertThat(halves.name()).isEqualTo("x-halves-" + seed);
            byte[] both = Images.pixels(halves);
            for (int i = 0; i < labels.length; i++) {
                assertThat(both[2 * i]).as("the left half").isEqualTo((byte) (labels[i] + 1));
                assertThat(both[2 * i + 1]).as("the right half").isNotEqualTo(both[2 * i]);
            }
            partnersOfA.add(both[1]);
        }
        assertThat(partnersOfA).containsExactlyInAnyOrder((byte) 2, (byte) 3);
    }

    @Test
    void aMixtureIsTheMean() {
        Dataset data = Dataset.of(
                "x", new Volume(1, 1, 2), List.of("a", "b"), Images.bytes(0, 100, 200, 50), Images.bytes(0, 1));
        assertThat(Images.pixels(Shift.combined(Combination.MIXTURES, 1).apply(data)))
                .isEqualTo(Images.bytes(100, 75, 100, 75));
    }

    @Test
    void combinationsNeedTwoClasses() {
        Shift halves = Shift.combined(Combination.HALVES, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> halves.apply(Images.single(new Volume(1, 1, 2), 1, 2)))
                .withMessage("single must have images of two classes to combine them, but has images of 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> halves.apply(Dataset.unlabelled("y", new Volume(1, 1, 2), new byte[4])))
                .withMessage("y must have labels to combine images of different classes, but is unlabelled");
        assertThatIllegalArgumentException().isThrownBy(() -> Shift.corrupted(Corruption.FOG, 0, 1));
    }

    @Test
    void theHardSuiteIsEveryCorruptionAndCombination() throws Exception {
        List<OodDataset> suite = OodDataset.hardSuite();
        assertThat(suite).hasSize(15 * 3 + 2);
        assertThat(suite)
                .extracting(OodDataset::name)
                .startsWith("blur:1", "blur:3", "blur:5", "shot-noise:1")
                .endsWith("pixelation:5", "mixtures", "halves")
                .doesNotHaveDuplicates();
        Set<String> contents = new HashSet<>(Set.of(DIGITS.contentHash()));
        for (OodDataset each : suite) {
            Dataset shifted = each.of(DIGITS, 1);
            assertThat(shifted.size()).isEqualTo(DIGITS.size());
            assertThat(contents.add(shifted.contentHash())).as(each.name()).isTrue();
        }
    }
}
