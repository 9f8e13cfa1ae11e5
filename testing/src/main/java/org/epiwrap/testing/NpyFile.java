package org.epiwrap.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Files of numpy's arrays, made without the code that reads and writes them. */
public final class NpyFile {
    private NpyFile() {}

    /**
     * Returns the bytes of a file.
     *
     * @param type as numpy names it, such as {@code <f4}
     * @param shape as Python writes it, such as {@code (2, 3)}
     */
    public static byte[] of(String type, boolean fortran, String shape, byte... data) {
        String header = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': "
                + shape + ", }\n";
        return ByteBuffer.allocate(10 + header.length() + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
                .putShort((short) header.length())
                .put(header.getBytes(StandardCharsets.US_ASCII))
                .put(data)
                .array();
    }
}
