package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ImageShape;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.random.RandomStreams;
import org.junit.jupiter.api.Test;

class ImageBatchTest {
    private static final Volume COLOUR = new Volume(3, 4, 5);
    private static final Normalisation PER_CHANNEL = new Normalisation(List.of(0.3, 0.4, 0.5), List.of(0.2, 0.25, 0.3));

    /** Each channel by its own mean and scale, to the same bits as in a dataset. */
    @Test
    void aSingleImageIsNormalisedAsInADataset() {
        UniformRandomProvider random = new RandomStreams(3).stream(0);
        byte[] pixels = new byte[60];
        random.nextBytes(pixels);
        Dataset one = Dataset.of("one", new ImageShape(3, 4, 5), List.of("a", "b"), pixels, new byte[1]);
        for (Normalisation normalisation : List.of(PER_CHANNEL, Normalisation.unit())) {
            float[] expected = new float[60];
            one.pixels(0, 1, expected, normalisation);
            float[] numbers = ImageBatch.single(
                    pixels, normalisation, COLOUR, batch -> batch.input().toArray());
            boolean nonNegative = ImageBatch.single(pixels, normalisation, COLOUR, ImageBatch::nonNegative);
            assertThat(numbers).isEqualTo(expected);
            assertThat(nonNegative).isEqualTo(normalisation.isNonNegative());
        }
    }

    @Test
    void anotherNumberOfChannelsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageBatch.single(new byte[20], PER_CHANNEL, new Volume(1, 4, 5), ImageBatch::count))
                .withMessage("normalisation must be as long as the image's channels (1), but its length is 3");
    }

    @Test
    void setsAreThoseOfOneRun() {
        Architecture mlp = Architecture.mlp(COLOUR, 3, 4);
        try (IntervalNetwork two = IntervalNetwork.untrained(mlp, new RunSeeds(1, List.of(1L, 2L)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ImageBatch.single(new byte[60], PER_CHANNEL, COLOUR, two::maximal))
                    .withMessage("the number of runs must be a whole number from 1 to 1, but is 2");
        }
    }

    @Test
    void oneClassLeavesNothingToCompare() {
        try (IntervalNetwork one = IntervalNetwork.untrained(Architecture.mlp(COLOUR, 1, 4), RunSeeds.of(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ImageBatch.single(new byte[60], PER_CHANNEL, COLOUR, one::maximal))
                    .withMessage("the number of classes must be a whole number >= 2, but is 1");
        }
    }

    @Test
    void drawsThatOverflowNameTheLayer() {
        Architecture mlp = Architecture.mlp(COLOUR, 3, 4);
        try (BayesianNetwork network = BayesianNetwork.untrained(mlp, RunSeeds.of(1));
                RandomSetPredictor huge = RandomSetPredictor.of(network, Wrapping.withDefaults(), 1, 1, 1e39, 1)) {
            assertThatThrownBy(() -> ImageBatch.single(new byte[60], PER_CHANNEL, COLOUR, huge::predict))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageStartingWith("the bounds overflow at dense0; scale the radii by a smaller factor k");
        }
    }
}
