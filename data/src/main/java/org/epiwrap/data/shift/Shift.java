package org.epiwrap.data.shift;

import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ImageShape;
import org.epiwrap.data.Permutation;
import org.epiwrap.data.image.ImageFit;
import org.epiwrap.random.RandomStreams;

/**
 * A distribution shift: turns a dataset into one that is out-of-distribution for a model trained on the original. Labels
 * and classes are kept. The name of the result is that of the dataset, a hyphen and the {@link #suffix}.
 */
public sealed interface Shift {

    /** Returns a short name of the shift. */
    String suffix();

    /** Returns the shape of the shifted images; a shift of rows leaves it alone. */
    default ImageShape shape(ImageShape original) {
        return original;
    }

    /**
     * Returns the shifted examples, in the order of the dataset, which stays unchanged.
     *
     * @throws IllegalArgumentException if the shift is one of images and the examples are rows, or the other way round
     */
    Dataset apply(Dataset data);

    /** Returns a rotation by 90° counter-clockwise. */
    static Shift rotated() {
        return new Rotated();
    }

    /** Returns the inversion of every byte x to 255 − x. */
    static Shift inverted() {
        return new Inverted();
    }

    /**
     * Returns a permutation of the pixels, the same for all images, that depends only on the seed. The channels of a pixel
     * move together.
     */
    static Shift permuted(long seed) {
        return new Permuted(seed);
    }

    /** Returns the replacement of every byte by a uniformly random one; only number and shape of the images remain. */
    static Shift noise(long seed) {
        return new Noise(seed);
    }

    /**
     * Returns the conversion to grey images of another size, such as CIFAR to the 28 × 28 of MNIST. It applies to images of
     * one or three channels; see {@link ImageFit}.
     */
    static Shift grey(int height, int width) {
        return new Grey(height, width);
    }

    /**
     * Returns a permutation of every column of a table by itself: each column keeps its distribution, but rows combine cells
     * that do not belong together.
     */
    static Shift permutedColumns(long seed) {
        return new PermutedColumns(seed);
    }

    /**
     * Returns the move of numeric cells of a table beyond the range of their columns in the training rows, by half to one and
     * a half times its width: each with a probability, and at least one in every row that has one.
     *
     * @param share the probability
     */
    static Shift outOfRange(Dataset train, double share, long seed) {
        return new OutOfRange(ColumnRange.of(train), share, seed);
    }

    /** Permutes every column of a table by itself. */
    record PermutedColumns(long seed) implements Shift {
        @Override
        public String suffix() {
            return "permuted-columns-" + seed;
        }

        @Override
        public Dataset apply(Dataset data) {
            return RowShifts.permutedColumns(data, suffix(), new RandomStreams(seed));
        }
    }

    /** Moves numeric cells of a table beyond the range of their columns. */
    record OutOfRange(List<ColumnRange> ranges, double share, long seed) implements Shift {
        public OutOfRange {
            ranges = List.copyOf(ranges);
            Check.atLeast("the number of numeric columns", ranges.size(), 1);
            Check.share("share", share);
        }

        @Override
        public String suffix() {
            return "out-of-range-" + seed;
        }

        @Override
        public Dataset apply(Dataset data) {
            return RowShifts.outOfRange(data, suffix(), ranges, share, new RandomStreams(seed));
        }
    }

    /** Rotates every image by 90° counter-clockwise; height and width change places. */
    record Rotated() implements Shift {
        @Override
        public String suffix() {
            return "rotated";
        }

        @Override
        public ImageShape shape(ImageShape original) {
            return new ImageShape(original.channels(), original.width(), original.height());
        }

        @Override
        public Dataset apply(Dataset data) {
            ImageShape from = data.shape();
            ImageShape to = shape(from);
            int[] sources = new int[from.plane()];
            for (int y = 0; y < to.height(); y++) {
                for (int x = 0; x < to.width(); x++) {
                    sources[y * to.width() + x] = x * from.width() + from.width() - 1 - y;
                }
            }
            return moved(data, this, sources);
        }
    }

    /** Turns every byte x into 255 − x. */
    record Inverted() implements Shift {
        @Override
        public String suffix() {
            return "inverted";
        }

        @Override
        public Dataset apply(Dataset data) {
            byte[] pixels = room(data, this);
            data.pixels(0, data.size(), pixels);
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (byte) ~pixels[i];
            }
            return data.withPixels(suffix(), data.shape(), pixels);
        }
    }

    /** Moves pixels by one random permutation for all images; the channels of a pixel move together. */
    record Permuted(long seed) implements Shift {
        @Override
        public String suffix() {
            return "permuted-" + seed;
        }

        @Override
        public Dataset apply(Dataset data) {
            int plane = data.shape().plane();
            return moved(data, this, Permutation.random(plane, new RandomStreams(seed).stream(0)));
        }
    }

    /** Replaces every byte by an independent, uniformly distributed one. */
    record Noise(long seed) implements Shift {
        @Override
        public String suffix() {
            return "noise-" + seed;
        }

        @Override
        public Dataset apply(Dataset data) {
            byte[] pixels = room(data, this);
            new RandomStreams(seed).stream(0).nextBytes(pixels);
            return data.withPixels(suffix(), data.shape(), pixels);
        }
    }

    /** Turns images of one or three channels into grey ones of height × width pixels, by {@link ImageFit}. */
    record Grey(int height, int width) implements Shift {
        public Grey {
            Check.atLeast("height", height, 1);
            Check.atLeast("width", width, 1);
        }

        @Override
        public String suffix() {
            return "grey-" + height + "x" + width;
        }

        @Override
        public ImageShape shape(ImageShape original) {
            return new ImageShape(1, height, width);
        }

        @Override
        public Dataset apply(Dataset data) {
            ImageShape from = data.shape();
            byte[] pixels = room(data, this);
            ImageShape to = shape(from);
            ImageFit fit = ImageFit.of(from, to);
            byte[] image = new byte[from.pixels()];
            byte[] grey = new byte[to.pixels()];
            data.forEachBatch((first, images, batch) -> {
                for (int i = 0; i < images; i++) {
                    System.arraycopy(batch, i * image.length, image, 0, image.length);
                    fit.apply(image, grey);
                    System.arraycopy(grey, 0, pixels, (first + i) * grey.length, grey.length);
                }
            });
            return data.withPixels(suffix(), to, pixels);
        }
    }

    private static byte[] room(Dataset data, Shift shift) {
        return new byte
                [Math.multiplyExact(data.size(), shift.shape(data.shape()).pixels())];
    }

    /** Takes pixel i of a channel from {@code sources[i]} of the same channel. */
    private static Dataset moved(Dataset data, Shift shift, int[] sources) {
        byte[] pixels = room(data, shift);
        int plane = sources.length;
        int length = data.shape().pixels();
        data.forEachBatch((first, images, batch) -> {
            for (int start = 0; start < images * length; start += plane) {
                int target = first * length + start;
                for (int i = 0; i < plane; i++) {
                    pixels[target + i] = batch[start + sources[i]];
                }
            }
        });
        return data.withPixels(shift.suffix(), shift.shape(data.shape()), pixels);
    }
}
