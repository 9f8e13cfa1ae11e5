package org.epiwrap.data.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.epiwrap.data.DataException;
import org.epiwrap.data.source.Source;

/** Finds the first byte of a source that is not UTF-8: readers ahead of the rows cannot tell its line. */
final class Utf8 {
    private Utf8() {}

    static DataException refusal(Source source, IOException cause) throws IOException {
        long line = 1;
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        CharBuffer characters = CharBuffer.allocate(1 << 16);
        try (InputStream stream = source.stream()) {
            boolean end = false;
            boolean first = true;
            while (!end) {
                int read = stream.read(bytes.array(), bytes.position(), bytes.remaining());
                end = read < 0;
                bytes.position(bytes.position() + Math.max(0, read)).flip();
                CoderResult result = decoder.decode(bytes, characters, end);
                characters.flip();
                line += characters.chars().filter(c -> c == '\n').count();
                characters.clear();
                if (result.isError()) {
                    String marked = read > 0 && first ? otherEncoding(bytes) : "";
                    if (!marked.isEmpty()) {
                        return new DataException(
                                source.name() + ": expected text in UTF-8, but found " + marked
                                        + ", by the mark at its start",
                                cause);
                    }
                    return new DataException(
                            String.format(
                                    "%s, line %d: expected text in UTF-8, but found the byte 0x%02X",
                                    source.name(), line, bytes.get(bytes.position())),
                            cause);
                }
                bytes.compact();
                first = false;
            }
        }
        return new DataException(source.name() + ": expected text in UTF-8, but found other bytes", cause);
    }

    /** Returns the encoding that a byte order mark names; both are no UTF-8 from their first byte on. */
    private static String otherEncoding(ByteBuffer bytes) {
        if (bytes.position() > 0 || bytes.remaining() < 2) {
            return "";
        }
        int mark = bytes.getShort(0) & 0xffff;
        if (mark == 0xfffe && bytes.remaining() >= 4 && bytes.getShort(2) == 0) {
            return "UTF-32";
        }
        return mark == 0xfffe || mark == 0xfeff ? "UTF-16" : "";
    }
}
