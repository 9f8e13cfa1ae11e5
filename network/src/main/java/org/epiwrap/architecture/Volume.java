package org.epiwrap.architecture;

import org.epiwrap.check.Check;
import org.epiwrap.data.ImageShape;

/** The shape of one example between layers: an image of several channels, or plain features as channels of 1×1. */
public record Volume(int channels, int height, int width) {

    public Volume {
        Check.volume("an example", "numbers", channels, height, width);
    }

    /** Returns the shape of images. */
    public static Volume of(ImageShape shape) {
        return new Volume(shape.channels(), shape.height(), shape.width());
    }

    /** Returns the shape of plain features. */
    public static Volume features(int count) {
        return new Volume(count, 1, 1);
    }

    /** Returns the number of values. */
    public int size() {
        return channels * height * width;
    }

    @Override
    public String toString() {
        return height == 1 && width == 1 ? String.valueOf(channels) : channels + "×" + height + "×" + width;
    }
}
