package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.parquet.ParquetFormat;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever stands in a Parquet file: a table, or a refusal in one sentence that names the file. */
@Tag("fuzz")
class ParquetFuzzTest {
    private static final Pattern REASON = Pattern.compile(".*fuzz[^\n]*parquet[^\n]+");
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** The bytes are pages and footer; the frame around them is right, and the first two say how long the footer is. */
    @FuzzTest(maxDuration = "2m")
    void anyFooter(byte[] bytes) throws IOException {
        if (bytes.length < 2) {
            return;
        }
        int content = bytes.length - 2;
        int footer = Math.min(content, (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff));
        byte[] file = ByteBuffer.allocate(content + 12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put(bytes, 2, content)
                .putInt(footer)
                .put(MAGIC)
                .array();
        HostileFile.use(file, ".parquet", DataException.class, REASON, (path, copy) -> {
            try (RowSource rows = new ParquetFormat().open(path)) {
                RowText row = new RowText();
                for (int i = 0; i < 1000 && rows.next(row); i++) {
                    if (row.size() != rows.header().size()) {
                        throw new AssertionError("a row of " + row.size() + " cells");
                    }
                }
            }
        });
    }
}
