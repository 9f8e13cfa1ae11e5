package org.epiwrap.data.corruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CorruptionTest {
    private static final int IMAGES = 60;

    /** Those that change a single pixel; the others need neighbours. */
    private static final Set<Corruption> OF_SINGLE_PIXELS =
            EnumSet.of(Corruption.SHOT_NOISE, Corruption.GAUSSIAN_NOISE, Corruption.FOG, Corruption.BRIGHTNESS);

    private static final List<Volume> SHAPES = List.of(
            new Volume(1, 28, 28),
            new Volume(3, 32, 32),
            new Volume(2, 17, 40),
            new Volume(4, 64, 12),
            new Volume(1, 1, 9),
            new Volume(1, 9, 1),
            new Volume(1, 1, 1),
            new Volume(3, 2, 2));

    /** A bright cross and a gradient on black, which no corruption leaves as they are. */
    private static float[] drawing(Volume shape) {
        float[] image = new float[shape.size()];
        for (int i = 0; i < image.length; i++) {
            int y = i % shape.plane() / shape.width();
            int x = i % shape.width();
            boolean stroke = Math.abs(y - shape.height() / 2) <= 1 || Math.abs(2 * x - shape.width()) <= 3;
            boolean corner = y < shape.height() / 3 && x < shape.width() / 3;
            image[i] = stroke ? 0.9f : corner ? (x + 1f) / shape.width() : 0;
        }
        return image;
    }

    private static float[] corrupted(Corruption corruption, int severity, Volume shape, float[] image, int stream) {
        float[] copy = image.clone();
        corruption.of(shape, severity).apply(copy, new RandomStreams(1).stream(stream));
        return copy;
    }

    private static double change(float[] before, float[] after) {
        double sum = 0;
        for (int i = 0; i < before.length; i++) {
            sum += Math.abs(after[i] - before[i]);
        }
        return sum / before.length;
    }

    @ParameterizedTest
    @EnumSource
    void digitsChangeMoreWithEachSeverity(Corruption corruption) {
        Dataset digits = Mnist.DIGITS.load(Part.TEST).subset(0, IMAGES);
        byte[] bytes = new byte[digits.shape().size()];
        double last = 0.005;
        for (int severity = 1; severity <= Corruption.SEVERITIES; severity++) {
            double sum = 0;
            for (int i = 0; i < IMAGES; i++) {
                digits.pixels(i, i + 1, bytes);
                float[] image = new float[bytes.length];
                for (int k = 0; k < image.length; k++) {
                    image[k] = (bytes[k] & 0xff) / 255f;
                }
                sum += change(image, corrupted(corruption, severity, digits.shape(), image, i));
            }
            assertThat(sum / IMAGES).as("severity " + severity).isGreaterThan(last);
            last = sum / IMAGES;
        }
    }

    @ParameterizedTest
    @EnumSource
    void imagesOfAnySizeStayInRange(Corruption corruption) {
        for (Volume shape : SHAPES) {
            float[] image = drawing(shape);
            for (int severity = 1; severity <= Corruption.SEVERITIES; severity++) {
                float[] after = corrupted(corruption, severity, shape, image, severity);
                for (float value : after) {
                    assertThat(value).as("%s of %s", corruption, shape).isBetween(0f, 1f);
                }
                if (Math.min(shape.height(), shape.width()) >= 12) {
                    assertThat(change(image, after))
                            .as("%s of %s", corruption, shape)
                            .isGreaterThan(0.001);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSinglePixelHasNoShape(Corruption corruption) {
        Volume one = new Volume(1, 1, 1);
        float[] before = {0.4f};
        for (int severity = 1; severity <= Corruption.SEVERITIES; severity++) {
            float after = corrupted(corruption, severity, one, before, severity)[0];
            if (OF_SINGLE_PIXELS.contains(corruption)) {
                assertThat(after).as("%s:%s", corruption, severity).isNotEqualTo(0.4f);
            } else {
                assertThat(after).as("%s:%s", corruption, severity).isEqualTo(0.4f);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void memoryOfEarlierImagesDoesNotMatter(Corruption corruption) {
        Volume shape = new Volume(3, 16, 20);
        float[] image = drawing(shape);
        Corruptor used = corruption.of(shape, 4);
        float[] other = new float[shape.size()];
        Arrays.fill(other, 0.7f);
        used.apply(other, new RandomStreams(9).stream(0));
        float[] after = image.clone();
        used.apply(after, new RandomStreams(1).stream(2));
        assertThat(after).isEqualTo(corrupted(corruption, 4, shape, image, 2));
    }

    @ParameterizedTest
    @EnumSource
    void channelsOfAGreyPictureStayAlike(Corruption corruption) {
        Volume colour = new Volume(3, 20, 20);
        float[] after = corrupted(corruption, 3, colour, drawing(colour), 1);
        boolean alike = Arrays.equals(after, 0, 400, after, 400, 800) && Arrays.equals(after, 0, 400, after, 800, 1200);
        assertThat(alike).isEqualTo(corruption != Corruption.SHOT_NOISE && corruption != Corruption.GAUSSIAN_NOISE);
    }

    @Test
    void severitiesAreFromOneToFive() {
        for (Corruption corruption : Corruption.values()) {
            assertThat(corruption.parameters()).hasSize(Corruption.SEVERITIES);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Corruption.FOG.of(new Volume(1, 2, 2), 6))
                .withMessage("severity must be a whole number from 1 to 5, but is 6");
        assertThatIllegalArgumentException().isThrownBy(() -> Corruption.FOG.parameter(0));
        assertThat(Corruption.SHOT_NOISE).hasToString("shot-noise");
    }

    @Test
    void theDocumentedParametersAreThese() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/shifts.md"));
        for (Corruption corruption : Corruption.values()) {
            String parameters = Arrays.stream(corruption.parameters())
                    .mapToObj(value -> value == Math.rint(value)
                            ? String.format(Locale.ROOT, "%.0f", value)
                            : String.valueOf(value))
                    .collect(Collectors.joining(" | ", " | ", " |"));
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("| `" + corruption + "` |"))
                    .singleElement()
                    .asString()
                    .endsWith(parameters);
        }
    }
}
