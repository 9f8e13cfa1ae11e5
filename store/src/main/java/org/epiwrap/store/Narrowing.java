package org.epiwrap.store;

import java.nio.ByteBuffer;

/**
 * Singles as the bytes of a type of at most their width: each becomes the nearest number of the type, of two equally near
 * ones that whose last bit is 0. A finite number beyond the range of the type is refused, since it would become infinity.
 */
final class Narrowing {
    private Narrowing() {}

    /** One number as 16 bits. */
    private interface Narrow {
        short of(float value);
    }

    static Encoder encoder(DataType type, float[] values) {
        return switch (type) {
            case F32 -> (chunk, from, count) -> chunk.asFloatBuffer().put(values, from, count);
            case F16 -> checked(type, values, Narrowing::half);
            case BF16 -> checked(type, values, Narrowing::brain);
            default -> throw new IllegalArgumentException("singles must go into F32, F16 or BF16, but type is " + type);
        };
    }

    private static Encoder checked(DataType type, float[] values, Narrow narrow) {
        short infinity = narrow.of(Float.POSITIVE_INFINITY);
        for (int i = 0; i < values.length; i++) {
            if (Float.isFinite(values[i]) && narrow.of(Math.abs(values[i])) == infinity) {
                throw new IllegalArgumentException(
                        "element " + i + " must be in the range of " + type + ", but is " + values[i]);
            }
        }
        return (chunk, from, count) -> put(chunk, values, from, count, narrow);
    }

    private static void put(ByteBuffer chunk, float[] values, int from, int count, Narrow narrow) {
        for (int i = 0; i < count; i++) {
            chunk.putShort(2 * i, narrow.of(values[from + i]));
        }
    }

    /** Returns the nearest of half precision; what {@link Decoder} reads. */
    static short half(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = (bits >>> 16) & 0x8000;
        int size = bits & 0x7fffffff;
        if (Float.isNaN(value)) {
            return (short) (sign | 0x7e00);
        }
        if (Math.abs(value) < 0x1p-14f) {
            // A multiple of the smallest half; 1024 of them are the smallest that has a leading bit of its own.
            return (short) (sign | (int) Math.rint(Math.abs(value) * 0x1p24f));
        }
        int rounded = ((size + 0xfff + ((size >>> 13) & 1)) >>> 13) - ((127 - 15) << 10);
        return (short) (sign | Math.min(rounded, 0x7c00));
    }

    /** Returns the nearest whose lower 16 bits are 0, without them. */
    static short brain(float value) {
        int bits = Float.floatToRawIntBits(value);
        return (short) (Float.isNaN(value) ? (bits >>> 16) | 0x40 : (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
    }
}
