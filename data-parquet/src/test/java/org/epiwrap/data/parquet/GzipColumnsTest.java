package org.epiwrap.data.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.GzipCodec;
import org.junit.jupiter.api.Test;

/** What the Parquet library asks of a codec for gzipped columns. */
class GzipColumnsTest {
    private final GzipCodec codec = new GzipCodec();

    @Test
    void columnsAreReadByteByByteAndInPieces() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("a column".getBytes(StandardCharsets.US_ASCII));
        }
        try (CompressionInputStream in = codec.createInputStream(stream(packed.toByteArray()), null)) {
            assertThat(in.read()).isEqualTo('a');
            byte[] rest = new byte[10];
            assertThat(in.read(rest, 1, 9)).isEqualTo(7);
            assertThat(new String(rest, 1, 7, StandardCharsets.US_ASCII)).isEqualTo(" column");
            assertThat(in.read()).isEqualTo(-1);
            assertThatThrownBy(in::resetState).isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(codec.createDecompressor()).isNull();
    }

    @Test
    void nothingIsWrittenAndWhatIsNotGzippedIsRefused() {
        assertThatThrownBy(codec::createCompressor).hasMessage("gzipped columns are only read");
        assertThatThrownBy(() -> codec.createOutputStream(new ByteArrayOutputStream(), null))
                .hasMessage("gzipped columns are only read");
        assertThatThrownBy(() -> codec.createInputStream(stream(new byte[20]), null))
                .isInstanceOf(UncheckedIOException.class);
    }

    private static InputStream stream(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }
}
