package org.epiwrap.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.epiwrap.file.AtomicFile;

/**
 * Collects tensors and texts and writes them as one safetensors file, which {@link TensorFile} reads.
 *
 * <p>Equal contents give equal bytes: tensors stand in the order they were added, but those with wider elements first,
 * so that every tensor lies at a multiple of its element's size; metadata stand in the order of their keys.
 *
 * <p>Arrays are kept, not copied, and must not change until the file is written.
 */
public final class TensorFileWriter {
    private final Map<String, String> metadata = new TreeMap<>();
    private final Set<String> names = new HashSet<>();
    private final List<Tensor> tensors = new ArrayList<>();

    private TensorFileWriter() {}

    public static TensorFileWriter create() {
        return new TensorFileWriter();
    }

    /** Adds a text; each key is given once. */
    public TensorFileWriter metadata(String key, String text) {
        checkUnicode("metadata " + Text.quoted(key), key);
        checkUnicode("metadata " + Text.quoted(key), text);
        if (metadata.size() == Header.MAX_METADATA) {
            throw new IllegalArgumentException("a file must hold at most " + Header.MAX_METADATA + " metadata");
        }
        if (metadata.putIfAbsent(key, text) != null) {
            throw new IllegalArgumentException("metadata " + Text.quoted(key) + " must be given once");
        }
        return this;
    }

    /** Adds the manifest, under {@link Manifest#KEY}. */
    public TensorFileWriter manifest(Manifest manifest) {
        return metadata(Manifest.KEY, manifest.text());
    }

    /** Adds a tensor of F32. */
    public TensorFileWriter add(String name, Shape shape, float[] values) {
        return add(name, DataType.F32, shape, values);
    }

    /**
     * Adds a tensor of F32, F16 or BF16: each number becomes the nearest of the type; a finite one beyond its range is refused.
     */
    public TensorFileWriter add(String name, DataType type, Shape shape, float[] values) {
        return add(name, new TensorInfo(type, shape), values.length, Narrowing.encoder(type, values));
    }

    /** Adds a tensor of F64. */
    public TensorFileWriter add(String name, Shape shape, double[] values) {
        return add(
                name,
                new TensorInfo(DataType.F64, shape),
                values.length,
                (chunk, from, count) -> chunk.asDoubleBuffer().put(values, from, count));
    }

    /** Adds a tensor of I64. */
    public TensorFileWriter add(String name, Shape shape, long[] values) {
        return add(
                name,
                new TensorInfo(DataType.I64, shape),
                values.length,
                (chunk, from, count) -> chunk.asLongBuffer().put(values, from, count));
    }

    /** Adds a tensor of I32. */
    public TensorFileWriter add(String name, Shape shape, int[] values) {
        return add(
                name,
                new TensorInfo(DataType.I32, shape),
                values.length,
                (chunk, from, count) -> chunk.asIntBuffer().put(values, from, count));
    }

    /** Adds a tensor of U8. */
    public TensorFileWriter add(String name, Shape shape, byte[] values) {
        return add(
                name,
                new TensorInfo(DataType.U8, shape),
                values.length,
                (chunk, from, count) -> chunk.put(0, values, from, count));
    }

    /**
     * Writes the file whole or not at all: under another name in the same folder, synced, then moved into place. If that
     * fails, a file that was there before is there unchanged.
     */
    public void writeTo(Path file) throws IOException {
        List<Tensor> ordered = new ArrayList<>(tensors);
        ordered.sort(Comparator.comparingInt(tensor -> -tensor.info.type().bytes()));
        ByteBuffer header = HeaderWriter.bytes(new Header(metadata, entries(ordered)));
        AtomicFile.write(file, channel -> {
            drain(header, channel);
            ByteBuffer chunk = ByteBuffer.allocate(TensorFile.CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (Tensor tensor : ordered) {
                write(tensor, chunk, channel);
            }
        });
    }

    TensorFileWriter add(String name, TensorInfo info, int length, Encoder encoder) {
        String what = "tensor " + Text.quoted(name);
        if (name.isEmpty() || name.length() > Header.MAX_NAME || name.equals(Header.METADATA)) {
            throw new IllegalArgumentException("the name of " + what + " must have 1 to " + Header.MAX_NAME
                    + " characters and not be " + Header.METADATA);
        }
        checkUnicode("the name of " + what, name);
        if (info.shape().elements() != length) {
            throw new IllegalArgumentException(what + " of shape " + info.shape() + " must have "
                    + info.shape().elements() + " values, but has " + length);
        }
        if (tensors.size() == Header.MAX_TENSORS) {
            throw new IllegalArgumentException("a file must hold at most " + Header.MAX_TENSORS + " tensors");
        }
        if (!names.add(name)) {
            throw new IllegalArgumentException(what + " must be given once");
        }
        tensors.add(new Tensor(name, info, length, encoder));
        return this;
    }

    private static Map<String, Header.Entry> entries(List<Tensor> ordered) {
        Map<String, Header.Entry> entries = new LinkedHashMap<>();
        long begin = 0;
        for (Tensor tensor : ordered) {
            long end = begin + (long) tensor.length * tensor.info.type().bytes();
            entries.put(tensor.name, new Header.Entry(tensor.info, begin, end));
            begin = end;
        }
        return entries;
    }

    private static void write(Tensor tensor, ByteBuffer chunk, FileChannel channel) throws IOException {
        int bytes = tensor.info.type().bytes();
        int remaining = tensor.length;
        while (remaining > 0) {
            int count = Math.min(remaining, chunk.capacity() / bytes);
            tensor.encoder.encode(chunk.clear(), tensor.length - remaining, count);
            drain(chunk.limit(count * bytes).position(0), channel);
            remaining -= count;
        }
    }

    private static void drain(ByteBuffer bytes, FileChannel channel) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void checkUnicode(String what, String text) {
        if (!Text.isWellFormed(text)) {
            throw new IllegalArgumentException(what + " must be Unicode text, but holds half of a surrogate pair");
        }
    }

    /** Puts {@code count} elements at the start of the chunk, which is little-endian and has room for them. */
    @FunctionalInterface
    interface Encoder {
        void encode(ByteBuffer chunk, int from, int count) throws IOException;
    }

    private record Tensor(String name, TensorInfo info, int length, Encoder encoder) {}
}
