package org.epiwrap.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Reads whole arrays of one Java type from the bytes of a file, a chunk at a time. An array whose type the Java type
 * cannot hold exactly, or that is longer than a Java array, is refused before memory is taken for it.
 *
 * @param <A> the Java type, such as {@code double[]}
 */
public final class ArrayDecoder<A> {
    /** Reads F64, F32, F16 and BF16. */
    public static final ArrayDecoder<double[]> DOUBLES = new ArrayDecoder<>(Decoder.doubles(), double[]::new);

    /** Reads every whole type, except for values of U64 beyond the range of long. */
    public static final ArrayDecoder<long[]> LONGS = new ArrayDecoder<>(Decoder.longs(), long[]::new);

    /** Reads numbers of every type, those beyond 2^53 as the nearest double. */
    public static final ArrayDecoder<double[]> NUMBERS = new ArrayDecoder<>(Decoder.numbers(), double[]::new);

    static final ArrayDecoder<float[]> FLOATS = new ArrayDecoder<>(Decoder.floats(), float[]::new);

    /** A multiple of every element's size. */
    static final int CHUNK_BYTES = 1 << 18;

    /** The longest array that every Java virtual machine can allocate. */
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private final Map<DataType, Decoder<A>> decoders;
    private final IntFunction<A> array;

    private ArrayDecoder(Map<DataType, Decoder<A>> decoders, IntFunction<A> array) {
        this.decoders = decoders;
        this.array = array;
    }

    /** The bytes of an array, which are asked for from the first to the last. */
    @FunctionalInterface
    public interface Source {
        /** Fills the buffer up to its limit with the bytes of the array from {@code offset} on. */
        void fill(ByteBuffer buffer, long offset) throws IOException;
    }

    /**
     * Decodes some elements.
     *
     * @param chunk {@code count} elements from its start, in the order of its bytes
     * @throws IllegalArgumentException if the type is none of this decoder's, or naming the element that has no place in
     *     the Java type
     */
    public void decode(DataType type, ByteBuffer chunk, A into, int from, int count) {
        Decoder<A> decoder = decoders.get(type);
        if (decoder == null) {
            throw new IllegalArgumentException("the type must be in " + decoders.keySet() + ", but is " + type);
        }
        decoder.decode(chunk, into, from, count);
    }

    /**
     * Reads an array.
     *
     * @param what the array's name, for messages
     * @throws StoreException if the type is none of this decoder's, or an element has no place in the Java type
     */
    public A read(Path path, String what, TensorInfo info, ByteOrder order, Source source) throws IOException {
        Decoder<A> decoder = decoders.get(info.type());
        if (decoder == null) {
            throw new StoreException(
                    path, what + " must be of a type in " + decoders.keySet() + ", but is " + info.type());
        }
        long elements = info.shape().elements();
        if (elements > MAX_LENGTH) {
            throw new StoreException(
                    path, what + " must have at most " + MAX_LENGTH + " elements to be read, but has " + elements);
        }
        int width = info.type().bytes();
        A values = array.apply((int) elements);
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, elements * width))
                .order(order);
        int done = 0;
        while (done < elements) {
            int count = (int) Math.min(elements - done, chunk.capacity() / width);
            source.fill(chunk.clear().limit(count * width), (long) done * width);
            try {
                decoder.decode(chunk.flip(), values, done, count);
            } catch (IllegalArgumentException e) {
                throw new StoreException(path, what + ": " + e.getMessage(), e);
            }
            done += count;
        }
        return values;
    }
}
