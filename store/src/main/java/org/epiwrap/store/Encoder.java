package org.epiwrap.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Turns numbers into bytes, a chunk at a time; the counterpart of {@link Decoder}. */
@FunctionalInterface
interface Encoder {

    /** Puts {@code count} elements at the start of the chunk, which is little-endian and has room for them. */
    void encode(ByteBuffer chunk, int from, int count) throws IOException;
}
