package org.epiwrap.store;

/** The types of numbers a tensor can hold, under the names the format gives them; all are little-endian. */
public enum DataType {
    /** One byte, 0 or 1. */
    BOOL(1),
    U8(1),
    I8(1),
    I16(2),
    U16(2),
    /** IEEE 754 half precision. */
    F16(2),
    /** The upper half of an {@link #F32}. */
    BF16(2),
    I32(4),
    U32(4),
    F32(4),
    F64(8),
    I64(8),
    U64(8);

    private final int bytes;

    DataType(int bytes) {
        this.bytes = bytes;
    }

    /** Returns the bytes of one element. */
    public int bytes() {
        return bytes;
    }
}
