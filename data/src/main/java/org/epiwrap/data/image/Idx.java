package org.epiwrap.data.image;

import java.io.IOException;
import java.util.List;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.source.SourceReader;

/**
 * Reads IDX, the format of MNIST: the bytes 0, 0, 8 (for unsigned bytes) and the number of dimensions; each dimension in
 * four bytes, big-endian; then the values. Images have three dimensions (images, height, width), labels one.
 */
public final class Idx {
    private static final int IMAGES = 0x0803;
    private static final int LABELS = 0x0801;
    private static final int IMAGES_HEADER = 16;
    private static final int LABELS_HEADER = 8;

    private Idx() {}

    /**
     * Reads grey images and their labels.
     *
     * @param labels one for each image, less than the number of classes
     */
    public static Dataset read(String name, List<String> classNames, Source images, Source labels) throws IOException {
        Header header;
        byte[] pixels;
        try (SourceReader input = images.open()) {
            header = header(input);
            if (header.bytes() > Integer.MAX_VALUE - IMAGES_HEADER) {
                throw input.wrong(4, "dimensions of less than 2 GiB together", header.toString());
            }
            pixels = input.body((int) header.bytes(), "pixels");
            input.expectEnd();
        }
        byte[] checked = labels(labels, header.images(), classNames.size());
        return Dataset.of(name, header.shape(), classNames, pixels, checked);
    }

    /** The header of a file of images. */
    record Header(int images, Volume shape) {
        /** Returns the number of bytes of all images. */
        long bytes() {
            return (long) images * shape.size();
        }

        @Override
        public String toString() {
            return images + " images " + Volume.inWords(shape.height(), shape.width());
        }
    }

    /** Reads the header of a file of images, and checks the length of the file against it if known. */
    static Header header(SourceReader input) throws DataException {
        expectMagic(input, IMAGES, "images");
        int count = dimension(input, "number of images");
        int height = dimension(input, "height");
        int width = dimension(input, "width");
        if ((long) height * width > Integer.MAX_VALUE) {
            throw input.wrong(8, "images of less than 2 GiB", "images " + Volume.inWords(height, width));
        }
        Header header = new Header(count, new Volume(1, height, width));
        input.expectLength(IMAGES_HEADER + header.bytes(), header.toString());
        return header;
    }

    /** Returns whether a file starts like an IDX file of bytes. */
    public static boolean isIdx(Source source) throws IOException {
        try (SourceReader input = source.open()) {
            int first = input.next() << 16 | input.next() << 8 | input.next();
            return first == LABELS >> 8;
        }
    }

    /** Reads the labels of a file, which are unsigned. */
    public static byte[] labels(Source source) throws IOException {
        try (SourceReader input = source.open()) {
            expectMagic(input, LABELS, "labels");
            int labelled = dimension(input, "number of labels");
            return labels(input, labelled);
        }
    }

    private static byte[] labels(SourceReader input, int count) throws IOException {
        input.expectLength((long) LABELS_HEADER + count, count + " labels");
        byte[] labels = input.body(count, "labels");
        input.expectEnd();
        return labels;
    }

    private static byte[] labels(Source source, int count, int classes) throws IOException {
        try (SourceReader input = source.open()) {
            expectMagic(input, LABELS, "labels");
            int labelled = dimension(input, "number of labels");
            if (labelled != count) {
                throw input.wrong(4, count + " labels, one for each image", String.valueOf(labelled));
            }
            byte[] labels = labels(input, count);
            for (int i = 0; i < count; i++) {
                int label = labels[i] & 0xff;
                if (label >= classes) {
                    throw input.wrong(LABELS_HEADER + i, "a label from 0 to " + (classes - 1), String.valueOf(label));
                }
            }
            return labels;
        }
    }

    private static void expectMagic(SourceReader input, int magic, String what) throws DataException {
        int found = input.int32("the header");
        if (found != magic) {
            throw input.wrong(
                    0, String.format("0x%08x, the start of IDX %s", magic, what), String.format("0x%08x", found));
        }
    }

    private static int dimension(SourceReader input, String what) throws DataException {
        long at = input.offset();
        int found = input.int32("the header");
        if (found < 1) {
            throw input.wrong(at, "a " + what + " from 1 to " + Integer.MAX_VALUE, Integer.toUnsignedString(found));
        }
        return found;
    }
}
