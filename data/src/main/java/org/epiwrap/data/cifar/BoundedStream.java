package org.epiwrap.data.cifar;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.epiwrap.data.DataException;

/** Fails when more bytes are read than a limit, so that a small archive cannot unpack to any size. */
final class BoundedStream extends FilterInputStream {
    private final Path file;
    private final long limit;
    private long count;

    /**
     * Creates a bounded stream.
     *
     * @param file the archive, for the error message
     * @param limit in bytes
     */
    BoundedStream(Path file, InputStream stream, long limit) {
        super(stream);
        this.file = file;
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = super.read(target, from, length);
        count += Math.max(0, read);
        if (count > limit) {
            throw new DataException(file + " must unpack to at most " + limit + " bytes, but has more");
        }
        return read;
    }

    /** Skips by reading, so that skipped bytes count. */
    @Override
    public long skip(long wanted) throws IOException {
        return Math.max(0, read(new byte[(int) Math.max(0, Math.min(wanted, 1 << 13))]));
    }
}
