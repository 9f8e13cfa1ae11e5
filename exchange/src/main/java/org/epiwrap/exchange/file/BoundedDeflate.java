package org.epiwrap.exchange.file;

import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.Filter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;

/** Unpacks a chunk of an HDF5 file as jHDF does, but stops at the largest chunk that is accepted. */
final class BoundedDeflate implements Filter {
    /** The number by which HDF5 files name this filter. */
    static final int ID = 1;

    static final int MAX_BYTES = 1 << 26;

    @Override
    public int getId() {
        return ID;
    }

    @Override
    public String getName() {
        return "deflate";
    }

    @Override
    public byte[] decode(byte[] packed, int[] level) {
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            byte[] unpacked = in.readNBytes(MAX_BYTES);
            if (in.read() >= 0) {
                throw new HdfFilterException("a chunk must unpack to at most " + MAX_BYTES + " bytes, but has more");
            }
            return unpacked;
        } catch (IOException e) {
            throw new HdfFilterException("a chunk cannot be unpacked: " + e.getMessage(), e);
        }
    }
}
