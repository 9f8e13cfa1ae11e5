package org.epiwrap.data;

import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * Makes a dataset that a model trained on the original has not met. Labels and classes stay. The name of the result is
 * that of the dataset, a hyphen and the {@link #suffix}.
 */
public sealed interface Shift {

    /** Says what was done, in a name. */
    String suffix();

    /** The shape of the shifted images: the original one, unless the shift says otherwise. */
    default ImageShape shape(ImageShape original) {
        return original;
    }

    /** The shifted images in the order of the view. The pixels are new, the dataset stays as it is. */
    Dataset apply(Dataset data);

    /** By 90° counter-clockwise. */
    static Shift rotated() {
        return new Rotated();
    }

    /** 255 − x. */
    static Shift inverted() {
        return new Inverted();
    }

    /** All images by one permutation, which the seed fixes. The channels of a pixel move together. */
    static Shift permuted(long seed) {
        return new Permuted(seed);
    }

    /** Each byte anew, any of the 256 as likely as any other: nothing of the images is left but number and shape. */
    static Shift noise(long seed) {
        return new Noise(seed);
    }

    /** One channel and another size, such as CIFAR at the 28 × 28 of MNIST. Takes images of one or three channels. */
    static Shift grey(int height, int width) {
        return new Grey(height, width);
    }

    /** See {@link Shift#rotated}. */
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

    /** See {@link Shift#inverted}. */
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

    /** See {@link Shift#permuted}. */
    record Permuted(long seed) implements Shift {
        @Override
        public String suffix() {
            return "permuted-" + seed;
        }

        @Override
        public Dataset apply(Dataset data) {
            int[] sources = IntStream.range(0, data.shape().plane()).toArray();
            Dataset.shuffle(sources, new RandomStreams(seed).stream(0));
            return moved(data, this, sources);
        }
    }

    /** See {@link Shift#noise}. */
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

    /**
     * See {@link Shift#grey}, and {@link ImageFit} for how.
     */
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

    /** Pixel i of a channel comes from {@code sources[i]} of the same channel. */
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
