package org.epiwrap.data;

import org.epiwrap.check.Check;

/** Channels × height × width of an image; its pixels lie in this order, the width running fastest. */
public record ImageShape(int channels, int height, int width) {
    public ImageShape {
        Check.atLeast("channels", channels, 1);
        Check.atLeast("height", height, 1);
        Check.atLeast("width", width, 1);
        long plane = (long) height * width;
        if (plane > Integer.MAX_VALUE || plane * channels > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("an image must have at most " + Integer.MAX_VALUE + " bytes, but has "
                    + channels + " x " + height + " x " + width);
        }
    }

    /** Bytes of one image. */
    public int pixels() {
        return channels * height * width;
    }

    /** Bytes of one channel of one image. */
    public int plane() {
        return height * width;
    }

    /** A size that nobody can take for its transpose. */
    static String size(int height, int width) {
        return width + " wide and " + height + " high";
    }

    @Override
    public String toString() {
        return channels + " x " + height + " x " + width;
    }
}
