package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class InputBatchTest {
    private static final Volume SHAPE = new Volume(3, 4, 5);
    private static final PictureInput PER_CHANNEL =
            new PictureInput(SHAPE, new Normalisation(List.of(0.3, 0.4, 0.5), List.of(0.2, 0.25, 0.3)));

    /** Each channel by its own mean and scale, to the same bits as in a dataset. */
    @Test
    void aSingleImageIsNormalisedAsInADataset() {
        UniformRandomProvider random = new RandomStreams(3).stream(0);
        byte[] pixels = new byte[60];
        random.nextBytes(pixels);
        Dataset one = Dataset.of("one", new Volume(3, 4, 5), List.of("a", "b"), pixels, new byte[1]);
        for (Input input : List.of(PER_CHANNEL, PictureInput.unit(SHAPE))) {
            float[] expected = new float[60];
            input.encoder(one).encode(0, expected, 0);
            float[] numbers =
                    InputBatch.of(pixels, input, batch -> batch.input().toArray());
            boolean nonNegative = InputBatch.of(pixels, input, InputBatch::nonNegative);
            assertThat(numbers).isEqualTo(expected);
            assertThat(nonNegative).isEqualTo(input.isNonNegative());
        }
    }

    @Test
    void anotherNumberOfChannelsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PictureInput(new Volume(1, 4, 5), PER_CHANNEL.normalisation()))
                .withMessage("the normalisation must be for 1 or 1 channels, but is for 3");
    }

    /** Numbers from 0 to 1 are the bytes divided by 255. */
    @Test
    void examplesOfNumbersAreNormalisedAsImagesOfBytes() {
        byte[] pixels = new byte[60];
        new RandomStreams(3).stream(1).nextBytes(pixels);
        float[] numbers = new float[60];
        for (int i = 0; i < 60; i++) {
            numbers[i] = (float) ((pixels[i] & 0xff) / 255.0);
        }
        float[] expected =
                InputBatch.of(pixels, PER_CHANNEL, batch -> batch.input().toArray());
        float[][] twice = {numbers, numbers};
        float[] both = InputBatch.of(twice, PER_CHANNEL, batch -> {
            assertThat(batch.count()).isEqualTo(2);
            return batch.input().toArray();
        });
        assertThat(Arrays.copyOf(both, 60)).containsExactly(expected, offset(1e-6f));
        assertThat(Arrays.copyOfRange(both, 60, 120)).isEqualTo(Arrays.copyOf(both, 60));
    }

    @Test
    void examplesThatDoNotFitAreRefused() {
        assertRefused(new float[0][], "the number of examples must be a whole number >= 1, but is 0");
        assertRefused(
                new float[][] {new float[59]}, "an image must have 60 pixels (3×4×5) for this network, but has 59");
        float[] tooLarge = new float[60];
        tooLarge[7] = 1.5f;
        assertRefused(
                new float[][] {tooLarge}, "a pixel must be a number from 0 (black) to 1 (white), but pixel 7 is 1.5");
        tooLarge[7] = Float.NaN;
        assertRefused(
                new float[][] {new float[60], tooLarge},
                "example 1: a pixel must be a number from 0 (black) to 1 (white), but pixel 7 is NaN");
    }

    private static void assertRefused(float[][] examples, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InputBatch.of(examples, PER_CHANNEL, InputBatch::count))
                .withMessage(message);
    }
}
