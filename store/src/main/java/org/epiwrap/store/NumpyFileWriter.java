package org.epiwrap.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.epiwrap.file.AtomicFile;

/**
 * Collects arrays and writes them as an npz archive without compression, as numpy's {@code savez} does, in the order they
 * were added, or as a folder of npy files. Equal contents give equal bytes.
 *
 * <p>Arrays are kept, not copied, and must not change until the file is written.
 */
public final class NumpyFileWriter {
    /** The first moment that zip can name. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Map<String, Array> arrays = new LinkedHashMap<>();

    private NumpyFileWriter() {}

    public static NumpyFileWriter create() {
        return new NumpyFileWriter();
    }

    /** Adds an array of F32. */
    public NumpyFileWriter add(String name, Shape shape, float[] values) {
        return add(name, DataType.F32, shape, values);
    }

    /**
     * Adds an array of F32, F16 or BF16: each number becomes the nearest of the type; a finite one beyond its range is refused.
     */
    public NumpyFileWriter add(String name, DataType type, Shape shape, float[] values) {
        return add(name, new TensorInfo(type, shape), values.length, Narrowing.encoder(type, values));
    }

    /** Adds an array of F64. */
    public NumpyFileWriter add(String name, Shape shape, double[] values) {
        return add(
                name,
                new TensorInfo(DataType.F64, shape),
                values.length,
                (chunk, from, count) -> chunk.asDoubleBuffer().put(values, from, count));
    }

    /** Adds an array of I64. */
    public NumpyFileWriter add(String name, Shape shape, long[] values) {
        return add(
                name,
                new TensorInfo(DataType.I64, shape),
                values.length,
                (chunk, from, count) -> chunk.asLongBuffer().put(values, from, count));
    }

    /** Adds an array of U8. */
    public NumpyFileWriter add(String name, Shape shape, byte[] values) {
        return add(
                name,
                new TensorInfo(DataType.U8, shape),
                values.length,
                (chunk, from, count) -> chunk.put(0, values, from, count));
    }

    private NumpyFileWriter add(String name, TensorInfo info, int length, TensorFileWriter.Encoder encoder) {
        String what = "array " + Text.quoted(name);
        if (name.isEmpty() || name.length() > Header.MAX_NAME - NumpyFile.SUFFIX.length() || !Text.isWellFormed(name)) {
            throw new IllegalArgumentException("the name of " + what + " must be Unicode text of 1 to "
                    + (Header.MAX_NAME - NumpyFile.SUFFIX.length()) + " characters");
        }
        if (info.shape().elements() != length) {
            throw new IllegalArgumentException(what + " of shape " + info.shape() + " must have "
                    + info.shape().elements() + " values, but has " + length);
        }
        if (arrays.putIfAbsent(name, new Array(info, length, encoder)) != null) {
            throw new IllegalArgumentException(what + " must be given once");
        }
        return this;
    }

    /** Writes the archive whole or not at all. */
    public void writeNpz(Path file) throws IOException {
        AtomicFile.write(file, channel -> {
            // Not closed: the channel is not ours to close.
            ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
            for (Map.Entry<String, Array> each : arrays.entrySet()) {
                Array array = each.getValue();
                ZipEntry entry = new ZipEntry(each.getKey() + NumpyFile.SUFFIX);
                Checksum checksum = new Checksum();
                array.writeTo(checksum);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(checksum.bytes);
                entry.setCompressedSize(checksum.bytes);
                entry.setCrc(checksum.crc.getValue());
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                array.writeTo(zip);
                zip.closeEntry();
            }
            zip.finish();
            zip.flush();
        });
    }

    /**
     * Writes a folder of npy files, which must not be there yet or be empty. A slash in a name makes a folder inside.
     *
     * @throws IllegalArgumentException if a name is none that a file can have below the folder
     */
    public void writeFolder(Path folder) throws IOException {
        for (String name : arrays.keySet()) {
            boolean plain = Stream.of(name.split("/", -1))
                    .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
            if (!plain || name.indexOf('\\') >= 0 || name.indexOf(0) >= 0) {
                throw new IllegalArgumentException(
                        "array " + Text.quoted(name) + " must have a name that can be a file's");
            }
        }
        Files.createDirectories(folder);
        try (Stream<Path> inside = Files.list(folder)) {
            if (inside.findAny().isPresent()) {
                throw new StoreException(folder, "it must be a folder that is empty, but is not");
            }
        }
        for (Map.Entry<String, Array> each : arrays.entrySet()) {
            Path file = folder.resolve(each.getKey() + NumpyFile.SUFFIX);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            AtomicFile.write(file, channel -> {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
                each.getValue().writeTo(out);
                out.flush();
            });
        }
    }

    /** What zip has to know of an entry before its bytes. */
    private static final class Checksum extends OutputStream {
        private final CRC32 crc = new CRC32();
        private long bytes;

        @Override
        public void write(int b) {
            crc.update(b);
            bytes++;
        }

        @Override
        public void write(byte[] buffer, int from, int count) {
            crc.update(buffer, from, count);
            bytes += count;
        }
    }

    private record Array(TensorInfo info, int length, TensorFileWriter.Encoder encoder) {

        void writeTo(OutputStream out) throws IOException {
            out.write(NumpyHeader.write(info));
            int width = info.type().bytes();
            ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(TensorFile.CHUNK_BYTES, (long) length * width))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int from = 0; from < length; from += chunk.capacity() / width) {
                int count = Math.min(length - from, chunk.capacity() / width);
                encoder.encode(chunk.clear(), from, count);
                out.write(chunk.array(), 0, count * width);
            }
        }
    }
}
