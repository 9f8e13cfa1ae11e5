package org.epiwrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorFileWriterTest {
    @TempDir
    private Path folder;

    @Test
    void everyTypeComesBack() throws IOException {
        float[] floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0.0f, 0, Float.MIN_VALUE};
        double[] doubles = {Double.NaN, Double.NEGATIVE_INFINITY, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Math.PI};
        long[] longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE};
        byte[] bytes = {-128, -1, 127};
        Path path = folder.resolve("model.safetensors");
        TensorFileWriter.create()
                .add("bytes", Shape.of(3), bytes)
                .add("floats", Shape.of(2, 3), floats)
                .add("scalar", Shape.scalar(), new float[] {-0.0f})
                .add("none", Shape.of(4, 0, 2), new double[0])
                .add("doubles", Shape.of(1, 6, 1), doubles)
                .add("longs", Shape.of(3), longs)
                .metadata("z", "\"quoted\"\n\u20ac \ud83d\ude00")
                .metadata("", "")
                .writeTo(path);
        try (TensorFile file = TensorFile.open(path)) {
            assertThat(file.names()).containsExactly("none", "doubles", "longs", "floats", "scalar", "bytes");
            assertThat(file.metadata())
                    .containsExactly(Map.entry("", ""), Map.entry("z", "\"quoted\"\n\u20ac \ud83d\ude00"));
            assertThat(file.info("floats")).isEqualTo(new TensorInfo(DataType.F32, Shape.of(2, 3)));
            assertThat(file.info("none")).hasToString("F64 [4, 0, 2]");
            assertThat(file.info("scalar").shape()).isEqualTo(Shape.scalar());
            assertThat(file.floats("floats")).isEqualTo(floats);
            assertThat(file.doubles("floats")).startsWith(Double.NaN, Double.POSITIVE_INFINITY);
            assertThat(file.floats("scalar")).isEqualTo(new float[] {-0.0f});
            assertThat(file.doubles("doubles")).isEqualTo(doubles);
            assertThat(file.doubles("none")).isEmpty();
            assertThat(file.longs("longs")).isEqualTo(longs);
            assertThat(file.longs("bytes")).containsExactly(128, 255, 127);
        }
    }

    /** Byte for byte what the format's description asks for, put together without the writer. */
    @Test
    void theBytesAreThoseOfTheSpecification() throws IOException {
        String header = "{\"__metadata__\":{\"a\":\"1\",\"b\":\"2\"},"
                + "\"w\":{\"dtype\":\"F32\",\"shape\":[2,1],\"data_offsets\":[0,8]},"
                + "\"u\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[8,9]}}";
        int padded = (header.length() + 7) / 8 * 8;
        assertThat(padded).as("the case needs spaces").isGreaterThan(header.length());
        byte[] expected = ByteBuffer.allocate(8 + padded + 9)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {(byte) padded, 0, 0, 0, 0, 0, 0, 0})
                .put((header + " ".repeat(padded - header.length())).getBytes(StandardCharsets.US_ASCII))
                .put(new byte[] {0, 0, (byte) 0x80, 0x3f, 0, 0, 0, (byte) 0x80, 7})
                .array();
        Path path = folder.resolve("golden");
        TensorFileWriter.create()
                .metadata("b", "2")
                .add("u", Shape.scalar(), new byte[] {7})
                .add("w", Shape.of(2, 1), new float[] {1, -0.0f})
                .metadata("a", "1")
                .writeTo(path);
        assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    }

    @Test
    void aWriterCanWriteAgainAndTheBytesAreTheSame() throws IOException {
        TensorFileWriter writer = TensorFileWriter.create().add("w", Shape.of(3), new double[] {1, 2, 3});
        writer.writeTo(folder.resolve("a"));
        writer.writeTo(folder.resolve("b"));
        assertThat(folder.resolve("a")).hasSameBinaryContentAs(folder.resolve("b"));
        TensorFileWriter.create().writeTo(folder.resolve("empty"));
        assertThat(Files.readAllBytes(folder.resolve("empty")))
                .isEqualTo("\u0008\0\0\0\0\0\0\0{}      ".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void whatTheReaderWouldRefuseIsRefused() {
        TensorFileWriter writer = TensorFileWriter.create().add("w", Shape.of(1), new byte[1]);
        assertArgumentRefused(() -> writer.add("w", Shape.of(1), new byte[1]), "tensor 'w' must be given once");
        assertArgumentRefused(
                () -> writer.add("v", Shape.of(2, 3), new float[5]),
                "tensor 'v' of shape [2, 3] must have 6 values, but has 5");
        for (String name : new String[] {"", "__metadata__", "n".repeat(1025)}) {
            assertArgumentRefused(
                    () -> writer.add(name, Shape.of(1), new byte[1]),
                    "the name of tensor " + Text.quoted(name)
                            + " must have 1 to 1024 characters and not be __metadata__");
        }
        assertThatThrownBy(() -> writer.add("\ud800", Shape.of(1), new byte[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("must be Unicode text, but holds half of a surrogate pair");
        assertArgumentRefused(
                () -> writer.metadata("k", "\udc00\ud800"),
                "metadata 'k' must be Unicode text, but holds half of a surrogate pair");
        writer.metadata("k", "");
        assertArgumentRefused(() -> writer.metadata("k", ""), "metadata 'k' must be given once");
    }

    @Test
    void theBoundsAreTheReaders() throws IOException {
        TensorFileWriter writer = TensorFileWriter.create();
        for (int i = 0; i < 100_000; i++) {
            writer.add("t" + i, Shape.of(1), new byte[1]).metadata("k" + i, "");
        }
        assertArgumentRefused(
                () -> writer.add("more", Shape.of(1), new byte[1]), "a file must hold at most 100000 tensors");
        assertArgumentRefused(() -> writer.metadata("more", ""), "a file must hold at most 100000 metadata");
        writer.writeTo(folder.resolve("many"));
        try (TensorFile file = TensorFile.open(folder.resolve("many"))) {
            assertThat(file.names()).hasSize(100_000);
        }
        TensorFileWriter wordy = TensorFileWriter.create().metadata("k", "x".repeat(100_000_000));
        assertArgumentRefused(
                () -> wordy.writeTo(folder.resolve("wordy")),
                "names and metadata must take at most 100000000 bytes in the header, but take 100000032");
    }

    @Test
    void aWriteThatFailsLeavesTheOldFileAndNothingElse() throws IOException {
        Path path = folder.resolve("model");
        TensorFileWriter.create().add("old", Shape.of(1), new float[] {1}).writeTo(path);
        byte[] before = Files.readAllBytes(path);
        int length = 1_000_000;
        TensorInfo info = new TensorInfo(DataType.F32, Shape.of(length));
        TensorFileWriter failing = TensorFileWriter.create().add("new", info, length, (chunk, from, count) -> {
            if (from > length / 2) {
                throw new IOException("the source is gone");
            }
        });
        assertThatThrownBy(() -> failing.writeTo(path)).hasMessageEndingWith("model: the source is gone");
        TensorFileWriter faulty = TensorFileWriter.create().add("new", info, length, (chunk, from, count) -> {
            throw new IllegalStateException("a fault");
        });
        assertThatThrownBy(() -> faulty.writeTo(path)).hasMessage("a fault");
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void replacesAFileOfTheLongestName() throws IOException {
        Path path = folder.resolve("n".repeat(255));
        TensorFileWriter.create().add("w", Shape.of(2), new long[2]).writeTo(path);
        TensorFileWriter.create().add("w", Shape.of(1), new long[] {3}).writeTo(path);
        try (TensorFile file = TensorFile.open(path);
                Stream<Path> files = Files.list(folder)) {
            assertThat(file.longs("w")).containsExactly(3);
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void aFolderInTheWayOrMissingIsNamed() {
        TensorFileWriter writer = TensorFileWriter.create();
        assertThatThrownBy(() -> writer.writeTo(folder))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(folder + ": it must be a file, but is a folder");
        Path lost = folder.resolve("none").resolve("x");
        assertThatThrownBy(() -> writer.writeTo(lost))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(lost + ": there is no folder " + lost.getParent());
    }

    /** 80 MB go out without a copy, and come back with the array alone. */
    @Test
    void largeTensorsPassInChunks() throws IOException {
        float[] values = new float[20_000_001];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 0.5f;
        }
        Path path = folder.resolve("large");
        TensorFileWriter writer = TensorFileWriter.create().add("w", Shape.of(values.length), values);
        TensorFileWriter.create().writeTo(folder.resolve("classes-are-loaded"));
        long start = allocated();
        writer.writeTo(path);
        long written = allocated();
        float[] back;
        try (TensorFile file = TensorFile.open(path)) {
            back = file.floats("w");
        }
        long read = allocated();
        assertThat(written - start).isLessThan(8_000_000);
        assertThat(read - written).isBetween(4L * values.length, 4L * values.length + 8_000_000);
        assertThat(Arrays.equals(back, values)).isTrue();
    }

    /** The bytes this thread has taken from the heap so far. */
    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static void assertArgumentRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void anOrderThatIsNotSortedWasChosen() throws IOException {
        Path path = folder.resolve("order.safetensors");
        for (boolean chosen : new boolean[] {false, true}) {
            TensorFileWriter.create()
                    .add(chosen ? "z" : "a", Shape.of(1), new float[1])
                    .add("b", Shape.of(1), new float[1])
                    .add("a2", Shape.of(1), new byte[1])
                    .writeTo(path);
            try (TensorFile file = TensorFile.open(path)) {
                assertThat(file.keepsOrder()).isEqualTo(chosen);
            }
        }
    }
}
