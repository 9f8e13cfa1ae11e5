package org.epiwrap.data.image;

import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;

/**
 * Converts images to the shape that a network takes. Colours become grey by the luma of ITU-R BT.601, 0.299 R + 0.587 G +
 * 0.114 B; grey becomes three equal channels. Sizes are changed by area averaging: each new pixel is the mean of the old
 * image over the area that it covers. Each result is rounded once, to the nearest level.
 */
public final class ImageFit {
    private final Volume from;
    private final Volume to;
    private final AreaMeans columns;
    private final AreaMeans rows;
    private final double[] plane;
    private final double[] narrow;
    private final double[] small;

    private ImageFit(Volume from, Volume to) {
        this.from = from;
        this.to = to;
        this.columns = AreaMeans.of(from.width(), to.width());
        this.rows = AreaMeans.of(from.height(), to.height());
        this.plane = new double[from.plane()];
        this.narrow = new double[Math.multiplyExact(from.height(), to.width())];
        this.small = new double[to.plane()];
    }

    /** Returns a conversion between shapes, each of one or three channels. */
    public static ImageFit of(Volume from, Volume to) {
        checkChannels(from);
        checkChannels(to);
        return new ImageFit(from, to);
    }

    private static void checkChannels(Volume shape) {
        if (shape.channels() != 1 && shape.channels() != 3) {
            throw new IllegalArgumentException("channels must be 1 or 3, but are " + shape.channels());
        }
    }

    /** Writes the converted image to the start of the target. */
    public void apply(byte[] pixels, byte[] target) {
        Check.sameLength("pixels", pixels.length, "an image", from.size());
        Check.atLeast("target's length", target.length, to.size());
        for (int channel = 0; channel < to.channels(); channel++) {
            if (channel > 0 && from.channels() == 1) {
                System.arraycopy(target, 0, target, channel * to.plane(), to.plane());
                continue;
            }
            load(pixels, channel);
            for (int y = 0; y < from.height(); y++) {
                columns.apply(plane, y * from.width(), narrow, y * to.width(), 1);
            }
            for (int x = 0; x < to.width(); x++) {
                rows.apply(narrow, x, small, x, to.width());
            }
            for (int i = 0; i < small.length; i++) {
                target[channel * small.length + i] = (byte) Math.round(small[i]);
            }
        }
    }

    /** Loads the values that the new channel is computed from, in the old size. */
    private void load(byte[] pixels, int channel) {
        boolean luma = from.channels() == 3 && to.channels() == 1;
        int length = plane.length;
        for (int i = 0; i < length; i++) {
            plane[i] = luma
                    ? luma(pixels[i], pixels[length + i], pixels[2 * length + i])
                    : pixels[channel * length + i] & 0xff;
        }
    }

    private static double luma(byte red, byte green, byte blue) {
        return 0.299 * (red & 0xff) + 0.587 * (green & 0xff) + 0.114 * (blue & 0xff);
    }
}
