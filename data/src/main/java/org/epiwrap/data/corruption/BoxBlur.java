package org.epiwrap.data.corruption;

/**
 * Blurs planes of numbers: three means over neighbours one after another, which are nearly a Gaussian of the given standard
 * deviation. The cost does not depend on it, since each mean is a running sum. A window covers 2r + 1 values and a part α of
 * the next on either side, so that the standard deviation is exact even below one pixel (an <em>extended box filter</em>;
 * Gwosdek et al., 2011). Beyond an edge the values at the edge go on.
 */
final class BoxBlur {
    private static final int PASSES = 3;

    private final int height;
    private final int width;
    private final int radius;
    private final double outer;
    private double[] line;
    private double[] next;

    /** Creates a blur with a standard deviation in pixels. */
    BoxBlur(int height, int width, double deviation) {
        this.height = height;
        this.width = width;
        double variance = deviation * deviation / PASSES;
        // The widest window of whole pixels that does not blur too much: its variance is r (r + 1) / 3.
        radius = (int) ((Math.sqrt(1 + 12 * variance) - 1) / 2);
        double whole = 2 * radius + 1;
        // α from: variance · (whole + 2 α) = Σ k² over the whole pixels + 2 α (r + 1)²
        outer = (variance - radius * (radius + 1) / 3.0) * whole / (2 * ((radius + 1.0) * (radius + 1) - variance));
        line = new double[Math.max(height, width)];
        next = new double[line.length];
    }

    /** Blurs a plane in place. */
    void apply(float[] values, int start) {
        for (int y = 0; y < height; y++) {
            blurLine(values, start + y * width, 1, width);
        }
        for (int x = 0; x < width; x++) {
            blurLine(values, start + x, width, height);
        }
    }

    private void blurLine(float[] values, int start, int step, int length) {
        for (int i = 0; i < length; i++) {
            line[i] = values[start + i * step];
        }
        for (int pass = 0; pass < PASSES; pass++) {
            average(length);
            double[] averaged = next;
            next = line;
            line = averaged;
        }
        for (int i = 0; i < length; i++) {
            values[start + i * step] = (float) line[i];
        }
    }

    private void average(int length) {
        double sum = 0;
        for (int i = -radius; i <= radius; i++) {
            sum += at(i, length);
        }
        for (int i = 0; i < length; i++) {
            double leaving = at(i - radius - 1, length);
            double coming = at(i + radius + 1, length);
            next[i] = (sum + outer * (leaving + coming)) / (2 * (radius + outer) + 1);
            sum += coming - at(i - radius, length);
        }
    }

    private double at(int i, int length) {
        return line[Math.max(0, Math.min(length - 1, i))];
    }
}
