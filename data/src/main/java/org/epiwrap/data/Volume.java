package org.epiwrap.data;

import org.epiwrap.check.Check;

/**
 * The shape of one example, as data and between layers: channels × height × width, the width varying fastest. Plain features
 * are channels of 1×1.
 */
public record Volume(int channels, int height, int width) {

    public Volume {
        Check.volume("an example", "numbers", channels, height, width);
    }

    /** Returns the shape of plain features. */
    public static Volume features(int count) {
        return new Volume(count, 1, 1);
    }

    /** Returns the number of values. */
    public int size() {
        return channels * height * width;
    }

    /** Returns the number of values of one channel. */
    public int plane() {
        return height * width;
    }

    /** Describes the size of an image in words that cannot be mistaken for those of its transpose. */
    public static String inWords(int height, int width) {
        return width + " wide and " + height + " high";
    }

    @Override
    public String toString() {
        return height == 1 && width == 1 ? String.valueOf(channels) : channels + "×" + height + "×" + width;
    }
}
