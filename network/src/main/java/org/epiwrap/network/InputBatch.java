package org.epiwrap.network;

import java.util.function.Consumer;
import java.util.function.Function;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
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
    private static final int MIN_SIZE = 16;
    private static final int MAX_SIZE = 500;
    /** Activations of all layers together, few enough for those of one layer to stay in a cache. */
    private static final long ACTIVATIONS = 2_000_000;

    /** Returns the batch size at which the activations of a layer stay in a processor's cache. */
    public static int usualSize(Architecture architecture) {
        return (int) Math.max(MIN_SIZE, Math.min(MAX_SIZE, ACTIVATIONS / architecture.activations()));
    }

    /** Works through a dataset in order, in batches of the {@linkplain #usualSize usual size}. */
    public static void forEach(Dataset data, Input input, Architecture architecture, Consumer<InputBatch> work) {
        forEach(data, input, architecture, usualSize(architecture), work);
    }

    /** Works through a dataset in order; no more than a batch is held at once. */
    public static void forEach(
            Dataset data, Input input, Architecture architecture, int size, Consumer<InputBatch> work) {
        Check.atLeast("the number of examples of " + data.name(), data.size(), 1);
        Volume volume = architecture.input();
        architecture.checkInput(input.shape());
        Input.Encoder encoder = input.encoder(data);
        for (int from = 0; from < data.size(); from += size) {
            int first = from;
            int count = Math.min(size, data.size() - from);
            float[] numbers = new float[Math.multiplyExact(count, volume.size())];
            for (int i = 0; i < count; i++) {
                encoder.encode(from + i, numbers, i * volume.size());
            }
            Scope.run(() ->
                    work.accept(new InputBatch(tensor(numbers, count, volume), first, count, input.isNonNegative())));
        }
    }

    private static Tensor tensor(float[] numbers, int count, Volume volume) {
        return Tensor.of(numbers, count, volume.channels(), volume.height(), volume.width());
    }

    /** Works on examples given by themselves; see {@link Input#encode(float[], float[], int)}. */
    public static <T> T of(float[][] examples, Input input, Function<InputBatch, T> work) {
        Check.atLeast("the number of examples", examples.length, 1);
        int size = input.shape().size();
        float[] numbers = new float[Math.multiplyExact(examples.length, size)];
        for (int e = 0; e < examples.length; e++) {
            try {
                input.encode(examples[e], numbers, e * size);
            } catch (IllegalArgumentException refused) {
                throw examples.length == 1
                        ? refused
                        : new IllegalArgumentException("example " + e + ": " + refused.getMessage(), refused);
            }
        }
        return work(numbers, examples.length, input, work);
    }

    /** Works on a single image; see {@link PictureInput#encode(byte[], float[])}. */
    public static <T> T of(byte[] pixels, Input input, Function<InputBatch, T> work) {
        if (!(input instanceof PictureInput pictures)) {
            throw new IllegalArgumentException("this network takes " + input.plural() + ", not images");
        }
        float[] numbers = new float[pictures.shape().size()];
        pictures.encode(pixels, numbers);
        return work(numbers, 1, input, work);
    }

    private static <T> T work(float[] numbers, int count, Input input, Function<InputBatch, T> work) {
        return Scope.get(() ->
                work.apply(new InputBatch(tensor(numbers, count, input.shape()), 0, count, input.isNonNegative())));
    }
}
