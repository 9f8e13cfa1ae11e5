package org.epiwrap.data;

import java.util.List;

/** Small datasets whose bytes are known. */
public final class Images {
    private Images() {}

    /** Byte k of image i is 16 i + k; its label is i modulo 3. */
    public static Dataset counted(int images, Volume shape) {
        byte[] pixels = new byte[images * shape.size()];
        byte[] labels = new byte[images];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (16 * (i / shape.size()) + i % shape.size());
        }
        for (int i = 0; i < images; i++) {
            labels[i] = (byte) (i % 3);
        }
        return Dataset.of("counted", shape, List.of("a", "b", "c"), pixels, labels);
    }

    /** One image. */
    public static Dataset single(Volume shape, int... pixels) {
        return Dataset.of("single", shape, List.of("a"), bytes(pixels), new byte[1]);
    }

    public static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    public static byte[] pixels(Dataset data) {
        byte[] pixels = new byte[data.size() * data.shape().size()];
        data.pixels(0, data.size(), pixels);
        return pixels;
    }
}
