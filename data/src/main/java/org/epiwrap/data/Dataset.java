package org.epiwrap.data;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;
import org.jspecify.annotations.Nullable;

/**
 * Images of one shape, with or without labels, stored as bytes: one array for all pixels, one for all labels. Subsets,
 * selections and shuffles are views that share these arrays and differ only in their order. Immutable.
 */
public final class Dataset {
    private static final long SAMPLE_SEED = 0;

    /** Images are processed in batches of about this many bytes, which fit into a processor cache. */
    private static final int BATCH_BYTES = 1 << 20;

    private final String name;
    private final ImageShape shape;
    private final List<String> classNames;
    private final byte[] pixels;
    /** Null if the dataset is unlabelled. */
    private final byte @Nullable [] labels;
    /** The position of this view's image i in the arrays. */
    private final int[] order;

    private Dataset(
            String name,
            ImageShape shape,
            List<String> classNames,
            byte[] pixels,
            byte @Nullable [] labels,
            int[] order) {
        this.name = name;
        this.shape = shape;
        this.classNames = classNames;
        this.pixels = pixels;
        this.labels = labels;
        this.order = order;
    }

    /**
     * Returns a labelled dataset over these arrays, which are not copied and must not be modified afterwards.
     *
     * @param pixels the images one after another, each in the order of its {@link ImageShape}
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

    /**
     * Returns a dataset without labels and class names over this array, which is not copied and must not be modified
     * afterwards.
     *
     * @param pixels the images one after another, each in the order of its {@link ImageShape}
     */
    public static Dataset unlabelled(String name, ImageShape shape, byte[] pixels) {
        if (pixels.length % shape.pixels() != 0) {
            throw new IllegalArgumentException(
                    "pixels must have " + shape.pixels() + " bytes for each image, but its length is " + pixels.length);
        }
        int[] order = IntStream.range(0, pixels.length / shape.pixels()).toArray();
        return new Dataset(name, shape, List.of(), pixels, null, order);
    }

    public String name() {
        return name;
    }

    public ImageShape shape() {
        return shape;
    }

    /** Returns the name of label 0, of label 1 and so on; empty if the dataset is unlabelled. */
    public List<String> classNames() {
        return classNames;
    }

    /** Returns the number of images. */
    public int size() {
        return order.length;
    }

    public boolean isLabelled() {
        return labels != null;
    }

    /** Returns the label of an image; an unlabelled dataset refuses. */
    public int label(int image) {
        return labelled()[order[Check.between("image", image, 0, size() - 1)]] & 0xff;
    }

    /** Returns a copy of all labels, in the order of this view; an unlabelled dataset refuses. */
    public int[] labels() {
        byte[] all = labelled();
        return IntStream.of(order).map(i -> all[i] & 0xff).toArray();
    }

    /** Returns the same images under another name. */
    public Dataset named(String other) {
        return new Dataset(other, shape, classNames, pixels, labels, order);
    }

    /** Returns the images from index {@code from} (inclusive) to index {@code to} (exclusive). */
    public Dataset subset(int from, int to) {
        checkRange(from, to, size());
        return view(Arrays.copyOfRange(order, from, to));
    }

    /** Returns the images with these indexes, in this order. An index may occur more than once. */
    public Dataset select(int[] indexes) {
        int[] selected = new int[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            selected[i] = order[Check.between("index", indexes[i], 0, size() - 1)];
        }
        return view(selected);
    }

    /** Returns all images in a random order that depends only on the seed. */
    public Dataset shuffled(long seed) {
        return select(Permutation.random(size(), new RandomStreams(seed).stream(0)));
    }

    /**
     * Draws a training set of this many images at random and holds out the rest. The draw is random because files may
     * start with easier or harder images, but it is the same in every run, so that the held-out images can be identified
     * later. A larger training set contains every smaller one. Both parts keep the order of this dataset.
     */
    public HoldOut sample(int images) {
        Check.between("images", images, 0, size());
        int[] drawn = Permutation.random(size(), new RandomStreams(SAMPLE_SEED).stream(0));
        int[] heldOut = Arrays.copyOf(drawn, size() - images);
        int[] train = Arrays.copyOfRange(drawn, size() - images, size());
        Arrays.sort(heldOut);
        Arrays.sort(train);
        return new HoldOut(select(train), select(heldOut));
    }

    /** Copies the images from index {@code from} (inclusive) to {@code to} (exclusive) to the start of the target. */
    public void pixels(int from, int to, byte[] target) {
        checkRange(from, to, size());
        checkRoom(from, to, target.length);
        int length = shape.pixels();
        for (int i = from; i < to; i++) {
            System.arraycopy(pixels, order[i] * length, target, (i - from) * length, length);
        }
    }

    /** Copies and normalises images; see {@link #pixels(int, int, byte[])}. */
    public void pixels(int from, int to, float[] target, Normalisation normalisation) {
        checkRange(from, to, size());
        checkRoom(from, to, target.length);
        float[] table = normalisation.table(shape.channels());
        for (int i = from; i < to; i++) {
            copy(i, target, i - from, table);
        }
    }

    /**
     * Copies and normalises the images {@code indexes[from]} (inclusive) to {@code indexes[to]} (exclusive) to the start of
     * the target.
     */
    public void pixels(int[] indexes, int from, int to, float[] target, Normalisation normalisation) {
        checkRange(from, to, indexes.length);
        checkRoom(from, to, target.length);
        float[] table = normalisation.table(shape.channels());
        for (int i = from; i < to; i++) {
            copy(Check.between("index", indexes[i], 0, size() - 1), target, i - from, table);
        }
    }

    /**
     * Returns a hash of this view's content, for provenance: the SHA-256 of channels, height and width (four bytes each,
     * big-endian), then all pixels, then all labels, in the order of the view. An unlabelled dataset starts with four
     * zero bytes, as no labelled one does. Names are not included. Computed on every call.
     */
    public String contentHash() {
        MessageDigest digest = Sha256.digest();
        if (labels == null) {
            digest.update(new byte[Integer.BYTES]);
        }
        digest.update(ByteBuffer.allocate(3 * Integer.BYTES)
                .putInt(shape.channels())
                .putInt(shape.height())
                .putInt(shape.width())
                .array());
        for (int start : order) {
            digest.update(pixels, start * shape.pixels(), shape.pixels());
        }
        if (labels != null) {
            for (int start : order) {
                digest.update(labels[start]);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public String toString() {
        String classes = isLabelled() ? " in " + classNames.size() + " classes" : ", unlabelled";
        return name + ": " + size() + " images of " + shape + classes;
    }

    /** Processes a batch of images. */
    @FunctionalInterface
    public interface BatchConsumer {
        /**
         * Processes the images {@code first}, {@code first + 1} and so on.
         *
         * @param pixels starts with the pixels of the images, and is reused for the next batch
         */
        void accept(int first, int images, byte[] pixels);
    }

    /** Passes all images in order to the consumer, in batches. */
    public void forEachBatch(BatchConsumer consumer) {
        int maximum = Math.min(Math.max(1, BATCH_BYTES / shape.pixels()), size());
        byte[] batch = new byte[maximum * shape.pixels()];
        for (int first = 0; first < size(); first += maximum) {
            int images = Math.min(maximum, size() - first);
            pixels(first, first + images, batch);
            consumer.accept(first, images, batch);
        }
    }

    /**
     * Returns a dataset with the labels and classes of this view, if any, but other pixels. Its name is that of this
     * dataset, a hyphen and the suffix.
     *
     * @param newPixels one image for each image of this view; not copied
     */
    public Dataset withPixels(String suffix, ImageShape newShape, byte[] newPixels) {
        Check.sameLength("newPixels", newPixels.length, "the images", Math.multiplyExact(size(), newShape.pixels()));
        String newName = name + "-" + suffix;
        if (labels == null) {
            return unlabelled(newName, newShape, newPixels);
        }
        byte[] newLabels = new byte[size()];
        for (int i = 0; i < newLabels.length; i++) {
            newLabels[i] = labels[order[i]];
        }
        return of(newName, newShape, classNames, newPixels, newLabels);
    }

    private byte[] labelled() {
        if (labels == null) {
            throw new IllegalStateException(name + " must have labels, but is unlabelled");
        }
        return labels;
    }

    private Dataset view(int[] newOrder) {
        return new Dataset(name, shape, classNames, pixels, labels, newOrder);
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
}
