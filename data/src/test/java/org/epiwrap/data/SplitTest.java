package org.epiwrap.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class SplitTest {
    private static final Volume PIXEL = new Volume(1, 1, 1);
    private static final List<String> CLASSES = List.of("common", "rare", "absent", "single");

    /** A hundred examples, each with its index as its pixel. */
    private final Dataset data = data(100);

    private static Dataset data(int size) {
        byte[] pixels = new byte[size];
        byte[] labels = new byte[size];
        for (int i = 0; i < size; i++) {
            pixels[i] = (byte) i;
            labels[i] = (byte) (i % 10 == 3 ? 1 : 0);
        }
        labels[size - 1] = 3;
        return Dataset.of("x", PIXEL, CLASSES, pixels, labels);
    }

    @Test
    void everyExampleIsInOnePart() {
        Split split = Split.of(data, 0.7, 0.15, 0.15, 5);
        assertThat(indexes(split.train())).hasSize(70).isSorted();
        assertThat(indexes(split.calibration())).hasSize(15).isSorted();
        assertThat(indexes(split.test())).hasSize(15).isSorted();
        int[] union = Stream.of(split.train(), split.calibration(), split.test())
                .flatMapToInt(part -> IntStream.of(indexes(part)))
                .sorted()
                .toArray();
        assertThat(union).containsExactly(IntStream.range(0, 100).toArray());
    }

    @Test
    void theSeedDecides() {
        Split split = Split.of(data, 0.5, 0.25, 0.25, 5);
        assertThat(Split.of(data, 0.5, 0.25, 0.25, 5).test().contentHash())
                .isEqualTo(split.test().contentHash());
        assertThat(Split.of(data, 0.5, 0.25, 0.25, 6).test().contentHash())
                .isNotEqualTo(split.test().contentHash());
        assertThat(indexes(split.train())).isNotEqualTo(IntStream.range(0, 50).toArray());
    }

    /** For many sizes and shares, within the bound that the documentation states. */
    @Test
    void everyClassIsDividedByTheShares() {
        var random = new RandomStreams(2).stream(0);
        for (int round = 0; round < 200; round++) {
            Dataset some = data(2 + random.nextInt(200));
            double a = random.nextDouble();
            double b = random.nextDouble() * (1 - a);
            double[] shares = {a, b, 1 - a - b};
            Split split = Split.of(some, shares[0], shares[1], shares[2], round);
            List<Dataset> parts = List.of(split.train(), split.calibration(), split.test());
            for (int part = 0; part < 3; part++) {
                assertThat((double) parts.get(part).size())
                        .isBetween(shares[part] * some.size() - 2, shares[part] * some.size() + 2);
                for (int label = 0; label < CLASSES.size(); label++) {
                    double wanted = shares[part] * count(some, label);
                    assertThat((double) count(parts.get(part), label)).isBetween(wanted - 2, wanted + 2);
                }
            }
        }
    }

    /** Each of ten rare examples is a test example in about a tenth of the splits. */
    @Test
    void everyExampleOfAClassIsAsLikely() {
        int[] tested = new int[100];
        for (int seed = 0; seed < 3000; seed++) {
            for (int index : indexes(Split.of(data, 0.8, 0.1, 0.1, seed).test())) {
                tested[index]++;
            }
        }
        // Binomial with 3000 trials of a chance near 0.1: a deviation of 16.
        int[] rare = IntStream.range(0, 100)
                .filter(i -> i % 10 == 3)
                .map(i -> tested[i])
                .toArray();
        assertThat(Arrays.stream(rare).max().orElseThrow()
                        - Arrays.stream(rare).min().orElseThrow())
                .isLessThan(130);
        assertThat(IntStream.of(tested).sum()).isEqualTo(3000 * 10);
    }

    @Test
    void partsMayBeEmptyAndExamplesUnlabelled() {
        Split whole = Split.of(data, 1, 0, 0, 1);
        assertThat(whole.train().contentHash()).isEqualTo(data.contentHash());
        assertThat(whole.test().size()).isZero();
        Split unlabelled = Split.of(Dataset.unlabelled("x", PIXEL, new byte[40]), 0.5, 0.25, 0.25, 1);
        assertThat(unlabelled.train().size()).isEqualTo(20);
        assertThat(unlabelled.calibration().size()).isEqualTo(10);
        assertThat(unlabelled.test().isLabelled()).isFalse();
    }

    @Test
    void sharesMustAddUpToOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Split.of(data, 0.5, 0.25, 0.5, 1))
                .withMessage("the shares must add up to 1, but add up to 1.25");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Split.of(data, 1.5, -0.25, -0.25, 1))
                .withMessageContaining("trainShare");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Split.of(data, 0.5, Double.NaN, 0.5, 1))
                .withMessageContaining("calibrationShare");
    }

    private static int count(Dataset data, int label) {
        return (int) IntStream.of(data.labels()).filter(each -> each == label).count();
    }

    private static int[] indexes(Dataset data) {
        byte[] pixels = Images.pixels(data);
        return IntStream.range(0, pixels.length).map(i -> pixels[i] & 0xff).toArray();
    }
}
