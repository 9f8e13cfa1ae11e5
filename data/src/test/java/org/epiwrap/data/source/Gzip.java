package org.epiwrap.data.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/** Compresses what tests read. */
public final class Gzip {
    private Gzip() {}

    public static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(zipped)) {
            stream.write(bytes);
        }
        return zipped.toByteArray();
    }
}
