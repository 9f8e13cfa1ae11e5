package org.epiwrap.data.shift;

import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Permutation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.corruption.Combination;
import org.epiwrap.data.corruption.Corruption;
import org.epiwrap.data.image.ImageFit;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.random.RandomStreams;

/**
 * A distribution shift: turns a dataset into one that is out-of-distribution for a model trained on the original. Labels
 * and classes are kept where they keep a meaning. The name of the result is that of the dataset, a hyphen and the name of the shift.
 */
public final class Shift {
    private final String name;
    private final Change change;

    private Shift(String name, Change change) {
        this.name = name;
        this.change = change;
    }

    /** Changes the examples of a dataset. */
    @FunctionalInterface
    private interface Change {
        /** Returns the changed examples; the suffix is part of the name of the result. */
        Dataset apply(Dataset data, String suffix);
    }

    /** Returns the name, with the seed if there is one, such as {@code rotated} or {@code noise-1}. */
    public String name() {
        return name;
    }

    /**
     * Returns the shifted examples, in the order of the dataset, which stays unchanged.
     *
     * @throws IllegalArgumentException if the shift is one of images and the examples are rows, or the other way round
     */
    public Dataset apply(Dataset data) {
        return change.apply(data, name);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns a rotation by 90° counter-clockwise; height and width change places. */
    public static Shift rotated() {
        return new Shift("rotated", (data, suffix) -> {
            Volume from = data.shape();
            Volume to = new Volume(from.channels(), from.width(), from.height());
            int[] sources = new int[from.plane()];
            for (int y = 0; y < to.height(); y++) {
                for (int x = 0; x < to.width(); x++) {
                    sources[y * to.width() + x] = x * from.width() + from.width() - 1 - y;
                }
            }
            return moved(data, suffix, to, sources);
        });
    }

    /** Returns the inversion of every byte x to 255 − x. */
    public static Shift inverted() {
        return new Shift("inverted", (data, suffix) -> {
            byte[] pixels = room(data, data.shape());
            data.pixels(0, data.size(), pixels);
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (byte) ~pixels[i];
            }
            return data.withPixels(suffix, data.shape(), pixels);
        });
    }

    /**
     * Returns a permutation of the pixels, the same for all images, that depends only on the seed. The channels of a pixel
     * move together.
     */
    public static Shift permuted(long seed) {
        return new Shift("permuted-" + seed, (data, suffix) -> {
            int plane = data.shape().plane();
            int[] sources = Permutation.random(plane, new RandomStreams(seed).stream(0));
            return moved(data, suffix, data.shape(), sources);
        });
    }

    /** Returns the replacement of every byte by a uniformly random one; only number and shape of the images remain, no labels. */
    public static Shift noise(long seed) {
        return new Shift("noise-" + seed, (data, suffix) -> {
            byte[] pixels = room(data, data.shape());
            new RandomStreams(seed).stream(0).nextBytes(pixels);
            return Dataset.unlabelled(data.name() + "-" + suffix, data.shape(), pixels);
        });
    }

    /**
     * Returns a corruption of every image, random ones by the seed and the image alone: whichever images it is among, it gets
     * the same noise and moves in the same direction, further with each severity.
     *
     * @param severity from 1 to 5
     */
    public static Shift corrupted(Corruption corruption, int severity, long seed) {
        Check.between("severity", severity, 1, Corruption.SEVERITIES);
        return new Shift(
                corruption + ":" + severity + "-" + seed,
                (data, suffix) -> ImageShifts.corrupted(data, suffix, corruption, severity, new RandomStreams(seed)));
    }

    /**
     * Returns a corruption of every image by one of all {@linkplain Corruption corruptions}, which take turns: a little of each,
     * where a choice should suit them all.
     *
     * @param severity from 1 to 5
     */
    public static Shift corruptedInTurn(int severity, long seed) {
        Check.between("severity", severity, 1, Corruption.SEVERITIES);
        return new Shift(
                "corrupted:" + severity + "-" + seed,
                (data, suffix) -> ImageShifts.corruptedInTurn(data, suffix, severity, new RandomStreams(seed)));
    }

    /**
     * Returns the combination of every image with another of the same dataset and of another class. It has no labels, and
     * applies to labelled images of two classes at least.
     */
    public static Shift combined(Combination combination, long seed) {
        return new Shift(
                combination + "-" + seed,
                (data, suffix) -> ImageShifts.combined(data, suffix, combination, new RandomStreams(seed)));
    }

    /**
     * Returns a permutation of every column of a table by itself: each column keeps its distribution, but rows combine cells
     * that do not belong together.
     */
    public static Shift permutedColumns(long seed) {
        return new Shift(
                "permuted-columns-" + seed,
                (data, suffix) -> RowShifts.permutedColumns(data, suffix, new RandomStreams(seed)));
    }

    /**
     * Returns the move of numeric cells of a table beyond the range of their columns in the training rows, by half to one and
     * a half times its width: each with a probability, and at least one in every row that has one.
     *
     * @param share the probability
     */
    public static Shift outOfRange(Dataset train, double share, long seed) {
        List<ColumnRange> ranges = ColumnRange.of(train);
        Check.atLeast("the number of numeric columns", ranges.size(), 1);
        Check.share("share", share);
        return new Shift(
                "out-of-range-" + seed,
                (data, suffix) -> RowShifts.outOfRange(data, suffix, ranges, share, new RandomStreams(seed)));
    }

    /**
     * Returns the replacement of every cell of a table by a random one: a number from the range of the training rows, or one
     * of their categories. Only the number of the rows remains.
     */
    public static Shift noise(Dataset train, long seed) {
        TableInput schema = TableInput.fit(train);
        return new Shift("noise-" + seed, (data, suffix) -> RowShifts.noise(data, suffix, schema, seed));
    }

    /**
     * Returns the change of the cells of a table by noise: numbers by a Gaussian one in proportion to the standard deviation
     * of their column in the training rows, categories to another one with a probability. Missing cells stay missing.
     *
     * @param severity from 1 to 5
     */
    public static Shift noise(Dataset train, int severity, long seed) {
        CellNoise noise = CellNoise.fit(train, severity);
        return new Shift(
                "noise:" + severity + "-" + seed,
                (data, suffix) -> RowShifts.cellNoise(data, suffix, noise, new RandomStreams(seed)));
    }

    /**
     * Returns the replacement of categories of a table by one that was never seen: each with a probability, and at least one
     * in every row.
     *
     * @param share the probability
     */
    public static Shift unseenCategories(double share, long seed) {
        Check.share("share", share);
        return new Shift(
                "unseen-categories-" + seed,
                (data, suffix) -> RowShifts.unseenCategories(data, suffix, share, new RandomStreams(seed)));
    }

    /**
     * Returns the conversion to grey images of another size, such as CIFAR to the 28 × 28 of MNIST. It applies to images of
     * one or three channels; see {@link ImageFit}.
     */
    public static Shift grey(int height, int width) {
        Volume to = new Volume(1, height, width);
        return new Shift("grey-" + height + "x" + width, (data, suffix) -> {
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
            return data.withPixels(suffix, to, pixels);
        });
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
