package org.epiwrap.network;

import org.epiwrap.check.Check;

/** The shape of one example between layers: an image of several channels, or plain features as channels of 1×1. */
public record Volume(int channels, int height, int width) {

    public Volume {
        Check.atLeast("channels", channels, 1);
        Check.atLeast("height", height, 1);
        Check.atLeast("width", width, 1);
    }

    public static Volume features(int count) {
        return new Volume(count, 1, 1);
    }

    public int size() {
        return Math.multiplyExact(Math.multiplyExact(channels, height), width);
    }

    @Override
    public String toString() {
        return height == 1 && width == 1 ? String.valueOf(channels) : channels + "×" + height + "×" + width;
    }
}
