package org.epiwrap.network;

import java.util.function.Consumer;
import java.util.function.Function;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * Some examples as a network receives them. A batch is valid only during the work it was given to.
 *
 * @param input the inputs, [examples, channels, height, width]
 * @param first the place of the batch's first example in its dataset
 * @param count the number of examples
 * @param nonNegative whether no input is below 0
 */
public record InputBatch(Tensor input, int first, int count, boolean nonNegative) {
    private static final double WHITE = 255;
    private static final int MIN_SIZE = 16;
    private static final int MAX_SIZE = 500;
    /** Activations of all layers together, few enough for those of one layer to stay in a cache. */
    private static final long ACTIVATIONS = 2_000_000;

    /** Returns the batch size at which the activations of a layer stay in a processor's cache. */
    public static int usualSize(Architecture architecture) {
        return (int) Math.max(MIN_SIZE, Math.min(MAX_SIZE, ACTIVATIONS / architecture.activations()));
    }

    /** Works through a dataset in order, in batches of the {@linkplain #usualSize usual size}. */
    public static void forEach(
            Dataset data, Normalisation normalisation, Architecture architecture, Consumer<InputBatch> work) {
        forEach(data, normalisation, architecture, usualSize(architecture), work);
    }

    /** Works through a dataset in order; no more than a batch is held at once. */
    public static void forEach(
            Dataset data, Normalisation normalisation, Architecture architecture, int size, Consumer<InputBatch> work) {
        Check.atLeast("the number of examples of " + data.name(), data.size(), 1);
        Volume volume = architecture.input();
        volume.check(data);
        for (int from = 0; from < data.size(); from += size) {
            int first = from;
            int count = Math.min(size, data.size() - from);
            float[] pixels = new float[Math.multiplyExact(count, volume.size())];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> work.accept(
                    new InputBatch(tensor(pixels, count, volume), first, count, normalisation.isNonNegative())));
        }
    }

    private static Tensor tensor(float[] pixels, int count, Volume volume) {
        return Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width());
    }

    /** Works on examples of pixels from 0 to 1 in the order channels, height, width, before normalisation. */
    public static <T> T of(
            float[][] examples, Normalisation normalisation, Volume volume, Function<InputBatch, T> work) {
        Check.atLeast("the number of examples", examples.length, 1);
        float[] inputs = new float[Math.multiplyExact(examples.length, volume.size())];
        Scaling scaling = new Scaling(normalisation, volume);
        for (int e = 0; e < examples.length; e++) {
            float[] pixels = examples[e];
            checkLength(pixels.length, volume);
            for (int i = 0; i < pixels.length; i++) {
                if (!(pixels[i] >= 0 && pixels[i] <= 1)) {
                    throw new IllegalArgumentException(
                            "a pixel must be a number from 0 (black) to 1 (white), but pixel " + i
                                    + (examples.length > 1 ? " of example " + e : "") + " is " + pixels[i]);
                }
                inputs[e * volume.size() + i] = scaling.of(i, pixels[i]);
            }
        }
        return work(inputs, examples.length, normalisation, volume, work);
    }

    /** Works on an image of unsigned bytes in the order channels, height, width. */
    public static <T> T of(byte[] pixels, Normalisation normalisation, Volume volume, Function<InputBatch, T> work) {
        checkLength(pixels.length, volume);
        float[] inputs = new float[pixels.length];
        Scaling scaling = new Scaling(normalisation, volume);
        for (int i = 0; i < pixels.length; i++) {
            inputs[i] = scaling.of(i, (pixels[i] & 0xff) / WHITE);
        }
        return work(inputs, 1, normalisation, volume, work);
    }

    private static void checkLength(int pixels, Volume volume) {
        if (pixels != volume.size()) {
            throw new IllegalArgumentException("an image must have " + volume.size() + " pixels (" + volume
                    + ") for this network, but has " + pixels);
        }
    }

    private static <T> T work(
            float[] inputs, int count, Normalisation normalisation, Volume volume, Function<InputBatch, T> work) {
        return Scope.get(() ->
                work.apply(new InputBatch(tensor(inputs, count, volume), 0, count, normalisation.isNonNegative())));
    }

    /** The normalisation of single pixels. */
    private static final class Scaling {
        private final Normalisation normalisation;
        private final int plane;

        Scaling(Normalisation normalisation, Volume volume) {
            this.normalisation = normalisation;
            boolean oneForAll = normalisation.mean().size() == 1;
            if (!oneForAll) {
                Check.sameLength(
                        "normalisation", normalisation.mean().size(), "the image's channels", volume.channels());
            }
            this.plane = oneForAll ? volume.size() : volume.height() * volume.width();
        }

        float of(int place, double pixel) {
            int channel = place / plane;
            return (float) ((pixel - normalisation.mean().get(channel))
                    / normalisation.scale().get(channel));
        }
    }
}
