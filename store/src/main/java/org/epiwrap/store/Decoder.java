package org.epiwrap.store;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/**
 * Turns a tensor's bytes into numbers, a chunk at a time. There is a decoder only where the target holds every value of
 * the type, or can name those it does not hold.
 *
 * @param <A> the array the numbers go to
 */
@FunctionalInterface
interface Decoder<A> {
    /**
     * Fills a part of the array.
     *
     * @param chunk {@code count} elements, little-endian, from its start
     * @throws IllegalArgumentException naming the element that has no place in the array
     */
    void decode(ByteBuffer chunk, A into, int from, int count);

    static Map<DataType, Decoder<float[]>> floats() {
        return new EnumMap<>(Map.<DataType, Decoder<float[]>>of(
                DataType.F16, eachFloat(Decoder::half),
                DataType.BF16, eachFloat(Decoder::brain),
                DataType.F32,
                        (chunk, into, from, count) -> chunk.asFloatBuffer().get(into, from, count)));
    }

    static Map<DataType, Decoder<double[]>> doubles() {
        return new EnumMap<>(Map.<DataType, Decoder<double[]>>of(
                DataType.F16, eachDouble(Decoder::half),
                DataType.BF16, eachDouble(Decoder::brain),
                DataType.F32, eachDouble((chunk, i) -> chunk.getFloat(4 * i)),
                DataType.F64,
                        (chunk, into, from, count) -> chunk.asDoubleBuffer().get(into, from, count)));
    }

    static Map<DataType, Decoder<long[]>> longs() {
        return new EnumMap<>(Map.<DataType, Decoder<long[]>>of(
                DataType.BOOL, eachLongUpTo(1, "0 or 1", (chunk, i) -> Byte.toUnsignedLong(chunk.get(i))),
                DataType.U8, eachLong((chunk, i) -> Byte.toUnsignedLong(chunk.get(i))),
                DataType.I8, eachLong(ByteBuffer::get),
                DataType.I16, eachLong((chunk, i) -> chunk.getShort(2 * i)),
                DataType.U16, eachLong((chunk, i) -> Short.toUnsignedLong(chunk.getShort(2 * i))),
                DataType.I32, eachLong((chunk, i) -> chunk.getInt(4 * i)),
                DataType.U32, eachLong((chunk, i) -> Integer.toUnsignedLong(chunk.getInt(4 * i))),
                DataType.I64, (chunk, into, from, count) -> chunk.asLongBuffer().get(into, from, count),
                DataType.U64, eachLongUpTo(Long.MAX_VALUE, "at most 2^63 - 1", (chunk, i) -> chunk.getLong(8 * i))));
    }

    /** Whole numbers are decoded as such first, which names those that are none of their type. */
    static Map<DataType, Decoder<double[]>> numbers() {
        Map<DataType, Decoder<double[]>> decoders = new EnumMap<>(doubles());
        longs().forEach((type, decoder) -> decoders.put(type, (chunk, into, from, count) -> {
            long[] whole = new long[count];
            decoder.decode(chunk, whole, 0, count);
            for (int i = 0; i < count; i++) {
                into[from + i] = whole[i];
            }
        }));
        return decoders;
    }

    private static Decoder<float[]> eachFloat(FloatAt element) {
        return (chunk, into, from, count) -> {
            for (int i = 0; i < count; i++) {
                into[from + i] = element.at(chunk, i);
            }
        };
    }

    private static Decoder<double[]> eachDouble(FloatAt element) {
        return (chunk, into, from, count) -> {
            for (int i = 0; i < count; i++) {
                into[from + i] = element.at(chunk, i);
            }
        };
    }

    private static Decoder<long[]> eachLong(LongAt element) {
        return (chunk, into, from, count) -> {
            for (int i = 0; i < count; i++) {
                into[from + i] = element.at(chunk, i);
            }
        };
    }

    /** Refuses elements that are larger than a maximum, compared as unsigned numbers. */
    private static Decoder<long[]> eachLongUpTo(long maximum, String range, LongAt element) {
        return (chunk, into, from, count) -> {
            for (int i = 0; i < count; i++) {
                into[from + i] = element.at(chunk, i);
                if (Long.compareUnsigned(into[from + i], maximum) > 0) {
                    throw new IllegalArgumentException("element " + (from + i) + " must be " + range + ", but is "
                            + Long.toUnsignedString(into[from + i]));
                }
            }
        };
    }

    /**
     * 1 bit of sign s, 5 of exponent e, 10 of fraction f: (−1)^s 2^(e−15) (1 + f/1024), or (−1)^s 2^(−24) f for e = 0;
     * e = 31 is infinity for f = 0 and else NaN. A float holds each of them.
     */
    private static float half(ByteBuffer chunk, int index) {
        short half = chunk.getShort(2 * index);
        int sign = (half & 0x8000) << 16;
        int exponent = half >> 10 & 0x1f;
        int fraction = half & 0x3ff;
        if (exponent == 0) {
            return Math.copySign(fraction * 0x1p-24f, Float.intBitsToFloat(sign | 0x3f800000));
        }
        int widened = exponent == 31 ? 255 : exponent - 15 + 127;
        return Float.intBitsToFloat(sign | widened << 23 | fraction << 13);
    }

    private static float brain(ByteBuffer chunk, int index) {
        return Float.intBitsToFloat(chunk.getShort(2 * index) << 16);
    }

    /** One element of a chunk. */
    @FunctionalInterface
    interface FloatAt {
        float at(ByteBuffer chunk, int index);
    }

    /** One element of a chunk. */
    @FunctionalInterface
    interface LongAt {
        long at(ByteBuffer chunk, int index);
    }
}
