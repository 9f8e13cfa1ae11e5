package org.epiwrap.data;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;

/**
 * Labelled images of one shape, kept as bytes: one array for all pixels, one for all labels. Subsets, selections and
 * shuffles are views that share these arrays and differ in the order only. Immutable.
 */
public final class Dataset {
    private static final long SAMPLE_SEED = 0;

    /** Images are worked through in batches of about this many bytes, which fit a cache. */
    private static final int BATCH_BYTES = 1 << 20;

    private final String name;
    private final ImageShape shape;
    private final List<String> classNames;
    private final byte[] pixels;
    private final byte[] labels;
    /** Where the image i of this view lies in the arrays. */
    private final int[] order;

    private Dataset(String name, ImageShape shape, List<String> classNames, byte[] pixels, byte[] labels, int[] order) {
        this.name = name;
        this.shape = shape;
        this.classNames = classNames;
        this.pixels = pixels;
        this.labels = labels;
        this.order = order;
    }

    /**
     * A dataset over these arrays, which are not copied and must not be changed afterwards.
     *
     * @param pixels the images one after the other, each in the order of its {@link ImageShape}
     * @param labels unsigned, each less than the number of classes
     */
    public static Dataset of(String name, ImageShape shape, List<String> classNames, byte[] pixels, byte[] labels) {
        Check.between("the number of classes", classNames.size(), 1, 256);
        if ((long) labels.length * shape.pixels() != pixels.length) {
            throw new IllegalArgumentException("pixels must have " + shape.pixels() + " bytes for each of "
                    + labels.length + " labels, but its length is " + pixels.length);
        }
        for (byte label : labels) {
            Check.between("label", label & 0xff, 0, classNames.size() - 1);
        }
        int[] order = IntStream.range(0, labels.length).toArray();
        return new Dataset(name, shape, List.copyOf(classNames), pixels, labels, order);
    }

    public String name() {
        return name;
    }

    public ImageShape shape() {
        return shape;
    }

    /** The name of label 0, of label 1 and so on. */
    public List<String> classNames() {
        return classNames;
    }

    /** The number of images. */
    public int size() {
        return order.length;
    }

    public int label(int image) {
        return labels[order[Check.between("image", image, 0, size() - 1)]] & 0xff;
    }

    /** The same images under another name. */
    public Dataset named(String other) {
        return new Dataset(other, shape, classNames, pixels, labels, order);
    }

    /** The images from one index up to, without, another. */
    public Dataset subset(int from, int to) {
        checkRange(from, to, size());
        return view(Arrays.copyOfRange(order, from, to));
    }

    /** These images in this order. An index may come more than once. */
    public Dataset select(int[] indexes) {
        int[] selected = new int[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            selected[i] = order[Check.between("index", indexes[i], 0, size() - 1)];
        }
        return view(selected);
    }

    /** All images in an order that the seed fixes. */
    public Dataset shuffled(long seed) {
        return shuffled(new RandomStreams(seed));
    }

    /** All images in an order that the streams' seed fixes. */
    public Dataset shuffled(RandomStreams random) {
        int[] shuffled = order.clone();
        shuffle(shuffled, random.stream(0));
        return view(shuffled);
    }

    /**
     * Two parts without a common image: the share that validates, rounded to whole images and drawn at random, and the
     * rest. Both keep the order of this dataset, so that reading them walks forward through memory.
     */
    public Split split(double validationShare, long seed) {
        Check.share("validationShare", validationShare);
        return split(size() - (int) Math.round(validationShare * size()), seed);
    }

    /**
     * So many images to train on, and the others: drawn at random, since files may begin with images that are harder than
     * the last ones, but always the same, so that it is known later which they were. A larger number takes all images
     * of a smaller one and more. Both parts keep the order of this dataset.
     */
    public Split sample(int images) {
        return split(Check.between("images", images, 0, size()), SAMPLE_SEED);
    }

    private Split split(int images, long seed) {
        int[] drawn = IntStream.range(0, size()).toArray();
        shuffle(drawn, new RandomStreams(seed).stream(0));
        BitSet validation = new BitSet(size());
        for (int i = 0; i < size() - images; i++) {
            validation.set(drawn[i]);
        }
        BitSet train = new BitSet(size());
        train.set(0, size());
        train.andNot(validation);
        return new Split(
                select(train.stream().toArray()), select(validation.stream().toArray()));
    }

    /** Copies the images from one index up to, without, another to the beginning of the target. */
    public void pixels(int from, int to, byte[] target) {
        checkRange(from, to, size());
        checkRoom(from, to, target.length);
        for (int i = from; i < to; i++) {
            copy(i, target, i - from);
        }
    }

    /** Copies the images {@code indexes[from]} up to, without, {@code indexes[to]} to the beginning of the target. */
    public void pixels(int[] indexes, int from, int to, byte[] target) {
        checkRange(from, to, indexes.length);
        checkRoom(from, to, target.length);
        for (int i = from; i < to; i++) {
            copy(Check.between("index", indexes[i], 0, size() - 1), target, i - from);
        }
    }

    /** As {@link #pixels(int, int, byte[])}, normalised. */
    public void pixels(int from, int to, float[] target, Normalisation normalisation) {
        checkRange(from, to, size());
        checkRoom(from, to, target.length);
        float[] table = normalisation.table(shape.channels());
        for (int i = from; i < to; i++) {
            copy(i, target, i - from, table);
        }
    }

    /** As {@link #pixels(int[], int, int, byte[])}, normalised. */
    public void pixels(int[] indexes, int from, int to, float[] target, Normalisation normalisation) {
        checkRange(from, to, indexes.length);
        checkRoom(from, to, target.length);
        float[] table = normalisation.table(shape.channels());
        for (int i = from; i < to; i++) {
            copy(Check.between("index", indexes[i], 0, size() - 1), target, i - from, table);
        }
    }

    /**
     * What is in this view, for provenance: the SHA-256 of channels, height and width (four bytes each, big-endian),
     * then all pixels, then all labels, in the order of the view. Names do not count. Computed at each call.
     */
    public String contentHash() {
        MessageDigest digest = Sha256.digest();
        digest.update(ByteBuffer.allocate(3 * Integer.BYTES)
                .putInt(shape.channels())
                .putInt(shape.height())
                .putInt(shape.width())
                .array());
        for (int start : order) {
            digest.update(pixels, start * shape.pixels(), shape.pixels());
        }
        for (int start : order) {
            digest.update(labels[start]);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public String toString() {
        return name + ": " + size() + " images of " + shape + " in " + classNames.size() + " classes";
    }

    /** What is done with the images {@code first}, {@code first + 1} and so on, which begin the array. */
    interface BatchConsumer {
        void accept(int first, int images, byte[] pixels);
    }

    /** Works through all images in order. The array is used again for each batch. */
    void forEachBatch(BatchConsumer consumer) {
        int most = Math.min(Math.max(1, BATCH_BYTES / shape.pixels()), size());
        byte[] batch = new byte[most * shape.pixels()];
        for (int first = 0; first < size(); first += most) {
            int images = Math.min(most, size() - first);
            pixels(first, first + images, batch);
            consumer.accept(first, images, batch);
        }
    }

    /** The labels of this view and its classes with other pixels, one image each. */
    Dataset withPixels(String suffix, ImageShape newShape, byte[] newPixels) {
        byte[] newLabels = new byte[size()];
        for (int i = 0; i < newLabels.length; i++) {
            newLabels[i] = labels[order[i]];
        }
        return of(name + "-" + suffix, newShape, classNames, newPixels, newLabels);
    }

    /** Fisher and Yates: every order is as likely as any other. */
    static void shuffle(int[] values, UniformRandomProvider random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    private Dataset view(int[] newOrder) {
        return new Dataset(name, shape, classNames, pixels, labels, newOrder);
    }

    private void copy(int image, byte[] target, int slot) {
        int length = shape.pixels();
        System.arraycopy(pixels, order[image] * length, target, slot * length, length);
    }

    private void copy(int image, float[] target, int slot, float[] table) {
        int plane = shape.plane();
        int source = order[image] * shape.pixels();
        int sink = slot * shape.pixels();
        for (int row = 0; row < table.length; row += 256) {
            for (int i = 0; i < plane; i++) {
                target[sink++] = table[row + (pixels[source++] & 0xff)];
            }
        }
    }

    private static void checkRange(int from, int to, int size) {
        Check.between("to", to, 0, size);
        Check.between("from", from, 0, to);
    }

    private void checkRoom(int from, int to, int length) {
        long needed = (long) (to - from) * shape.pixels();
        if (length < needed) {
            throw new IllegalArgumentException("target must have room for " + (to - from) + " images of "
                    + shape.pixels() + " pixels (" + needed + "), but its length is " + length);
        }
    }

    /** Two parts of a dataset without a common image. */
    public record Split(Dataset train, Dataset validation) {}
}
