package org.epiwrap.data;

import org.epiwrap.check.Check;

/** The shape of an image: channels × height × width. Its pixels are stored in this order, the width varying fastest. */
public record ImageShape(int channels, int height, int width) {
    public ImageShape {
        Check.volume("an image", "bytes", channels, height, width);
    }

    /** Returns the number of bytes of one image. */
    public int pixels() {
        return channels * height * width;
    }

    /** Returns the number of bytes of one channel of one image. */
    public int plane() {
        return height * width;
    }

    /** Describes a size in words that cannot be mistaken for those of its transpose. */
    public static String size(int height, int width) {
        return width + " wide and " + height + " high";
    }

    @Override
    public String toString() {
        return channels + " x " + height + " x " + width;
    }
}
