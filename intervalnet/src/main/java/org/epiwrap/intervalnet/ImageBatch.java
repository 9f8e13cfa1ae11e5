package org.epiwrap.intervalnet;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Some images as a network sees them. A batch is good for as long as the work it was given to lasts. */
public final class ImageBatch {
    private static final double WHITE = 255;
    private static final int LEAST = 16;
    private static final int MOST = 500;
    /** Activations of all layers together, few enough for those of one layer to stay in a cache. */
    private static final long ACTIVATIONS = 2_000_000;

    private final Tensor input;
    private final int first;
    private final int count;
    private final boolean nonNegative;

    private ImageBatch(Tensor input, int first, int count, boolean nonNegative) {
        this.input = input;
        this.first = first;
        this.count = count;
        this.nonNegative = nonNegative;
    }

    /** Works through the images of a dataset in order; no more than a batch is held at once. */
    public static void forEach(
            Dataset data, Normalisation normalisation, Architecture architecture, Consumer<ImageBatch> work) {
        Check.atLeast("the number of images of " + data.name(), data.size(), 1);
        Volume volume = architecture.input();
        volume.check(data);
        boolean nonNegative = normalisation.isNonNegative();
        int size = (int) Math.max(LEAST, Math.min(MOST, ACTIVATIONS / architecture.activations()));
        for (int from = 0; from < data.size(); from += size) {
            int first = from;
            int count = Math.min(size, data.size() - from);
            float[] pixels = new float[count * volume.size()];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> work.accept(new ImageBatch(
                    Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width()),
                    first,
                    count,
                    nonNegative)));
        }
    }

    /**
     * Works on a single image.
     *
     * @param pixels from 0, black, to 1, white, in the order channels, height, width; as they are before normalisation
     */
    public static <T> T single(
            float[] pixels, Normalisation normalisation, Volume volume, Function<ImageBatch, T> work) {
        for (int i = 0; i < pixels.length; i++) {
            if (!(pixels[i] >= 0 && pixels[i] <= 1)) {
                throw new IllegalArgumentException(
                        "a pixel must be a number from 0 (black) to 1 (white), but pixel " + i + " is " + pixels[i]);
            }
        }
        return single(pixels.length, i -> pixels[i], normalisation, volume, work);
    }

    /**
     * Works on a single image.
     *
     * @param pixels unsigned bytes, in the order channels, height, width
     */
    public static <T> T single(
            byte[] pixels, Normalisation normalisation, Volume volume, Function<ImageBatch, T> work) {
        return single(pixels.length, i -> (pixels[i] & 0xff) / WHITE, normalisation, volume, work);
    }

    private static <T> T single(
            int pixels,
            IntToDoubleFunction pixel,
            Normalisation normalisation,
            Volume volume,
            Function<ImageBatch, T> work) {
        if (pixels != volume.size()) {
            throw new IllegalArgumentException("an image must have " + volume.size() + " pixels (" + volume
                    + ") for this network, but has " + pixels);
        }
        List<Double> means = normalisation.mean();
        List<Double> scales = normalisation.scale();
        boolean oneForAll = means.size() == 1;
        if (!oneForAll) {
            Check.sameLength("normalisation", means.size(), "the image's channels", volume.channels());
        }
        int plane = volume.height() * volume.width();
        float[] numbers = new float[pixels];
        for (int i = 0; i < pixels; i++) {
            int channel = oneForAll ? 0 : i / plane;
            numbers[i] = (float) ((pixel.applyAsDouble(i) - means.get(channel)) / scales.get(channel));
        }
        return Scope.get(() -> work.apply(new ImageBatch(
                Tensor.of(numbers, 1, volume.channels(), volume.height(), volume.width()),
                0,
                1,
                normalisation.isNonNegative())));
    }

    /** The number of the batch's first image in its dataset. */
    public int first() {
        return first;
    }

    /** How many images there are. */
    public int count() {
        return count;
    }

    Tensor input() {
        return input;
    }

    boolean nonNegative() {
        return nonNegative;
    }
}
