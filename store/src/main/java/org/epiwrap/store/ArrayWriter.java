package org.epiwrap.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Collects arrays that are to be written to a file under their names. What the reader of the file would refuse is refused
 * when it is added.
 *
 * <p>Arrays are kept, not copied, and must not change until the file is written.
 *
 * @param <W> the writer itself
 */
public abstract class ArrayWriter<W extends ArrayWriter<W>> {
    private final String noun;
    private final Map<String, Pending> arrays = new LinkedHashMap<>();

    /** Creates a writer without arrays, given what its format calls an array. */
    protected ArrayWriter(String noun) {
        this.noun = noun;
    }

    /** Returns this writer as its own type. */
    protected abstract W self();

    /** Refuses a name that the format cannot hold; a message begins with {@code what}. */
    protected abstract void checkName(String what, String name);

    /** Adds an array of F32. */
    public W add(String name, Shape shape, float[] values) {
        Encoder encoder = (chunk, from, count) -> chunk.asFloatBuffer().put(values, from, count);
        return add(name, new TensorInfo(DataType.F32, shape), values.length, encoder);
    }

    /** Adds an array of F64. */
    public W add(String name, Shape shape, double[] values) {
        Encoder encoder = (chunk, from, count) -> chunk.asDoubleBuffer().put(values, from, count);
        return add(name, new TensorInfo(DataType.F64, shape), values.length, encoder);
    }

    /** Adds an array of I64. */
    public W add(String name, Shape shape, long[] values) {
        Encoder encoder = (chunk, from, count) -> chunk.asLongBuffer().put(values, from, count);
        return add(name, new TensorInfo(DataType.I64, shape), values.length, encoder);
    }

    /** Adds an array of U8. */
    public W add(String name, Shape shape, byte[] values) {
        Encoder encoder = (chunk, from, count) -> chunk.put(0, values, from, count);
        return add(name, new TensorInfo(DataType.U8, shape), values.length, encoder);
    }

    W add(String name, TensorInfo info, int length, Encoder encoder) {
        String what = noun + " " + Text.quoted(name);
        checkName("the name of " + what, name);
        if (info.shape().elements() != length) {
            throw new IllegalArgumentException(what + " of shape " + info.shape() + " must have "
                    + info.shape().elements() + " values, but has " + length);
        }
        if (arrays.size() == ArrayFile.MAX_ARRAYS) {
            throw new IllegalArgumentException("a file must hold at most " + ArrayFile.MAX_ARRAYS + " " + noun + "s");
        }
        if (arrays.putIfAbsent(name, new Pending(info, length, encoder)) != null) {
            throw new IllegalArgumentException(what + " must be given once");
        }
        return self();
    }

    /** Returns the arrays in the order in which they were added. */
    protected final Map<String, Pending> arrays() {
        return Collections.unmodifiableMap(arrays);
    }

    /** Turns numbers into bytes, a chunk at a time; the counterpart of {@link Decoder}. */
    @FunctionalInterface
    interface Encoder {
        /** Puts {@code count} elements at the start of the chunk, which is little-endian and has room for them. */
        void encode(ByteBuffer chunk, int from, int count) throws IOException;
    }

    /** An array that is yet to be written. */
    protected record Pending(TensorInfo info, int length, Encoder encoder) {

        /** Returns the number of bytes that {@link #writeTo} writes. */
        public long bytes() {
            return (long) length * info.type().bytes();
        }

        /** Writes its numbers, little-endian, the last axis running fastest. */
        public void writeTo(OutputStream out) throws IOException {
            int width = info.type().bytes();
            ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(ArrayDecoder.CHUNK_BYTES, bytes()))
                    .order(ByteOrder.LITTLE_ENDIAN);
            int done = 0;
            while (done < length) {
                int count = Math.min(length - done, chunk.capacity() / width);
                encoder.encode(chunk.clear(), done, count);
                out.write(chunk.array(), 0, count * width);
                done += count;
            }
        }
    }
}
