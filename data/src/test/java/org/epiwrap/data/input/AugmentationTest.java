package org.epiwrap.data.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Letters;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of small images, pixel by pixel. */
class AugmentationTest {
    private static final Volume SMALL = new Volume(1, 2, 3);

    /** All images that one becomes in many draws, a text of digits each, its rows divided by a space. */
    private static Set<String> all(Augmentation augmentation) {
        Augmentation.Augmenter augmenter = augmentation.on(PictureInput.unit(SMALL));
        Set<String> found = new TreeSet<>();
        for (int draw = 0; draw < 500; draw++) {
            float[] image = {1, 2, 3, 4, 5, 6};
            augmenter.apply(image, new RandomStreams(1).stream(draw));
            found.add(text(image, 0) + " " + text(image, 3));
        }
        return found;
    }

    private static String text(float[] image, int from) {
        return IntStream.range(from, from + 3)
                .mapToObj(i -> String.valueOf((int) image[i]))
                .collect(Collectors.joining());
    }

    /** A flip mirrors left to right, a shift repeats the edge, and a crop brings in black. */
    @ParameterizedTest
    @CsvSource({
        "flip, 123 456|321 654",
        "shift:1, 123 456|112 445|233 566|123 123|112 112|233 233|456 456|445 445|566 566",
        "crop:1, 123 456|012 045|230 560|000 123|000 012|000 230|456 000|045 000|560 000"
    })
    void aChangeGivesTheseImagesAlone(String change, String images) {
        assertThat(all(Augmentation.parse(change))).containsExactlyInAnyOrder(images.split("\\|"));
    }

    @Test
    void changesFollowEachOther() {
        assertThat(all(new Augmentation(1, 1, true)))
                .contains("321 654", "211 544", "000 332")
                .hasSizeGreaterThan(40);
    }

    @Test
    void withoutChangesNothingIsDrawn() {
        assertThat(all(Augmentation.NONE)).containsExactly("123 456");
    }

    /** Every image of a batch has a draw of its own, and all channels of an image the same. */
    @Test
    void channelsMoveTogetherAndImagesApart() {
        PictureInput input =
                new PictureInput(new Volume(2, 2, 2), new Normalisation(List.of(0.5, 0.25), List.of(0.25, 0.125)));
        float[] batch = new float[8 * 100];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = i % 8 < 4 ? 10 : 20;
        }
        Augmentation.NONE.withCrop(1).on(input).apply(batch, new RandomStreams(1).stream(0));
        Set<String> images = new TreeSet<>();
        for (int start = 0; start < batch.length; start += 8) {
            float[] first = Arrays.copyOfRange(batch, start, start + 4);
            for (int i = 0; i < 4; i++) {
                // Black is (0 - 0.5) / 0.25 in the first channel and (0 - 0.25) / 0.125 in the second.
                assertThat(batch[start + 4 + i]).isEqualTo(first[i] == 10 ? 20 : -2);
                assertThat(first[i]).isIn(10f, -2f);
            }
            images.add(Arrays.toString(first));
        }
        assertThat(images).hasSize(9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "shift shift:2",
                "flip flip",
                "flip,crop crop:4,flip",
                "crop:3,shift:1,flip shift:1,crop:3,flip",
                "shift:99999 shift:99999",
            })
    void textsAreParsed(String text, String parsed) {
        assertThat(Augmentation.parse(text)).hasToString(parsed).isEqualTo(Augmentation.parse(parsed));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "none",
                "flip,",
                "rotate",
                "shift:0",
                "shift:-1",
                "shift:",
                "crop:x",
                "flip:1",
                "flip,flip",
                "shift,shift:3",
                "crop:100000",
                "Flip"
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> Augmentation.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be shift, crop and flip, or some of them")
                .hasMessageEndingWith("but is '" + text + "'");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Augmentation(-1, 0, false))
                .hasMessageContaining("shift must be a whole number from 0 to 99999");
        assertThatThrownBy(() -> Augmentation.NONE.withShift(2).on(PictureInput.unit(SMALL)))
                .hasMessage("the pixels to shift images of 1×2×3 must be a whole number from 0 to 1, but is 2");
        Input table = TableInput.fit(Letters.load(Part.TRAIN));
        assertThatThrownBy(() -> Augmentation.NONE.withFlip().on(table))
                .hasMessage("only images can be augmented (flip), but this data has rows");
        Augmentation.NONE.on(table);
    }
}
