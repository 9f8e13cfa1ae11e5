package org.epiwrap.data.source;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;
import org.epiwrap.data.DataException;

/** Reads a source forward and keeps track of the offset, so that every error message names the place. */
public final class SourceReader implements Closeable {
    /** The maximum number of bytes to allocate before the file has shown that it has them. */
    private static final int UNPROVEN = 1 << 20;

    /** The maximum number of bytes to read at once, and so the accuracy to which the place of damage is known. */
    private static final int STRIDE = 1 << 16;

    private final String name;
    private final InputStream stream;
    private final OptionalLong length;
    private long offset;

    SourceReader(String name, InputStream stream, OptionalLong length) {
        this.name = name;
        this.stream = stream;
        this.length = length;
    }

    /** Returns the length in bytes, if it is known before the end is reached. */
    public OptionalLong length() {
        return length;
    }

    /** Returns the number of bytes read so far. */
    public long offset() {
        return offset;
    }

    /** Returns the next byte, or -1 at the end. */
    public int next() throws DataException {
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

    /**
     * Returns the integer in the next four bytes, big-endian.
     *
     * @param what they are, for the error message
     */
    public int int32(String what) throws DataException {
        byte[] bytes = new byte[4];
        fill(bytes, 0, 4, what);
        return (bytes[0] & 0xff) << 24 | (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
    }

    /**
     * Reads exactly this many bytes.
     *
     * @param what they are, for the error message
     */
    public void fill(byte[] target, int from, int count, String what) throws DataException {
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

    /**
     * Returns exactly this many bytes. Allocates at most about twice the number of bytes that the file actually has.
     *
     * @param what they are, for the error message
     */
    public byte[] body(int count, String what) throws DataException {
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

    /**
     * Checks the length, if it is known.
     *
     * @param what has the expected length, for the error message
     */
    public void expectLength(long expected, String what) throws DataException {
        if (length.isPresent() && length.getAsLong() != expected) {
            throw wrong(
                    Math.min(expected, length.getAsLong()),
                    "a length of " + expected + " bytes for " + what,
                    "a length of " + length.getAsLong());
        }
    }

    /** Checks that there are no more bytes and, of a gzipped source, that the checksum is right. */
    public void expectEnd() throws DataException {
        long end = offset;
        if (next() >= 0) {
            throw wrong(end, "the end of the file", "more bytes");
        }
    }

    /** Returns an exception for unexpected content at an offset; of a gzipped file, in its uncompressed bytes. */
    public DataException wrong(long at, String expected, String found) {
        return new DataException(name + ", byte " + at + ": expected " + expected + ", but found " + found);
    }

    private DataException damaged(IOException cause) {
        // Compressed bytes that end early are reported by this exception.
        String found =
                cause instanceof EOFException ? "the end of the file" : "an error" + DataException.because(cause);
        return new DataException(name + ", byte " + offset + ": expected readable bytes, but found " + found, cause);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
