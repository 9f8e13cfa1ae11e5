package org.epiwrap.data.input;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Volume;
import org.epiwrap.random.RandomStreams;

/** How a raw example becomes the numbers that a network receives. */
public sealed interface Input permits PictureInput, TableInput {

    /** Returns the shape of what the network receives; the features of a row are channels of 1×1. */
    Volume shape();

    /** Returns whether no example gives a number below 0. */
    boolean isNonNegative();

    /** Returns the word for several examples. */
    String plural();

    /**
     * Returns what encodes the examples of a dataset.
     *
     * @throws IllegalArgumentException if they are no examples for this input; the message says why
     */
    Encoder encoder(Dataset data);

    /**
     * Returns a hash of the content of a dataset, for provenance. That of rows depends on the columns of the input alone, in
     * the input's order, so that it is the same however the table was read.
     */
    String hash(Dataset data);

    /** Throws an {@link IllegalArgumentException} unless the examples of a dataset can be encoded. */
    default void check(Dataset data) {
        encoder(data);
    }

    /** Encodes examples of one dataset. */
    @FunctionalInterface
    interface Encoder {
        /** Writes what the network receives for an example to a place of the target. */
        void encode(int example, float[] target, int offset);
    }

    /**
     * Encodes one example given by itself.
     *
     * @param example pixels from 0, black, to 1, white, in the order channels, height, width; or the cells of a row in the
     *     order of the input's columns
     * @throws IllegalArgumentException if it is no example for this input; the message says why
     */
    void encode(float[] example, float[] target, int offset);

    /** Returns how many numbers an example has that {@link #encode(float[], float[], int)} takes. */
    int rawSize();

    /**
     * Draws a made-up example of the kind that {@link #encode(float[], float[], int)} takes, within the ranges of training
     * examples but copied from none.
     */
    float[] probe(UniformRandomProvider random);

    /** Returns some {@linkplain #probe made-up examples}. Equal seeds give equal examples. */
    default float[][] probes(int count, long seed) {
        RandomStreams streams = new RandomStreams(seed);
        return IntStream.range(0, count).mapToObj(i -> probe(streams.stream(i))).toArray(float[][]::new);
    }

    /** Returns the input to use for training examples unless another is asked for. */
    static Input defaultFor(Dataset train) {
        return train.type() instanceof ExampleType.Rows ? TableInput.fit(train) : PictureInput.defaultFor(train);
    }
}
