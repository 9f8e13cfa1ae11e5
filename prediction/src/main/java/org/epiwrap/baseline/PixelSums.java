package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;

/**
 * The sums from which means and covariances of pixels are computed: of each pixel over each class, and of the products of
 * any two pixels over all images. Pixels are integers, so the sums are exact, whatever the order and the number of threads.
 */
final class PixelSums extends InputSums {
    /** Up to this n, n² times a covariance is less than 2⁶³: 255² · 10¹⁴ = 6.5 · 10¹⁸. */
    static final int MAX_IMAGES = 10_000_000;

    /** Small enough for sums of products to fit {@code int}, which vector instructions add many of at once. */
    private static final int BATCH = 256;

    /** classes × pixels. */
    private final long[][] sums;
    /** Of all classes. */
    private final long[] totals;
    /** Row i starts with the product of pixel i with itself; those with earlier pixels are in the rows above. */
    private final long[][] products;

    private PixelSums(int images, int classes, int pixels) {
        super(images, classes);
        this.sums = new long[classes][pixels];
        this.totals = new long[pixels];
        this.products = new long[pixels][];
        for (int i = 0; i < pixels; i++) {
            products[i] = new long[pixels - i];
        }
    }

    static PixelSums of(Dataset data) {
        int length = data.shape().size();
        PixelSums all = new PixelSums(data.size(), data.classNames().size(), length);
        byte[] pixels = new byte[BATCH * length];
        int[] batch = new int[BATCH * length];
        for (int first = 0; first < data.size(); first += BATCH) {
            int last = Math.min(first + BATCH, data.size());
            int end = (last - first) * length;
            data.pixels(first, last, pixels);
            for (int i = 0; i < end; i++) {
                batch[i] = pixels[i] & 0xff;
            }
            for (int image = first; image < last; image++) {
                all.add(data.label(image), batch, (image - first) * length);
            }
            IntStream.range(0, length).parallel().forEach(pixel -> all.addProducts(pixel, batch, end));
        }
        return all;
    }

    @Override
    double mean(int pixel) {
        return (double) totals[pixel] / examples;
    }

    @Override
    double mean(int label, int pixel) {
        return (double) sums[label][pixel] / counts[label];
    }

    /** (n Σ xᵢxⱼ − Σ xᵢ Σ xⱼ)/n² over all n images; exactly zero if one of the pixels is constant. */
    @Override
    double covariance(int i, int j) {
        long scaled = examples * products[Math.min(i, j)][Math.abs(i - j)] - totals[i] * totals[j];
        return scaled / ((double) examples * examples);
    }

    private void add(int label, int[] batch, int start) {
        counts[label]++;
        for (int i = 0; i < totals.length; i++) {
            sums[label][i] += batch[start + i];
            totals[i] += batch[start + i];
        }
    }

    private void addProducts(int pixel, int[] batch, int end) {
        int[] row = new int[products[pixel].length];
        for (int start = pixel; start < end; start += totals.length) {
            // Large parts of an image are often black.
            if (batch[start] != 0) {
                addScaled(batch[start], batch, start, row);
            }
        }
        for (int i = 0; i < row.length; i++) {
            products[pixel][i] += row[i];
        }
    }

    /** A loop that the compiler vectorises. */
    private static void addScaled(int factor, int[] batch, int start, int[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] += factor * batch[start + i];
        }
    }
}
