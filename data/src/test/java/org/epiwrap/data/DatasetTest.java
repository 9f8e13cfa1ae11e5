package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.security.MessageDigest;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatasetTest {
    private static final Volume SHAPE = new Volume(1, 1, 2);

    private final Dataset data = Images.counted(10, SHAPE);

    @Test
    void examplesKnowWhereTheyWereRead() {
        Dataset all = Dataset.unlabelled("three", new Volume(1, 1, 1), new byte[] {1, 2, 3});
        assertThat(all.origin(0)).isEmpty();
        Dataset named = all.withOrigins(List.of("a.png", "b.png", "c.png")::get);
        assertThat(named.select(new int[] {2, 0}).named("two").origin(0)).hasValue("c.png");
    }

    @Test
    void viewsShowTheImagesTheySay() {
        Dataset subset = data.subset(2, 7);
        assertThat(subset.size()).isEqualTo(5);
        assertThat(Images.pixels(subset)).isEqualTo(Images.bytes(32, 33, 48, 49, 64, 65, 80, 81, 96, 97));
        Dataset selected = subset.select(new int[] {4, 0, 0});
        assertThat(Images.pixels(selected)).isEqualTo(Images.bytes(96, 97, 32, 33, 32, 33));
        assertThat(selected.labels()).containsExactly(0, 2, 2);
        assertThat(data.subset(3, 3).size()).isZero();
        assertThat(data.named("other")).hasToString("other: 10 images of 1×1×2 in 3 classes");
        assertThat(data.name()).isEqualTo("counted");
        assertThat(data.classNames()).containsExactly("a", "b", "c");
    }

    @Test
    void aShuffleIsFixedByItsSeedAndLosesNothing() {
        Dataset shuffled = data.shuffled(7);
        assertThat(Images.pixels(data.shuffled(8))).isNotEqualTo(Images.pixels(shuffled));
        assertThat(firstBytes(shuffled)).containsExactlyInAnyOrder(0, 16, 32, 48, 64, 80, 96, 112, 128, 144);
        for (int i = 0; i < shuffled.size(); i++) {
            assertThat(shuffled.label(i)).isEqualTo(firstBytes(shuffled)[i] / 16 % 3);
        }
    }

    /** The first, so long as these are of all classes; of sorted data the first would be of some classes alone. */
    @Test
    void someExamplesStandForAll() {
        Dataset mixed = Images.counted(3000, SHAPE);
        assertThat(Images.pixels(mixed.representative(300))).isEqualTo(Images.pixels(mixed.subset(0, 300)));
        assertThat(mixed.representative(5000).size()).isEqualTo(3000);
        assertThat(mixed.representative(0).size()).isZero();
        int[] byClass = IntStream.range(0, 3000)
                .boxed()
                .sorted(Comparator.comparing(mixed::label))
                .mapToInt(Integer::intValue)
                .toArray();
        Dataset sorted = mixed.select(byClass);
        int[] labels = sorted.representative(300).labels();
        assertThat(labels).hasSize(300).isSorted();
        for (int c = 0; c < 3; c++) {
            int category = c;
            assertThat(IntStream.of(labels).filter(label -> label == category).count())
                    .isBetween(70L, 130L);
        }
        Dataset shuffled = sorted.shuffled(1);
        assertThat(shuffled.representative(300).labels())
                .isEqualTo(shuffled.subset(0, 300).labels());
        Dataset unlabelled = Dataset.unlabelled("three", new Volume(1, 1, 1), new byte[] {1, 2, 3});
        assertThat(Images.pixels(unlabelled.representative(2))).isEqualTo(Images.bytes(1, 2));
    }

    @Test
    void everyOrderOfAShuffleIsAsLikely() {
        Dataset three = data.subset(0, 3);
        int[] counts = new int[1 << 6];
        for (int seed = 0; seed < 6000; seed++) {
            int[] first = firstBytes(three.shuffled(seed));
            counts[first[0] + first[1] / 4 + first[2] / 16]++;
        }
        // Six orders, 1000 each: a deviation of 29.
        assertThat(IntStream.of(counts).filter(count -> count > 0).boxed())
                .hasSize(6)
                .allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    }

    @Test
    void samplesAreNestedAndAlwaysTheSame() {
        assertThat(data.sample(0).train().size()).isZero();
        for (int images = 1; images < data.size(); images++) {
            HoldOut split = data.sample(images);
            assertThat(split.train().size()).isEqualTo(images);
            assertThat(split.heldOut().size()).isEqualTo(data.size() - images);
            assertThat(firstBytes(split.train())).isSorted().doesNotContain(firstBytes(split.heldOut()));
            assertThat(firstBytes(data.sample(images + 1).train())).contains(firstBytes(split.train()));
            assertThat(split.train().contentHash())
                    .isEqualTo(data.select(Dataset.sampled(data.size(), images)).contentHash());
            assertThat(split.train().contentHash())
                    .isEqualTo(data.sample(images).train().contentHash());
        }
        assertThat(data.sample(data.size()).train().contentHash()).isEqualTo(data.contentHash());
        assertThat(firstBytes(data.sample(5).train())).isNotEqualTo(firstBytes(data.subset(0, 5)));
        assertThatIllegalArgumentException().isThrownBy(() -> data.sample(data.size() + 1));
    }

    @Test
    void theFirstImagesCanBeTakenWithoutDrawing() {
        HoldOut first = HoldOut.first(data, 4);
        assertThat(first.train().contentHash()).isEqualTo(data.subset(0, 4).contentHash());
        assertThat(first.heldOut().contentHash()).isEqualTo(data.subset(4, 10).contentHash());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HoldOut.first(data, 11))
                .withMessage("examples must be a whole number from 0 to 10, but is 11");
    }

    @Test
    void labelsAreACopyInTheOrderOfTheView() {
        Dataset view = data.select(new int[] {5, 0, 4});
        int[] labels = view.labels();
        assertThat(labels).containsExactly(2, 0, 1);
        labels[0] = 7;
        assertThat(view.labels()).containsExactly(2, 0, 1);
        Dataset last = Dataset.of("x", SHAPE, Collections.nCopies(256, "a"), new byte[2], Images.bytes(255));
        assertThat(last.labels()).as("unsigned").containsExactly(255);
    }

    @Test
    void unlabelledImagesHaveNoLabels() {
        Dataset unlabelled = Dataset.unlabelled("photos", SHAPE, Images.bytes(1, 2, 3, 4, 5, 6));
        assertThat(unlabelled.isLabelled()).isFalse();
        assertThat(data.isLabelled()).isTrue();
        assertThat(unlabelled.classNames()).isEmpty();
        assertThat(unlabelled).hasToString("photos: 3 images of 1×1×2, unlabelled");
        assertThatIllegalStateException()
                .isThrownBy(() -> unlabelled.label(0))
                .withMessage("photos must have labels, but is unlabelled");
        assertThatIllegalStateException().isThrownBy(unlabelled::labels);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.unlabelled("x", SHAPE, new byte[3]))
                .withMessage("pixels must have 2 bytes for each image, but its length is 3");
    }

    @Test
    void viewsOfUnlabelledImagesAreUnlabelled() {
        Dataset unlabelled = Dataset.unlabelled("photos", SHAPE, Images.bytes(1, 2, 3, 4, 5, 6));
        for (Dataset view : List.of(
                unlabelled.subset(1, 3),
                unlabelled.select(new int[] {2}),
                unlabelled.shuffled(1),
                unlabelled.named("others"),
                unlabelled.sample(2).heldOut(),
                unlabelled.withPixels("new", SHAPE, new byte[6]))) {
            assertThat(view.isLabelled()).as(view.toString()).isFalse();
        }
        assertThat(Images.pixels(unlabelled.subset(1, 3))).isEqualTo(Images.bytes(3, 4, 5, 6));
    }

    /** Without the mark of unlabelled data, an image of a pixel and a label would hash like two unlabelled pixels. */
    @Test
    void theContentHashTellsLabelsFromPixels() {
        Volume pixel = new Volume(1, 1, 1);
        Dataset labelled = Dataset.of("x", pixel, List.of("a", "b"), Images.bytes(9), Images.bytes(1));
        Dataset unlabelled = Dataset.unlabelled("x", pixel, Images.bytes(9, 1));
        assertThat(unlabelled.contentHash()).isNotEqualTo(labelled.contentHash());
    }

    @Test
    void newPixelsMustBeAsMany() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> data.subset(0, 2).withPixels("x", SHAPE, new byte[5]))
                .withMessage("newPixels must be as long as the images (4), but its length is 5");
    }

    @Test
    void batchesGoWhereTheCallerSays() {
        byte[] bytes = new byte[5];
        data.select(new int[] {9, 4, 1, 2}).pixels(1, 3, bytes);
        assertThat(bytes).isEqualTo(Images.bytes(64, 65, 16, 17, 0));
        float[] numbers = new float[4];
        data.pixels(1, 3, numbers, Normalisation.unit());
        assertThat(numbers).containsExactly(16 / 255f, 17 / 255f, 32 / 255f, 33 / 255f);
        data.pixels(new int[] {9, 4}, 0, 2, numbers, new Normalisation(List.of(0.5), List.of(0.25)));
        assertThat(numbers[1]).isCloseTo((145 / 255f - 0.5f) / 0.25f, within(1e-6f));
        assertThat(numbers[2]).isCloseTo((64 / 255f - 0.5f) / 0.25f, within(1e-6f));
    }

    @Test
    void eachChannelHasItsOwnNormalisation() {
        Dataset colours = Images.counted(2, new Volume(2, 1, 2));
        float[] numbers = new float[8];
        colours.pixels(0, 2, numbers, new Normalisation(List.of(0.0, 1.0), List.of(1 / 255.0, 1 / 510.0)));
        assertThat(numbers)
                .containsExactly(new float[] {0, 1, 4 - 510, 6 - 510, 16, 17, 36 - 510, 38 - 510}, within(1e-3f));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> data.pixels(0, 1, numbers, new Normalisation(List.of(0.0, 0.0), List.of(1.0, 1.0))))
                .withMessage("normalisation must be as long as the image's channels (1), but its length is 2");
    }

    @Test
    void aFittedNormalisationGivesMeanZeroAndVarianceOne() {
        Dataset colours = Images.counted(9, new Volume(3, 2, 5));
        float[] numbers = new float[9 * 30];
        colours.pixels(0, 9, numbers, Normalisation.of(colours));
        for (int channel = 0; channel < 3; channel++) {
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < 90; i++) {
                float number = numbers[i / 10 * 30 + channel * 10 + i % 10];
                sum += number;
                squares += number * number;
            }
            assertThat(sum / 90).isCloseTo(0, within(1e-6));
            assertThat(squares / 90).isCloseTo(1, within(1e-6));
        }
    }

    @Test
    void greyImagesKeepTheirZerosUnlessAskedOtherwise() {
        assertThat(Normalisation.defaultFor(data)).isEqualTo(Normalisation.unit());
        Dataset colours = Images.counted(9, new Volume(3, 2, 5));
        assertThat(Normalisation.defaultFor(colours)).isEqualTo(Normalisation.of(colours));
    }

    @Test
    void theContentHashIsWhatItsDocumentationSays() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(Images.bytes(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2));
        digest.update(Images.bytes(80, 81, 16, 17, 2, 1));
        Dataset view = data.select(new int[] {5, 1});
        assertThat(view.contentHash()).isEqualTo(HexFormat.of().formatHex(digest.digest()));
        assertThat(view.named("other").contentHash()).isEqualTo(view.contentHash());
        assertThat(data.select(new int[] {1, 5}).contentHash()).isNotEqualTo(view.contentHash());
    }

    @Test
    void badArgumentsAreNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> data.label(10))
                .withMessage("example must be a whole number from 0 to 9, but is 10");
        assertThatIllegalArgumentException().isThrownBy(() -> data.subset(3, 2)).withMessageContaining("from");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> data.subset(0, 11))
                .withMessageContaining("to must");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> data.select(new int[] {-1}))
                .withMessage("index must be a whole number from 0 to 9, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> data.pixels(0, 3, new byte[5]))
                .withMessage("target must have room for 3 images of 2 pixels (6), but its length is 5");
        List<String> classes = List.of("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.of("x", SHAPE, classes, new byte[3], new byte[2]))
                .withMessage("pixels must have 2 bytes for each of 2 labels, but its length is 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.of("x", SHAPE, classes, new byte[2], Images.bytes(255)))
                .withMessage("label must be a whole number from 0 to 0, but is 255");
        assertThatIllegalArgumentException().isThrownBy(() -> new Normalisation(List.of(), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Normalisation(List.of(0.0), List.of(0.0)));
        assertThatIllegalArgumentException().isThrownBy(() -> Normalisation.of(data.subset(0, 0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Volume(3, 1 << 20, 1 << 20))
                .withMessageEndingWith("3 x 1048576 x 1048576");
    }

    private static int[] firstBytes(Dataset data) {
        byte[] pixels = Images.pixels(data);
        return IntStream.range(0, data.size()).map(i -> pixels[2 * i] & 0xff).toArray();
    }
}
