package org.epiwrap.baseline;

import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;

/** Pixels in and out of small datasets. */
final class Pixels {
    private Pixels() {}

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] of(Dataset data) {
        byte[] pixels = new byte[data.size() * data.shape().size()];
        data.pixels(0, data.size(), pixels);
        return pixels;
    }

    static Dataset image(Volume shape, int... pixels) {
        return Dataset.unlabelled("image", shape, bytes(pixels));
    }

    /** Images of two pixels, (16 i, 16 i + 1), in three classes by turns. */
    static Dataset dataset(Volume shape, int images) {
        byte[] pixels = new byte[2 * images];
        byte[] labels = new byte[images];
        for (int i = 0; i < images; i++) {
            pixels[2 * i] = (byte) (16 * i);
            pixels[2 * i + 1] = (byte) (16 * i + 1);
            labels[i] = (byte) (i % 3);
        }
        return Dataset.of("pairs", shape, List.of("a", "b", "c"), pixels, labels);
    }
}
