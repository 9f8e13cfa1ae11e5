package org.epiwrap.data.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.cifar.Cifar10;
import org.junit.jupiter.api.Test;

class ShiftTest {
    private static final Volume WIDE = new Volume(1, 2, 3);

    @Test
    void rotatesCounterClockwise() {
        Dataset rotated = Shift.rotated().apply(Images.single(WIDE, 1, 2, 3, 4, 5, 6));
        assertThat(rotated.shape()).isEqualTo(new Volume(1, 3, 2));
        assertThat(Images.pixels(rotated)).isEqualTo(Images.bytes(3, 6, 2, 5, 1, 4));
        assertThat(rotated.name()).isEqualTo("single-rotated");
    }

    @Test
    void fourRotationsAreNone() {
        Dataset data = Images.counted(5, new Volume(3, 4, 7)).select(new int[] {3, 1, 4});
        Dataset turned = data;
        for (int i = 0; i < 4; i++) {
            turned = Shift.rotated().apply(turned);
        }
        assertThat(turned.contentHash()).isEqualTo(data.contentHash());
        assertThat(Shift.rotated().apply(data).contentHash()).isNotEqualTo(data.contentHash());
    }

    @Test
    void inverts() {
        Dataset data = Images.single(WIDE, 0, 1, 127, 128, 254, 255);
        Dataset inverted = Shift.inverted().apply(data);
        assertThat(Images.pixels(inverted)).isEqualTo(Images.bytes(255, 254, 128, 127, 1, 0));
        assertThat(Images.pixels(data)[0]).as("the original stays").isZero();
    }

    @Test
    void permutesAllImagesAndChannelsAlike() {
        Dataset data = Images.counted(3, new Volume(2, 1, 8)).subset(1, 3);
        Dataset permuted = Shift.permuted(5).apply(data);
        byte[] pixels = Images.pixels(permuted);
        byte[] sorted = pixels.clone();
        Arrays.sort(sorted, 0, 8);
        assertThat(Arrays.copyOf(sorted, 8)).isEqualTo(Images.bytes(16, 17, 18, 19, 20, 21, 22, 23));
        assertThat(sorted).isNotEqualTo(pixels);
        for (int i = 0; i < 8; i++) {
            assertThat(pixels[8 + i] - pixels[i]).as("the other channel").isEqualTo(8);
            assertThat(pixels[16 + i] - pixels[i]).as("the next image").isEqualTo(16);
        }
        assertThat(permuted.labels()).containsExactly(1, 2);
        assertThat(Shift.permuted(5).apply(data).contentHash()).isEqualTo(permuted.contentHash());
        assertThat(Shift.permuted(6).apply(data).contentHash()).isNotEqualTo(permuted.contentHash());
    }

    @Test
    void noiseIsUniformAndFixedByItsSeed() {
        Dataset data = Images.counted(16, new Volume(1, 64, 64));
        Dataset noise = Shift.noise(1).apply(data);
        int[] counts = new int[256];
        for (byte pixel : Images.pixels(noise)) {
            counts[pixel & 0xff]++;
        }
        // 65536 bytes over 256 levels: chi-squared with 255 degrees of freedom, deviation 22.6.
        double chi = 0;
        for (int count : counts) {
            chi += (count - 256) * (count - 256) / 256.0;
        }
        assertThat(chi).isBetween(150.0, 370.0);
        assertThat(noise.shape()).isEqualTo(data.shape());
        assertThat(noise.isLabelled()).isFalse();
        assertThat(Shift.noise(1).apply(data).contentHash()).isEqualTo(noise.contentHash());
        assertThat(Shift.noise(2).apply(data).contentHash()).isNotEqualTo(noise.contentHash());
    }

    @Test
    void onlyRotatingAndGreyingChangeTheShape() {
        for (Shift shift : List.of(Shift.inverted(), Shift.permuted(3), Shift.noise(3))) {
            assertThat(shift.apply(Images.counted(2, WIDE)).shape()).isEqualTo(WIDE);
        }
        assertThat(Shift.rotated().apply(Images.counted(2, WIDE)).shape()).isEqualTo(new Volume(1, 3, 2));
        Dataset colours = Images.counted(2, new Volume(3, 2, 3));
        assertThat(Shift.grey(5, 4).apply(colours).shape()).isEqualTo(new Volume(1, 5, 4));
    }

    @Test
    void greyWeighsTheColours() {
        Dataset colours = Images.single(new Volume(3, 1, 4), 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255);
        // 0.299 · 255 = 76.2, 0.587 · 255 = 149.7, 0.114 · 255 = 29.1
        assertThat(Images.pixels(Shift.grey(1, 4).apply(colours))).isEqualTo(Images.bytes(76, 150, 29, 255));
    }

    @Test
    void greyTakesMeansOverAreas() {
        // Three columns to two: the first takes the first and half of the second.
        Dataset grey = Shift.grey(1, 2).apply(Images.single(WIDE, 30, 90, 240, 30, 90, 240));
        assertThat(Images.pixels(grey)).isEqualTo(Images.bytes(50, 190));
        Dataset rows = Shift.grey(3, 1).apply(Images.single(new Volume(1, 2, 1), 10, 20));
        assertThat(Images.pixels(rows)).isEqualTo(Images.bytes(10, 15, 20));
    }

    @Test
    void greyFitsCifarToMnist() {
        byte[] flat = new byte[3 * 32 * 32];
        Arrays.fill(flat, (byte) 200);
        Dataset data = Dataset.of("x", new Volume(3, 32, 32), Cifar10.CLASS_NAMES, flat, Images.bytes(4));
        Dataset grey = Shift.grey(28, 28).apply(data);
        assertThat(grey.shape()).isEqualTo(Mnist.DIGITS.load(Part.TEST).shape());
        assertThat(Images.pixels(grey)).containsOnly(200);
        assertThat(grey.label(0)).isEqualTo(4);
        assertThat(grey.name()).isEqualTo("x-grey-28x28");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shift.grey(2, 2).apply(Images.counted(1, new Volume(2, 2, 2))))
                .withMessage("channels must be 1 or 3, but are 2");
    }

    @Test
    void theNameOfAShiftIsPartOfTheNameOfItsResult() {
        Dataset data = Images.counted(2, WIDE);
        for (Shift shift :
                List.of(Shift.rotated(), Shift.inverted(), Shift.permuted(3), Shift.noise(4), Shift.grey(2, 5))) {
            assertThat(shift.apply(data).name()).isEqualTo(data.name() + "-" + shift.name());
            assertThat(shift).hasToString(shift.name());
        }
        assertThat(Shift.noise(4).name()).isEqualTo("noise-4");
    }
}
