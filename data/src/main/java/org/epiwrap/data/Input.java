package org.epiwrap.data;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;

/** Reads a source forward and knows where it is, so that whatever is wrong can be said with its place. */
final class Input implements Closeable {
    /** What is allocated on the word of a header alone. */
    private static final int UNPROVEN = 1 << 20;

    /** Read at once: the place of a damage is known to so many bytes. */
    private static final int STRIDE = 1 << 16;

    private final String name;
    private final InputStream stream;
    private final OptionalLong length;
    private long offset;

    /** The length may be known before the reading. */
    Input(String name, InputStream stream, OptionalLong length) {
        this.name = name;
        this.stream = stream;
        this.length = length;
    }

    OptionalLong length() {
        return length;
    }

    long offset() {
        return offset;
    }

    /** The next byte, or -1 at the end. */
    int next() throws DataException {
        try {
            int value = stream.read();
            if (value >= 0) {
                offset++;
            }
            return value;
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    /** Four bytes, big-endian. */
    int int32(String what) throws DataException {
        byte[] bytes = new byte[4];
        fill(bytes, 0, 4, what);
        return (bytes[0] & 0xff) << 24 | (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
    }

    /** Exactly so many bytes. */
    void fill(byte[] target, int from, int count, String what) throws DataException {
        int done = 0;
        while (done < count) {
            int read;
            try {
                read = stream.read(target, from + done, Math.min(count - done, STRIDE));
            } catch (IOException e) {
                throw damaged(e);
            }
            if (read < 0) {
                throw wrong(offset, (count - done) + " more bytes of " + what, "the end of the file");
            }
            done += read;
            offset += read;
        }
    }

    /** Exactly so many bytes. No more is allocated than about twice what the file really has. */
    byte[] body(int count, String what) throws DataException {
        byte[] body = new byte[length.isPresent() ? count : Math.min(count, UNPROVEN)];
        int read = 0;
        while (true) {
            fill(body, read, body.length - read, what);
            read = body.length;
            if (read == count) {
                return body;
            }
            body = Arrays.copyOf(body, (int) Math.min(count, 2L * read));
        }
    }

    /** Refuses a length that is already known to be wrong. */
    void expectLength(long expected, String what) throws DataException {
        if (length.isPresent() && length.getAsLong() != expected) {
            throw wrong(
                    Math.min(expected, length.getAsLong()),
                    "a length of " + expected + " bytes for " + what,
                    "a length of " + length.getAsLong());
        }
    }

    /** Refuses trailing bytes. For gzip this also checks the checksum. */
    void expectEnd() throws DataException {
        long end = offset;
        if (next() >= 0) {
            throw wrong(end, "the end of the file", "more bytes");
        }
    }

    DataException wrong(long at, String expected, String found) {
        return DataException.at(name, at, expected, found);
    }

    private DataException damaged(IOException cause) {
        // Of compressed bytes that break off.
        String found =
                cause instanceof EOFException ? "the end of the file" : "an error" + DataException.because(cause);
        return new DataException(name + ", byte " + offset + ": expected readable bytes, but found " + found, cause);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
