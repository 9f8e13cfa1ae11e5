package org.epiwrap.data.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Images;
import org.epiwrap.data.Parts;
import org.epiwrap.data.Volume;
import org.epiwrap.data.array.ArrayOptions.ChannelAxis;
import org.epiwrap.data.image.PictureOptions;
import org.epiwrap.data.image.PictureOptions.Colouring;
import org.epiwrap.data.image.PictureSize;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.epiwrap.testing.NpyFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayDataTest {
    private static final long[] Y = {5, -3};

    @TempDir
    private Path folder;

    private static Parts read(Path file) throws IOException {
        return ArrayData.read(file, ArrayOptions.standard());
    }

    private Path npz(NumpyFileWriter writer) throws IOException {
        Path file = folder.resolve("my.npz");
        writer.writeNpz(file);
        return file;
    }

    private Path npz(Shape shape, float[] x) throws IOException {
        return npz(NumpyFileWriter.create().add("x", shape, x).add("y", Shape.of(2), Y));
    }

    private void refused(Path file, String... words) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    private static float[] cells(Dataset data, int row) {
        float[] cells = new float[data.columns().size()];
        data.cells(row, cells, 0);
        return cells;
    }

    @Test
    void numbersThatTellNothingAreRefused() throws Exception {
        float[] missing = new float[6];
        Arrays.fill(missing, Float.NaN);
        refused(npz(Shape.of(2, 3), missing), "must have numbers to learn from", "every cell is missing");
        refused(npz(Shape.of(2, 1), new float[] {1, Float.POSITIVE_INFINITY}), "row 1, column 0", "a finite number");
    }

    @Test
    void twoAxesAreATable() throws Exception {
        Dataset data = read(npz(Shape.of(2, 3), new float[] {1, -2, Float.NaN, 4, 5, 6e30f}))
                .train();
        assertThat(data.columns()).extracting("name").containsExactly("x0", "x1", "x2");
        assertThat(cells(data, 0)).containsExactly(1, -2, Float.NaN);
        assertThat(cells(data, 1)).containsExactly(4, 5, 6e30f);
        assertThat(data.classNames()).containsExactly("-3", "5");
        assertThat(data.labels()).containsExactly(1, 0);
        assertThat(data.name()).isEqualTo("my");
    }

    @ParameterizedTest
    @CsvSource({"X,y", "data,labels", "x_train,y_train", "X_train,y_train", "images,labels", "train_images,train_labels"
    })
    void commonNames(String x, String y) throws Exception {
        Path file = npz(NumpyFileWriter.create()
                .add(y, Shape.of(2, 1), new long[] {1, 0})
                .add(x, Shape.of(2, 1), new double[] {3, 4}));
        assertThat(read(file).train().labels()).containsExactly(1, 0);
    }

    @Test
    void testArraysHaveTheClassesOfTheTrainingArrays() throws Exception {
        NumpyFileWriter writer = NumpyFileWriter.create()
                .add("x_train", Shape.of(2, 1), new float[] {1, 2})
                .add("y_train", Shape.of(2), Y)
                .add("x_test", Shape.of(1, 1), new float[] {3});
        Parts parts = read(npz(writer.add("y_test", Shape.of(1), new long[] {5})));
        assertThat(parts.test().orElseThrow().labels()).containsExactly(1);
        writer = NumpyFileWriter.create()
                .add("x_train", Shape.of(2, 1), new float[] {1, 2})
                .add("y_train", Shape.of(2), Y)
                .add("x_test", Shape.of(2, 1), new float[] {3, 3})
                .add("y_test", Shape.of(2), new long[] {8, 8});
        refused(npz(writer), "must have classes among -3, 5, but has examples of '8' (2)");
        writer = NumpyFileWriter.create()
                .add("x_train", Shape.of(2, 1), new float[] {1, 2})
                .add("y_train", Shape.of(2), Y)
                .add("x_test", Shape.of(1, 2), new float[] {3, 3})
                .add("y_test", Shape.of(1), new long[] {5});
        refused(npz(writer), "shape of the training examples");
    }

    @Test
    void picturesOfBytes() throws Exception {
        byte[] x = Images.bytes(0, 255, 7, 8, 9, 10, 11, 12);
        Path file = npz(NumpyFileWriter.create().add("x", Shape.of(2, 2, 2), x).add("y", Shape.of(2), Y));
        Dataset data = read(file).train();
        assertThat(data.shape()).isEqualTo(new Volume(1, 2, 2));
        assertThat(Images.pixels(data)).isEqualTo(x);
        PictureOptions small =
                PictureOptions.standard().withSize(new PictureSize(1, 1)).withColouring(Colouring.COLOUR);
        assertThat(ArrayData.read(file, ArrayOptions.standard().withPictures(small))
                        .train()
                        .shape())
                .isEqualTo(new Volume(3, 1, 1));
    }

    @Test
    void channelsAreFirstOrLast() throws Exception {
        float[] x = new float[2 * 2 * 2 * 3];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        Dataset last = read(npz(Shape.of(2, 2, 2, 3), x)).train();
        assertThat(last.shape()).isEqualTo(new Volume(3, 2, 2));
        assertThat(Images.pixels(last.subset(0, 1))).isEqualTo(Images.bytes(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11));
        Dataset first = read(npz(Shape.of(2, 3, 2, 2), x)).train();
        assertThat(Images.pixels(first.subset(0, 1))).isEqualTo(Images.bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        Path both = npz(Shape.of(2, 1, 4, 3), x);
        refused(both, "[2, 1, 4, 3]", "say whether the channels are first or last");
        assertThat(ArrayData.read(both, ArrayOptions.standard().withChannels(ChannelAxis.FIRST))
                        .train()
                        .shape())
                .isEqualTo(new Volume(1, 4, 3));
        assertThat(ArrayData.read(both, ArrayOptions.standard().withChannels(ChannelAxis.LAST))
                        .train()
                        .shape())
                .isEqualTo(new Volume(3, 1, 4));
        refused(npz(Shape.of(2, 2, 2, 2), new float[16]), "1 or 3 channels", "[2, 2, 2, 2]");
    }

    @Test
    void pixelsAreSharesOrLevels() throws Exception {
        assertThat(Images.pixels(
                        read(npz(Shape.of(2, 1, 1), new float[] {0.5f, 1})).train()))
                .isEqualTo(Images.bytes(128, 255));
        assertThat(Images.pixels(
                        read(npz(Shape.of(2, 1, 1), new float[] {0.6f, 200})).train()))
                .isEqualTo(Images.bytes(1, 200));
        Path whole = npz(NumpyFileWriter.create()
                .add("x", Shape.of(2, 1, 1), new long[] {0, 1})
                .add("y", Shape.of(2), Y));
        assertThat(Images.pixels(read(whole).train())).isEqualTo(Images.bytes(0, 1));
        for (float wrong : new float[] {-0.1f, 256, Float.NaN, Float.POSITIVE_INFINITY}) {
            refused(
                    npz(Shape.of(2, 1, 1), new float[] {0, wrong}),
                    "from 0 to 1 or from 0 to 255",
                    "picture 1 has " + wrong);
        }
    }

    @Test
    void whatCannotBeUsedIsRefused() throws Exception {
        refused(npz(Shape.of(2, 2), new float[] {1, 2, Float.NEGATIVE_INFINITY, 4}), "row 1, column 0", "-Infinity");
        Path large = npz(NumpyFileWriter.create()
                .add("x", Shape.of(2, 1), new double[] {1, 1e300})
                .add("y", Shape.of(2), Y));
        refused(large, "row 1, column 0", "1.0E300");
        refused(npz(Shape.of(2), new float[2]), "must have two axes", "[2]");
        refused(npz(Shape.of(2, 0), new float[0]), "not empty", "[2, 0]");
        refused(npz(Shape.of(1, 2), new float[2]), "array y must have one label for each of 1 examples", "[2]");
        refused(npz(Shape.of(2, 100_001), new float[200_002]), "at most 100000 columns");
        NumpyFileWriter named = NumpyFileWriter.create().add("a", Shape.of(1), new long[1]);
        refused(npz(named), "must have arrays named x and y", "but has a");
        Path shares = npz(NumpyFileWriter.create()
                .add("x", Shape.of(2, 1), new float[2])
                .add("y", Shape.of(2), new double[] {0, 0.5}));
        refused(shares, "whole numbers or texts", "example 1 is 0.5");
        Path missing = npz(NumpyFileWriter.create()
                .add("x", Shape.of(2, 1), new float[2])
                .add("y", Shape.of(2), new double[] {0, Double.NaN}));
        refused(missing, "example 1 is NaN");
        Path oneHot = npz(NumpyFileWriter.create()
                .add("x", Shape.of(2, 1), new float[2])
                .add("y", Shape.of(2, 2), new double[4]));
        refused(oneHot, "one label for each of 2 examples", "[2, 2]");
        long[] many = new long[70_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = i;
        }
        Path classes = npz(NumpyFileWriter.create()
                .add("x", Shape.of(70_000, 1), new float[70_000])
                .add("y", Shape.of(70_000), many));
        refused(classes, "at most 65536 different labels");
        refused(folder.resolve("none.npz"), "there is no such file");
        refused(folder, "must have x.npy and y.npy");
        Path damaged = folder.resolve("damaged.npz");
        Files.writeString(damaged, "no archive");
        refused(damaged, "damaged.npz");
    }

    @ParameterizedTest
    @CsvSource({"<U5,UTF-32LE,4", ">U5,UTF-32BE,4", "|S5,UTF-8,1"})
    void textsAreClasses(String descr, String charset, int width) throws Exception {
        ByteBuffer labels = ByteBuffer.allocate(3 * 5 * width);
        labels.put(0, "no".getBytes(Charset.forName(charset)));
        labels.put(5 * width, "né".getBytes(Charset.forName(charset)));
        labels.put(10 * width, "no".getBytes(Charset.forName(charset)));
        Files.write(folder.resolve("y.npy"), NpyFile.of(descr, false, "(3,)", labels.array()));
        Files.write(folder.resolve("x.npy"), NpyFile.of("|u1", false, "(3, 1)", new byte[] {1, 2, 3}));
        for (Path given : new Path[] {folder.resolve("x.npy"), folder}) {
            Dataset data = read(given).train();
            assertThat(data.classNames()).containsExactly("no", "né");
            assertThat(data.labels()).containsExactly(0, 1, 0);
        }
        assertThat(ArrayData.matches(folder)).isTrue();
    }

    @Test
    void hostileTexts() throws Exception {
        Files.write(folder.resolve("x.npy"), NpyFile.of("|u1", false, "(1, 1)", new byte[1]));
        Path x = folder.resolve("x.npy");
        refused(x, "must have its labels beside it, in y.npy");
        Files.write(folder.resolve("y.npy"), NpyFile.of("<U0", false, "(9000000000000000000,)", new byte[0]));
        refused(x, "one label for each of 1 examples");
        Files.write(folder.resolve("y.npy"), NpyFile.of("<U0", false, "(1,)", new byte[0]));
        refused(x, "at least one character");
        Files.write(folder.resolve("y.npy"), NpyFile.of("<U1", false, "(1,)", new byte[] {-1, -1, -1, -1}));
        refused(x, "characters of Unicode");
        Files.write(folder.resolve("y.npy"), NpyFile.of("|S1", false, "(1,)", new byte[] {-1}));
        refused(x, "characters of Unicode");
        Files.write(folder.resolve("y.npy"), NpyFile.of("|S1", false, "(1,)", new byte[] {' '}));
        refused(x, "example 0 is empty");
        Files.write(folder.resolve("y.npy"), NpyFile.of("|S1", false, "(1, 1)", new byte[] {' '}));
        refused(x, "one axis");
        Files.write(folder.resolve("y.npy"), NpyFile.of("|O", false, "(1,)", new byte[1]));
        refused(x, "Python objects");
        Files.write(x, NpyFile.of("|S1", false, "(1,)", new byte[1]));
        Files.write(folder.resolve("y.npy"), NpyFile.of("|u1", false, "(1,)", new byte[1]));
        refused(x, "must be an array of numbers, but is one of texts");
        Path other = folder.resolve("other.npy");
        Files.write(other, NpyFile.of("|u1", false, "(1,)", new byte[1]));
        refused(other, "must be named x.npy");
    }

    @Test
    void theFirstAxisMayRunFastest() throws Exception {
        Files.write(folder.resolve("x_train.npy"), NpyFile.of("|u1", true, "(2, 1, 3)", new byte[] {0, 3, 1, 4, 2, 5}));
        Files.write(folder.resolve("y_train.npy"), NpyFile.of("|u1", true, "(2,)", new byte[] {0, 1}));
        Files.write(folder.resolve("x_test.npy"), NpyFile.of("|u1", false, "(1, 1, 3)", new byte[] {9, 8, 7}));
        Files.write(folder.resolve("y_test.npy"), NpyFile.of("|u1", true, "(1,)", new byte[] {1}));
        Parts parts = read(folder.resolve("x_train.npy"));
        assertThat(Images.pixels(parts.train())).isEqualTo(Images.bytes(0, 1, 2, 3, 4, 5));
        assertThat(parts.test().orElseThrow().labels()).containsExactly(1);
    }

    @Test
    void compressedArchives() throws Exception {
        Path file = folder.resolve("packed.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("x.npy"));
            zip.write(NpyFile.of("|b1", false, "(2, 1, 1)", new byte[] {0, 1}));
            zip.putNextEntry(new ZipEntry("y.npy"));
            zip.write(NpyFile.of("|S1", false, "(2,)", new byte[] {'b', 'a'}));
            zip.closeEntry();
        }
        Dataset data = read(file).train();
        assertThat(Images.pixels(data)).isEqualTo(Images.bytes(0, 255));
        assertThat(data.labels()).containsExactly(1, 0);
        assertThat(ArrayData.matches(file)).isTrue();
    }

    private static byte[] idx(boolean images, int... values) {
        ByteBuffer bytes = ByteBuffer.allocate((images ? 16 : 8) + values.length);
        bytes.putInt(images ? 0x0803 : 0x0801).putInt(values.length);
        if (images) {
            bytes.putInt(1).putInt(1);
        }
        return bytes.put(Images.bytes(values)).array();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    @Test
    void idxFiles() throws Exception {
        Path images = folder.resolve("train-images-idx3-ubyte.gz");
        Files.write(images, gzip(idx(true, 3, 4, 5)));
        refused(images, "must have its labels beside it, in train-labels-idx1-ubyte.gz");
        Path labels = folder.resolve("train-labels-idx1-ubyte");
        Files.write(labels, idx(false, 200, 7, 200));
        Dataset data = read(images).train();
        assertThat(data.classNames()).containsExactly("7", "200");
        assertThat(data.labels()).containsExactly(1, 0, 1);
        assertThat(Images.pixels(data)).isEqualTo(Images.bytes(3, 4, 5));
        Files.write(folder.resolve("t10k-images-idx3-ubyte"), idx(true, 9));
        Files.write(folder.resolve("t10k-labels-idx1-ubyte"), idx(false, 7));
        assertThat(ArrayData.matches(folder)).isTrue();
        assertThat(read(folder).test().orElseThrow().labels()).containsExactly(0);
        assertThat(ArrayData.matches(images)).isTrue();
        Files.write(labels, idx(false, 1));
        refused(images, "must have 3 labels", "but has 1");
        Path other = folder.resolve("other");
        Files.write(other, idx(true, 1));
        refused(other, "whose name says so");
        Files.writeString(folder.resolve("no.gz"), "x");
        assertThat(ArrayData.matches(folder.resolve("no.gz"))).isFalse();
        assertThat(ArrayData.matches(folder.resolve("none"))).isFalse();
    }
}
