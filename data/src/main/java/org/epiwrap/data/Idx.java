package org.epiwrap.data;

import java.io.IOException;
import java.util.List;

/**
 * The format of MNIST: four bytes 0, 0, 8 (unsigned bytes) and the number of dimensions; each dimension in four bytes,
 * big-endian; then the values. Images have three dimensions (images, height, width), labels one.
 */
public final class Idx {
    private static final int IMAGES = 0x0803;
    private static final int LABELS = 0x0801;
    private static final int IMAGES_HEADER = 16;
    private static final int LABELS_HEADER = 8;

    private Idx() {}

    /** Grey images and as many labels, each less than the number of classes. */
    public static Dataset read(String name, List<String> classNames, Source images, Source labels) throws IOException {
        int count;
        ImageShape shape;
        byte[] pixels;
        try (Input input = images.open()) {
            expectMagic(input, IMAGES, "images");
            count = dimension(input, "number of images");
            int height = dimension(input, "height");
            int width = dimension(input, "width");
            long plane = (long) height * width;
            if (plane > Integer.MAX_VALUE || plane * count > Integer.MAX_VALUE - IMAGES_HEADER) {
                throw input.wrong(
                        4, "dimensions of less than 2 GiB together", count + " images of " + height + " x " + width);
            }
            shape = new ImageShape(1, height, width);
            input.expectLength(IMAGES_HEADER + plane * count, count + " images of " + height + " x " + width);
            pixels = input.body((int) (plane * count), "pixels");
            input.expectEnd();
        }
        return Dataset.of(name, shape, classNames, pixels, labels(labels, count, classNames.size()));
    }

    private static byte[] labels(Source source, int count, int classes) throws IOException {
        try (Input input = source.open()) {
            expectMagic(input, LABELS, "labels");
            int labelled = dimension(input, "number of labels");
            if (labelled != count) {
                throw input.wrong(4, count + " labels, one for each image", String.valueOf(labelled));
            }
            input.expectLength((long) LABELS_HEADER + count, count + " labels");
            byte[] labels = input.body(count, "labels");
            input.expectEnd();
            for (int i = 0; i < count; i++) {
                int label = labels[i] & 0xff;
                if (label >= classes) {
                    throw input.wrong(LABELS_HEADER + i, "a label from 0 to " + (classes - 1), String.valueOf(label));
                }
            }
            return labels;
        }
    }

    private static void expectMagic(Input input, int magic, String what) throws DataException {
        int found = input.int32("the header");
        if (found != magic) {
            throw input.wrong(
                    0, String.format("0x%08x, the beginning of IDX %s", magic, what), String.format("0x%08x", found));
        }
    }

    private static int dimension(Input input, String what) throws DataException {
        long at = input.offset();
        int found = input.int32("the header");
        if (found < 1) {
            throw input.wrong(at, "a " + what + " from 1 to " + Integer.MAX_VALUE, Integer.toUnsignedString(found));
        }
        return found;
    }
}
