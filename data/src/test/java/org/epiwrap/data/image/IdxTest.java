package org.epiwrap.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.data.source.Gzip.gzip;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxTest {
    private static final List<String> CLASSES = List.of("a", "b");
    private static final byte[] IMAGES =
            Images.bytes(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3, 10, 20, 30, 40, 50, 255);
    private static final byte[] LABELS = Images.bytes(0, 0, 8, 1, 0, 0, 0, 2, 1, 0);

    @TempDir
    private Path folder;

    @Test
    void readsPlainAndGzipped() throws IOException {
        Path images = Files.write(folder.resolve("images.gz"), gzip(IMAGES));
        Path labels = Files.write(folder.resolve("labels"), LABELS);
        Dataset data = Idx.read("small", CLASSES, Source.file(images), Source.file(labels));
        assertThat(data.shape()).isEqualTo(new Volume(1, 1, 3));
        assertThat(Images.pixels(data)).isEqualTo(Images.bytes(10, 20, 30, 40, 50, 255));
        assertThat(data.labels()).containsExactly(1, 0);
        assertThat(read(IMAGES, LABELS).contentHash()).isEqualTo(data.contentHash());
    }

    @Test
    void foreignFilesAreRefused() {
        refuses(LABELS, LABELS, "images, byte 0: expected 0x00000803, the start of IDX images, but found 0x00000801");
        refuses(IMAGES, IMAGES, "labels, byte 0: expected 0x00000801, the start of IDX labels, but found 0x00000803");
        refuses(
                new byte[0],
                LABELS,
                "images, byte 0: expected 4 more bytes of the header, but found the end of the file");
    }

    @Test
    void everyTruncationIsRefusedPlainAndGzipped() throws IOException {
        for (int length = 0; length < IMAGES.length; length++) {
            byte[] cut = Arrays.copyOf(IMAGES, length);
            refuses(cut, LABELS, "images, byte ");
            byte[] zipped = gzip(cut);
            refuses("images.gz", zipped, LABELS, "images.gz, byte " + length + ": expected ");
        }
        byte[] zipped = gzip(IMAGES);
        for (int length = 0; length < zipped.length; length++) {
            refuses("images.gz", Arrays.copyOf(zipped, length), LABELS, "images.gz, byte ");
        }
        refuses(
                IMAGES,
                Arrays.copyOf(LABELS, 9),
                "labels, byte 9: expected a length of 10 bytes for 2 labels, but found a length of 9");
    }

    @Test
    void compressedBytesThatBreakOffEndTheFile() throws IOException {
        byte[] zipped = gzip(IMAGES);
        byte[] cut = Arrays.copyOf(zipped, zipped.length - 10);
        assertThatThrownBy(() ->
                        Idx.read("small", CLASSES, Source.bytes("images.gz", cut), Source.bytes("labels", LABELS)))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith(": expected readable bytes, but found the end of the file");
    }

    @Test
    void trailingBytesAreRefused() throws IOException {
        byte[] longer = Arrays.copyOf(IMAGES, IMAGES.length + 1);
        refuses(
                longer,
                LABELS,
                "images, byte 22: expected a length of 22 bytes for 2 images 3 wide and 1 high, but found a length of 23");
        refuses(
                "images.gz",
                gzip(longer),
                LABELS,
                "images.gz, byte 22: expected the end of the file, but found more bytes");
        byte[] zipped = gzip(IMAGES);
        refuses(
                "images.gz",
                Arrays.copyOf(zipped, zipped.length + 3),
                LABELS,
                "images.gz, byte 16: expected readable bytes");
    }

    @Test
    void aWrongChecksumOfTheGzipStreamIsRefused() throws IOException {
        byte[] zipped = gzip(IMAGES);
        zipped[zipped.length - 5] ^= 1;
        refuses("images.gz", zipped, LABELS, "images.gz, byte 16: expected readable bytes, but found an error");
        refuses("images.gz", IMAGES, LABELS, "images.gz, byte 0: expected a gzip header, but found none");
    }

    @Test
    void labelsMustFitTheImagesAndTheClasses() {
        refuses(
                IMAGES,
                Images.bytes(0, 0, 8, 1, 0, 0, 0, 3, 1, 0, 1),
                "labels, byte 4: expected 2 labels, one for each image, but found 3");
        refuses(
                IMAGES,
                Images.bytes(0, 0, 8, 1, 0, 0, 0, 2, 1, 2),
                "labels, byte 9: expected a label from 0 to 1, but found 2");
    }

    /** With the memory of the tests, an array of these sizes could not even be made. */
    @Test
    void hugeDimensionsAreRefusedWithoutAllocating() throws IOException {
        byte[] huge = Images.bytes(0, 0, 8, 3, 127, 255, 255, 255, 127, 255, 255, 255, 127, 255, 255, 255);
        refuses(
                huge,
                LABELS,
                "images, byte 8: expected images of less than 2 GiB, but found images 2147483647 wide and"
                        + " 2147483647 high");
        byte[] together = Images.bytes(0, 0, 8, 3, 127, 255, 255, 255, 0, 0, 0, 1, 0, 0, 0, 2);
        refuses(
                "images.gz",
                gzip(together),
                LABELS,
                "images.gz, byte 4: expected dimensions of less than 2 GiB together, but found 2147483647 images 2 wide"
                        + " and 1 high");
        byte[] negative = Images.bytes(0, 0, 8, 3, 255, 255, 255, 255, 0, 0, 0, 1, 0, 0, 0, 1);
        refuses(
                negative,
                LABELS,
                "images, byte 4: expected a number of images from 1 to 2147483647, but found 4294967295");
        byte[] nearly = Images.bytes(0, 0, 8, 3, 0, 0, 127, 255, 0, 0, 1, 0, 0, 0, 0, 255);
        refuses(nearly, LABELS, "images, byte 16: expected a length of 2139029776 bytes");
        for (int i = 0; i < 8; i++) {
            refuses("images.gz", gzip(nearly), LABELS, "images.gz, byte 16: expected 1048576 more bytes of pixels");
        }
    }

    @Test
    void bodiesLongerThanTheFirstAllocationAreWhole() throws IOException {
        int side = 1200;
        byte[] images = new byte[16 + 2 * side * side];
        System.arraycopy(Images.bytes(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 4, 176, 0, 0, 4, 176), 0, images, 0, 16);
        for (int i = 16; i < images.length; i++) {
            images[i] = (byte) ((i * 31) >> 3);
        }
        Dataset data =
                Idx.read("large", CLASSES, Source.bytes("images.gz", gzip(images)), Source.bytes("labels", LABELS));
        assertThat(Images.pixels(data)).isEqualTo(Arrays.copyOfRange(images, 16, images.length));
    }

    private static Dataset read(byte[] images, byte[] labels) throws IOException {
        return Idx.read("small", CLASSES, Source.bytes("images", images), Source.bytes("labels", labels));
    }

    private static void refuses(byte[] images, byte[] labels, String message) {
        refuses("images", images, labels, message);
    }

    private static void refuses(String name, byte[] images, byte[] labels, String message) {
        assertThatThrownBy(() -> Idx.read("small", CLASSES, Source.bytes(name, images), Source.bytes("labels", labels)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(message);
    }
}
