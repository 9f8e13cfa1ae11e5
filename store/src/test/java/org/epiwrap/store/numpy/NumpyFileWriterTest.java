package org.epiwrap.store.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumpyFileWriterTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Path path = folder.resolve("a.npz");
        float[] many = new float[200_001];
        for (int i = 0; i < many.length; i++) {
            many[i] = i;
        }
        NumpyFileWriter.create()
                .add("many", Shape.of(many.length), many)
                .add("dense/kernel", Shape.of(2, 1), new double[] {0.1, Double.NaN})
                .add("count", Shape.scalar(), new long[] {-5})
                .add("text", Shape.of(3), new byte[] {1, 2, -1})
                .add("empty", Shape.of(3, 0), new float[0])
                .writeNpz(path);
        try (NumpyFile file = NumpyFile.openNpz(path)) {
            assertThat(file.names()).containsExactly("many", "dense/kernel", "count", "text", "empty");
            double[] read = file.doubles("many");
            for (int i = 0; i < many.length; i++) {
                assertThat(read[i]).isEqualTo(i);
            }
            assertThat(file.info("dense/kernel")).isEqualTo(new TensorInfo(DataType.F64, Shape.of(2, 1)));
            assertThat(file.doubles("dense/kernel")).containsExactly(0.1, Double.NaN);
            assertThat(file.info("count").shape()).isEqualTo(Shape.scalar());
            assertThat(file.longs("count")).containsExactly(-5);
            assertThat(file.longs("text")).containsExactly(1, 2, 255);
            assertThat(file.info("empty").shape()).isEqualTo(Shape.of(3, 0));
        }
    }

    @Test
    void anArrayIsByteForByteWhatNumpyWrites() throws Exception {
        float[] numbers = new float[24];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (i - 12) / 4f;
        }
        Path path = folder.resolve("a.npz");
        NumpyFileWriter.create().add("single", Shape.of(2, 3, 4), numbers).writeNpz(path);
        try (ZipFile zip = new ZipFile(path.toFile())) {
            ZipEntry entry = zip.getEntry("single.npy");
            assertThat(zip.getInputStream(entry).readAllBytes()).isEqualTo(Files.readAllBytes(resource("single.npy")));
        }
    }

    @Test
    void equalContentsGiveEqualBytes() throws IOException {
        Path one = folder.resolve("one.npz");
        Path two = folder.resolve("two.npz");
        for (Path path : new Path[] {one, two}) {
            NumpyFileWriter.create().add("a", Shape.of(1), new float[] {1}).writeNpz(path);
        }
        assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(two));
    }

    @Test
    void namesAndShapesAreChecked() {
        NumpyFileWriter writer = NumpyFileWriter.create().add("a", Shape.of(1), new float[1]);
        assertThatThrownBy(() -> writer.add("a", Shape.of(1), new float[1])).hasMessageContaining("given once");
        assertThatThrownBy(() -> writer.add("", Shape.of(1), new float[1])).hasMessageContaining("1 to 1020");
        assertThatThrownBy(() -> writer.add("b".repeat(1021), Shape.of(1), new float[1]))
                .hasMessageContaining("1 to 1020");
        assertThatThrownBy(() -> writer.add("\ud800", Shape.of(1), new float[1]))
                .hasMessageContaining("Unicode");
        assertThatThrownBy(() -> writer.add("c", Shape.of(2), new float[1]))
                .hasMessageContaining("must have 2 values, but has 1");
    }

    @Test
    void aFolderIsReadAgain() throws IOException {
        Path target = folder.resolve("arrays/inside");
        NumpyFileWriter writer = NumpyFileWriter.create()
                .add("dense/kernel", Shape.of(2), new double[] {1, 2})
                .add("single", Shape.of(1), new float[] {0.5f});
        writer.writeFolder(target);
        try (NumpyFile file = NumpyFile.openFolder(target)) {
            assertThat(file.names()).containsExactly("dense/kernel", "single");
            assertThat(file.keepsOrder()).isFalse();
            assertThat(file.doubles("dense/kernel")).containsExactly(1, 2);
            assertThat(file.info("single").type()).isEqualTo(DataType.F32);
            assertThat(file.doubles("single")).containsExactly(0.5);
        }
        assertThatThrownBy(() -> writer.writeFolder(target)).hasMessageContaining("a folder that is empty");
        for (String name : new String[] {"../a", "/a", "a//b", "./a", "a\\b", "a\0"}) {
            NumpyFileWriter bad = NumpyFileWriter.create().add(name, Shape.of(1), new float[1]);
            assertThatThrownBy(() -> bad.writeFolder(folder.resolve("other")))
                    .hasMessageContaining("must have a name that can be a file's");
        }
        assertThat(folder.resolve("other")).doesNotExist();
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(NumpyFileWriterTest.class.getResource("/numpy/" + name), name)
                .toURI());
    }
}
