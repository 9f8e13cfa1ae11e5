package org.apache.hadoop.io.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses gzipped columns by what Java has. The Parquet library asks for this class by its name in Hadoop, and the
 * stand-ins for Hadoop's classes that it comes with lack it. Nothing is written by it.
 */
@NullMarked
public final class GzipCodec implements CompressionCodec {
    /** Creates the codec; the Parquet library does so. */
    public GzipCodec() {}

    @Override
    public @Nullable Decompressor createDecompressor() {
        return null; // The stream does it all.
    }

    @Override
    public Compressor createCompressor() {
        throw new UnsupportedOperationException("gzipped columns are only read");
    }

    @Override
    public CompressionInputStream createInputStream(InputStream in, @Nullable Decompressor decompressor) {
        try {
            return new Decompressed(new GZIPInputStream(in, 1 << 13));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, @Nullable Compressor compressor) {
        throw new UnsupportedOperationException("gzipped columns are only read");
    }

    private static final class Decompressed extends CompressionInputStream {
        Decompressed(InputStream in) throws IOException {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return in.read(target, offset, length);
        }

        @Override
        public void resetState() {
            throw new UnsupportedOperationException("a gzipped column is read once");
        }
    }
}
