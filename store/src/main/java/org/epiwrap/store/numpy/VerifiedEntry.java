package org.epiwrap.store.numpy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * The unpacked bytes of a zip entry, compared with the CRC-32 of the archive's directory, which {@link
 * java.util.zip.ZipFile} does not do. The read that reaches the last byte fails if they differ.
 */
final class VerifiedEntry extends FilterInputStream {
    private final CRC32 crc = new CRC32();
    private final ZipEntry entry;
    private long count;

    VerifiedEntry(InputStream in, ZipEntry entry) {
        super(in);
        this.entry = entry;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = in.read(buffer, offset, length);
        if (read > 0) {
            crc.update(buffer, offset, read);
            count += read;
            if (count == entry.getSize() && crc.getValue() != entry.getCrc()) {
                throw new IOException(String.format(
                        "its bytes must have the CRC-32 %08x that the archive lists, but have %08x",
                        entry.getCrc(), crc.getValue()));
            }
        }
        return read;
    }

    /** Reads what is skipped: the sum is of all bytes. */
    @Override
    public long skip(long bytes) throws IOException {
        byte[] skipped = new byte[(int) Math.max(0, Math.min(bytes, 1 << 12))];
        return Math.max(0, read(skipped, 0, skipped.length));
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
