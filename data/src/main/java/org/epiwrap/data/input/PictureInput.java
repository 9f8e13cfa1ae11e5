package org.epiwrap.data.input;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;

/**
 * Images of one shape, whose bytes are normalised channel by channel.
 *
 * @param shape of the images
 * @param normalisation for one channel or for each of them
 */
public record PictureInput(Volume shape, Normalisation normalisation) implements Input {
    private static final double WHITE = 255;

    public PictureInput {
        int scales = normalisation.mean().size();
        if (scales != 1 && scales != shape.channels()) {
            throw new IllegalArgumentException(
                    "the normalisation must be for 1 or " + shape.channels() + " channels, but is for " + scales);
        }
    }

    /** Returns the input of images whose bytes are divided by 255. */
    public static PictureInput unit(Volume shape) {
        return new PictureInput(shape, Normalisation.unit());
    }

    /** Returns the input of images as a training set has them, with the usual normalisation. */
    public static PictureInput defaultFor(Dataset train) {
        return new PictureInput(train.shape(), Normalisation.defaultFor(train));
    }

    @Override
    public boolean isNonNegative() {
        return normalisation.isNonNegative();
    }

    @Override
    public String plural() {
        return "images";
    }

    @Override
    public Encoder encoder(Dataset data) {
        if (!data.shape().equals(shape)) {
            throw new IllegalArgumentException("the images of " + data.name() + " must be " + shape
                    + " for this network, but are " + data.shape());
        }
        Dataset.Normalised pixels = data.normalised(normalisation);
        return pixels::copy;
    }

    @Override
    public String hash(Dataset data) {
        return data.contentHash();
    }

    @Override
    public void encode(float[] example, float[] target, int offset) {
        checkLength(example.length);
        for (int i = 0; i < example.length; i++) {
            if (!(example[i] >= 0 && example[i] <= 1)) {
                throw new IllegalArgumentException(
                        "a pixel must be a number from 0 (black) to 1 (white), but pixel " + i + " is " + example[i]);
            }
            target[offset + i] = scaled(i, example[i]);
        }
    }

    @Override
    public int rawSize() {
        return shape.size();
    }

    /** {@inheritDoc} It is a smooth random pattern. */
    @Override
    public float[] probe(UniformRandomProvider random) {
        return RandomPattern.draw(shape, random);
    }

    /** Encodes one image given as unsigned bytes, in the order channels, height, width. */
    public void encode(byte[] pixels, float[] target) {
        checkLength(pixels.length);
        for (int i = 0; i < pixels.length; i++) {
            target[i] = scaled(i, (pixels[i] & 0xff) / WHITE);
        }
    }

    private float scaled(int place, double pixel) {
        int channel = normalisation.mean().size() == 1 ? 0 : place / shape.plane();
        return (float) ((pixel - normalisation.mean().get(channel))
                / normalisation.scale().get(channel));
    }

    private void checkLength(int pixels) {
        if (pixels != shape.size()) {
            throw new IllegalArgumentException("an image must have " + shape.size() + " pixels (" + shape
                    + ") for this network, but has " + Check.atLeast("pixels", pixels, 0));
        }
    }
}
