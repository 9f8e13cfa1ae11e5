package org.epiwrap.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.random.RandomStreams;
import org.jspecify.annotations.Nullable;

/**
 * Examples of one {@linkplain ExampleType type}, images or rows of a table, with or without labels. Subsets, selections and
 * shuffles are views that share the same {@linkplain Records records} and differ only in their order. Immutable.
 */
public final class Dataset {
    /** More classes than any classifier is trained for. */
    public static final int MAX_CLASSES = 65_536;

    private static final int SHOWN_CLASSES = 20;

    private static final long SAMPLE_SEED = 0;

    /** A sum of squared deviations, in units of their expectation, that no random draw comes near. */
    private static final double UNLIKELY = 10;

    /** Images are processed in batches of about this many bytes, which fit into a processor cache. */
    private static final int BATCH_BYTES = 1 << 20;

    private final String name;
    private final ExampleType type;
    private final List<String> classNames;
    private final Records records;
    /** Null if the dataset is unlabelled. */
    private final int @Nullable [] labels;
    /** The position of this view's example i in the records. */
    private final int[] order;
    /** Where a record was read; null if that is not known. */
    private final @Nullable IntFunction<String> origins;

    private Dataset(
            String name,
            ExampleType type,
            List<String> classNames,
            Records records,
            int @Nullable [] labels,
            int[] order,
            @Nullable IntFunction<String> origins) {
        this.name = name;
        this.type = type;
        this.classNames = classNames;
        this.records = records;
        this.labels = labels;
        this.order = order;
        this.origins = origins;
    }

    /**
     * Returns a labelled dataset of images over these arrays, which are not copied and must not be modified afterwards.
     *
     * @param pixels the images one after another, each in the order of its {@link Volume}
     * @param labels unsigned, each less than the number of classes
     */
    public static Dataset of(String name, Volume shape, List<String> classNames, byte[] pixels, byte[] labels) {
        int[] unsigned = new int[labels.length];
        Arrays.setAll(unsigned, i -> labels[i] & 0xff);
        return of(name, shape, classNames, pixels, unsigned);
    }

    private static Dataset of(String name, Volume shape, List<String> classNames, byte[] pixels, int[] labels) {
        if ((long) labels.length * shape.size() != pixels.length) {
            throw new IllegalArgumentException("pixels must have " + shape.size() + " bytes for each of "
                    + labels.length + " labels, but its length is " + pixels.length);
        }
        return of(name, new ExampleType.Images(shape), classNames, Records.of(pixels, shape.size()), labels);
    }

    /**
     * Returns a labelled dataset.
     *
     * @param records one for each example
     * @param labels each less than the number of classes; not copied
     */
    public static Dataset of(String name, ExampleType type, List<String> classNames, Records records, int[] labels) {
        Check.between("the number of classes", classNames.size(), 1, MAX_CLASSES);
        Check.sameLength("labels", labels.length, "the records", records.size());
        for (int label : labels) {
            Check.between("label", label, 0, classNames.size() - 1);
        }
        return new Dataset(name, type, List.copyOf(classNames), checked(records, type), labels, all(records), null);
    }

    /**
     * Returns a dataset of images without labels and class names over this array, which is not copied and must not be
     * modified afterwards.
     *
     * @param pixels the images one after another, each in the order of its {@link Volume}
     */
    public static Dataset unlabelled(String name, Volume shape, byte[] pixels) {
        if (pixels.length % shape.size() != 0) {
            throw new IllegalArgumentException(
                    "pixels must have " + shape.size() + " bytes for each image, but its length is " + pixels.length);
        }
        return unlabelled(name, new ExampleType.Images(shape), Records.of(pixels, shape.size()));
    }

    /** Returns a dataset without labels and class names. */
    public static Dataset unlabelled(String name, ExampleType type, Records records) {
        return new Dataset(name, type, List.of(), checked(records, type), null, all(records), null);
    }

    private static Records checked(Records records, ExampleType type) {
        Check.sameLength("a record", records.bytes(), "an example", type.bytes());
        return records;
    }

    private static int[] all(Records records) {
        return IntStream.range(0, records.size()).toArray();
    }

    public String name() {
        return name;
    }

    /** Returns what the examples are. */
    public ExampleType type() {
        return type;
    }

    /**
     * Returns the shape of each image.
     *
     * @throws IllegalArgumentException if the examples are no images
     */
    public Volume shape() {
        if (type instanceof ExampleType.Images images) {
            return images.shape();
        }
        throw new IllegalArgumentException(name + " must have images, but has " + type.plural());
    }

    /**
     * Returns the columns of a table.
     *
     * @throws IllegalArgumentException if the examples are no rows
     */
    public List<Column> columns() {
        if (type instanceof ExampleType.Rows rows) {
            return rows.columns();
        }
        throw new IllegalArgumentException(name + " must have rows, but has " + type.plural());
    }

    /** Copies the cells of a row to a place of the target. */
    public void cells(int row, float[] target, int offset) {
        Check.atLeast("target's length", target.length, offset + columns().size());
        records.copy(order[row], target, offset);
    }

    /** Returns a single cell of a row: to go through a column must not take longer in a table with many others. */
    public float cell(int row, int column) {
        return records.cell(order[row], Check.between("column", column, 0, type.bytes() / Float.BYTES - 1));
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

    /**
     * Returns the label of an example.
     *
     * @throws IllegalStateException if the dataset is unlabelled
     */
    public int label(int example) {
        return labelled()[order[Check.between("example", example, 0, size() - 1)]];
    }

    /**
     * Returns a copy of all labels, in the order of this view.
     *
     * @throws IllegalStateException if the dataset is unlabelled
     */
    public int[] labels() {
        int[] all = labelled();
        return IntStream.of(order).map(i -> all[i]).toArray();
    }

    /** Returns the same images under another name. */
    public Dataset named(String other) {
        return new Dataset(other, type, classNames, records, labels, order, origins);
    }

    /** Returns the same examples with where each record was read, by its number from 0. */
    public Dataset withOrigins(IntFunction<String> byRecord) {
        return new Dataset(name, type, classNames, records, labels, order, byRecord);
    }

    /** Returns where an example was read, as far as that is known: a picture's file, or the number of a row, from 1. */
    public Optional<String> origin(int example) {
        int record = order[Check.between("example", example, 0, size() - 1)];
        return Optional.ofNullable(origins).map(byRecord -> byRecord.apply(record));
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
        int[] train = sampled(size(), images);
        return new HoldOut(select(train), select(others(size(), train)));
    }

    /**
     * Returns the places, rising, of the examples that {@link #sample} draws from so many: for what is known of examples but
     * is no dataset.
     */
    public static int[] sampled(int size, int images) {
        Check.between("images", images, 0, size);
        int[] drawn = Permutation.random(size, new RandomStreams(SAMPLE_SEED).stream(0));
        int[] train = Arrays.copyOfRange(drawn, size - images, size);
        Arrays.sort(train);
        return train;
    }

    /** Returns the other places of so many, rising. */
    private static int[] others(int size, int[] rising) {
        return IntStream.range(0, size)
                .filter(place -> Arrays.binarySearch(rising, place) < 0)
                .toArray();
    }

    /**
     * Returns at most so many examples that stand for all: the first ones or, where their classes are not those of all, as in
     * data that is sorted by class, a {@linkplain #sample sample}.
     */
    public Dataset representative(int maximum) {
        int count = Math.min(Check.atLeast("maximum", maximum, 0), size());
        Dataset first = subset(0, count);
        return count == 0 || !isLabelled() || isLikeARandomDraw(first)
                ? first
                : sample(count).train();
    }

    /** Compares the numbers of examples of each class: of random ones, each adds about 1 to the sum. */
    private boolean isLikeARandomDraw(Dataset some) {
        int[] all = counts();
        int[] drawn = some.counts();
        double sum = 0;
        int classes = 0;
        for (int c = 0; c < all.length; c++) {
            if (all[c] > 0) {
                double expected = (double) all[c] * some.size() / size();
                sum += (drawn[c] - expected) * (drawn[c] - expected) / expected;
                classes++;
            }
        }
        return sum <= UNLIKELY * classes;
    }

    private int[] counts() {
        int[] counts = new int[classNames.size()];
        for (int label : labels()) {
            counts[label]++;
        }
        return counts;
    }

    /** Copies the images from index {@code from} (inclusive) to {@code to} (exclusive) to the start of the target. */
    public void pixels(int from, int to, byte[] target) {
        checkRange(from, to, size());
        checkRoom(from, to, target.length);
        for (int i = from; i < to; i++) {
            records.copy(order[i], target, (i - from) * type.bytes());
        }
    }

    /** Copies normalised images. For one thread. */
    @FunctionalInterface
    public interface Normalised {
        /** Copies an image to a place of the target. */
        void copy(int image, float[] target, int offset);
    }

    /** Returns what copies the images of this dataset, normalised. */
    public Normalised normalised(Normalisation normalisation) {
        float[] table = normalisation.table(shape().channels());
        byte[] pixels = new byte[type.bytes()];
        return (image, target, offset) -> copy(image, pixels, target, offset, table);
    }

    /** Copies and normalises images; see {@link #pixels(int, int, byte[])}. */
    public void pixels(int from, int to, float[] target, Normalisation normalisation) {
        checkRange(from, to, size());
        checkRoom(from, to, target.length);
        float[] table = normalisation.table(shape().channels());
        byte[] image = new byte[type.bytes()];
        for (int i = from; i < to; i++) {
            copy(i, image, target, (i - from) * image.length, table);
        }
    }

    /**
     * Copies and normalises the images {@code indexes[from]} (inclusive) to {@code indexes[to]} (exclusive) to the start of
     * the target.
     */
    public void pixels(int[] indexes, int from, int to, float[] target, Normalisation normalisation) {
        checkRange(from, to, indexes.length);
        checkRoom(from, to, target.length);
        float[] table = normalisation.table(shape().channels());
        byte[] image = new byte[type.bytes()];
        for (int i = from; i < to; i++) {
            copy(Check.between("index", indexes[i], 0, size() - 1), image, target, (i - from) * image.length, table);
        }
    }

    /**
     * Returns a hash of this view's content, for provenance: the SHA-256 of channels, height and width of images (four bytes
     * each, big-endian) or of the names of columns and their categories, then all examples, then all labels, in the order of
     * the view. An unlabelled dataset starts with four zero bytes, as no labelled one does. Names of datasets and classes are
     * not included. Computed on every call.
     */
    public String contentHash() {
        MessageDigest digest = Sha256.digest();
        if (labels == null) {
            digest.update(new byte[Integer.BYTES]);
        }
        digest.update(header());
        byte[] example = new byte[type.bytes()];
        for (int record : order) {
            records.copy(record, example, 0);
            digest.update(example);
        }
        if (labels != null) {
            // Labels were bytes once, and the hashes of that time must stay true.
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
            boolean small = classNames.size() <= 256;
            for (int record : order) {
                bytes.putInt(0, labels[record]);
                digest.update(bytes.array(), small ? 3 : 0, small ? 1 : Integer.BYTES);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private byte[] header() {
        if (type instanceof ExampleType.Images images) {
            return ByteBuffer.allocate(3 * Integer.BYTES)
                    .putInt(images.shape().channels())
                    .putInt(images.shape().height())
                    .putInt(images.shape().width())
                    .array();
        }
        return columns().toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        String classes = isLabelled() ? " in " + classNames.size() + " classes" : ", unlabelled";
        String what = type instanceof ExampleType.Images images
                ? " images of " + images.shape()
                : " rows of " + columns().size() + " columns";
        return name + ": " + size() + what + classes;
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
        int maximum = Math.min(Math.max(1, BATCH_BYTES / shape().size()), size());
        byte[] batch = new byte[maximum * shape().size()];
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
    public Dataset withPixels(String suffix, Volume newShape, byte[] newPixels) {
        Check.sameLength("newPixels", newPixels.length, "the images", Math.multiplyExact(size(), newShape.size()));
        String newName = name + "-" + suffix;
        if (labels == null) {
            return unlabelled(newName, newShape, newPixels);
        }
        return of(newName, newShape, classNames, newPixels, labels());
    }

    /**
     * Returns a dataset with the labels and classes of this view, if any, but other rows of the same columns. Its name is
     * that of this dataset, a hyphen and the suffix.
     *
     * @param rows one for each row of this view
     */
    public Dataset withRows(String suffix, Records rows) {
        Check.sameLength("rows", rows.size(), "the dataset", size());
        String newName = name + "-" + suffix;
        ExampleType same = new ExampleType.Rows(columns());
        return labels == null ? unlabelled(newName, same, rows) : of(newName, same, classNames, rows, labels());
    }

    /**
     * Returns the same examples with labels among other classes, matched by name.
     *
     * @throws IllegalArgumentException if an example has a class that is not among them; the message names each such class
     *     and counts its examples
     */
    public Dataset withClasses(List<String> names) {
        Check.between("the number of classes", names.size(), 1, MAX_CLASSES);
        int[] all = labelled();
        int[] counts = new int[classNames.size()];
        for (int record : order) {
            counts[all[record]]++;
        }
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            places.put(names.get(i), i);
        }
        List<String> unknown = new ArrayList<>();
        int[] renumbered = new int[counts.length];
        for (int label = 0; label < counts.length; label++) {
            Integer place = places.get(classNames.get(label));
            if (place != null) {
                renumbered[label] = place;
            } else if (counts[label] > 0) {
                unknown.add("'" + classNames.get(label) + "' (" + counts[label] + ")");
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    name + " must have classes among " + listed(names) + ", but has examples of " + listed(unknown));
        }
        int[] newLabels = new int[all.length];
        for (int record : order) {
            newLabels[record] = renumbered[all[record]];
        }
        return new Dataset(name, type, List.copyOf(names), records, newLabels, order, origins);
    }

    /** Names the first few of what may be thousands. */
    private static String listed(List<String> names) {
        int more = names.size() - SHOWN_CLASSES;
        return more <= 0
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, SHOWN_CLASSES)) + " and " + more + " more";
    }

    private int[] labelled() {
        if (labels == null) {
            throw new IllegalStateException(name + " must have labels, but is unlabelled");
        }
        return labels;
    }

    private Dataset view(int[] newOrder) {
        return new Dataset(name, type, classNames, records, labels, newOrder, origins);
    }

    private void copy(int image, byte[] pixels, float[] target, int offset, float[] table) {
        records.copy(order[image], pixels, 0);
        int plane = pixels.length / (table.length / 256);
        int source = 0;
        int sink = offset;
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
        long needed = (long) (to - from) * shape().size();
        if (length < needed) {
            throw new IllegalArgumentException("target must have room for " + (to - from) + " images of "
                    + shape().size() + " pixels (" + needed + "), but its length is " + length);
        }
    }
}
