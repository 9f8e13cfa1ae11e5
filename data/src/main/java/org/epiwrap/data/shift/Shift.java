package org.epiwrap.data.shift;

import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Permutation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.image.ImageFit;
import org.epiwrap.random.RandomStreams;

/**
 * A distribution shift: turns a dataset into one that is out-of-distribution for a model trained on the original. Labels
 * and classes are kept. The name of the result is that of the dataset, a hyphen and the name of the shift.
 */
@FunctionalInterface
public interface Shift {
    /**
     * Returns the shifted examples, in the order of the dataset, which stays unchanged.
     *
     * @throws IllegalArgumentException if the shift is one of images and the examples are rows, or the other way round
     */
    Dataset apply(Dataset data);

    /** Returns a rotation by 90° counter-clockwise; height and width change places. */
    static Shift rotated() {
        return data -> {
            Volume from = data.shape();
            Volume to = new Volume(from.channels(), from.width(), from.height());
            int[] sources = new int[from.plane()];
            for (int y = 0; y < to.height(); y++) {
                for (int x = 0; x < to.width(); x++) {
                    sources[y * to.width() + x] = x * from.width() + from.width() - 1 - y;
                }
            }
            return moved(data, "rotated", to, sources);
        };
    }

    /** Returns the inversion of every byte x to 255 − x. */
    static Shift inverted() {
        return data -> {
            byte[] pixels = room(data, data.shape());
            data.pixels(0, data.size(), pixels);
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (byte) ~pixels[i];
            }
            return data.withPixels("inverted", data.shape(), pixels);
        };
    }

    /**
     * Returns a permutation of the pixels, the same for all images, that depends only on the seed. The channels of a pixel
     * move together.
     */
    static Shift permuted(long seed) {
        return data -> {
            int plane = data.shape().plane();
            int[] sources = Permutation.random(plane, new RandomStreams(seed).stream(0));
            return moved(data, "permuted-" + seed, data.shape(), sources);
        };
    }

    /** Returns the replacement of every byte by a uniformly random one; only number and shape of the images remain. */
    static Shift noise(long seed) {
        return data -> {
            byte[] pixels = room(data, data.shape());
            new RandomStreams(seed).stream(0).nextBytes(pixels);
            return data.withPixels("noise-" + seed, data.shape(), pixels);
        };
    }

    /**
     * Returns a permutation of every column of a table by itself: each column keeps its distribution, but rows combine cells
     * that do not belong together.
     */
    static Shift permutedColumns(long seed) {
        return data -> RowShifts.permutedColumns(data, "permuted-columns-" + seed, new RandomStreams(seed));
    }

    /**
     * Returns the move of numeric cells of a table beyond the range of their columns in the training rows, by half to one and
     * a half times its width: each with a probability, and at least one in every row that has one.
     *
     * @param share the probability
     */
    static Shift outOfRange(Dataset train, double share, long seed) {
        List<ColumnRange> ranges = ColumnRange.of(train);
        Check.atLeast("the number of numeric columns", ranges.size(), 1);
        Check.share("share", share);
        return data -> RowShifts.outOfRange(data, "out-of-range-" + seed, ranges, share, new RandomStreams(seed));
    }

    /**
     * Returns the conversion to grey images of another size, such as CIFAR to the 28 × 28 of MNIST. It applies to images of
     * one or three channels; see {@link ImageFit}.
     */
    static Shift grey(int height, int width) {
        Volume to = new Volume(1, height, width);
        return data -> {
            ImageFit fit = ImageFit.of(data.shape(), to);
            byte[] pixels = room(data, to);
            byte[] image = new byte[data.shape().size()];
            byte[] grey = new byte[to.size()];
            data.forEachBatch((first, images, batch) -> {
                for (int i = 0; i < images; i++) {
                    System.arraycopy(batch, i * image.length, image, 0, image.length);
                    fit.apply(image, grey);
                    System.arraycopy(grey, 0, pixels, (first + i) * grey.length, grey.length);
                }
            });
            return data.withPixels("grey-" + height + "x" + width, to, pixels);
        };
    }

    private static byte[] room(Dataset data, Volume shape) {
        return new byte[Math.multiplyExact(data.size(), shape.size())];
    }

    /** Takes pixel i of a channel from {@code sources[i]} of the same channel. */
    private static Dataset moved(Dataset data, String suffix, Volume shape, int[] sources) {
        byte[] pixels = room(data, shape);
        int plane = sources.length;
        data.forEachBatch((first, images, batch) -> {
            for (int start = 0; start < images * shape.size(); start += plane) {
                int target = first * shape.size() + start;
                for (int i = 0; i < plane; i++) {
                    pixels[target + i] = batch[start + sources[i]];
                }
            }
        });
        return data.withPixels(suffix, shape, pixels);
    }
}
