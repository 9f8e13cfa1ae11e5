package org.epiwrap.data.array;

import org.epiwrap.data.image.PictureOptions;

/**
 * How arrays become examples.
 *
 * @param pictures how arrays of three or four axes, which are pictures, become examples of one shape
 * @param channels where the channels of pictures are
 */
public record ArrayOptions(PictureOptions pictures, ChannelAxis channels) {

    /** Which axis of four has the channels of pictures, one or three. */
    public enum ChannelAxis {
        /** The only one that can have them; where both can, the arrays are refused. */
        INFERRED,
        /** The second: examples, channels, height, width. */
        FIRST,
        /** The last: examples, height, width, channels. */
        LAST
    }

    /** Returns options that keep the size and the channels of pictures, and infer their axis. */
    public static ArrayOptions standard() {
        return new ArrayOptions(PictureOptions.standard(), ChannelAxis.INFERRED);
    }

    /** Returns the same for other pictures. */
    public ArrayOptions withPictures(PictureOptions other) {
        return new ArrayOptions(other, channels);
    }

    /** Returns the same with another axis of channels. */
    public ArrayOptions withChannels(ChannelAxis other) {
        return new ArrayOptions(pictures, other);
    }
}
