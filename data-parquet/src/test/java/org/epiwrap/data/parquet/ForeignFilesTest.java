package org.epiwrap.data.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.table.RowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that Apache Arrow's writer for Python made of the columns x (1 and 2) and y (a and b). */
class ForeignFilesTest {
    private static List<List<String>> read(String name) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (RowSource source = new ParquetFormat().open(file(name))) {
            RowText row = new RowText();
            while (source.next(row)) {
                rows.add(List.of(row.texts()));
            }
        }
        return rows;
    }

    private static Path file(String name) {
        return Path.of("src/test/resources/org/epiwrap/data/parquet", name + ".parquet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "snappy", "gzip", "zstd"})
    void compressedColumnsAreRead(String codec) throws IOException {
        assertThat(read(codec)).containsExactly(List.of("1.0", "a"), List.of("2.0", "b"));
    }

    /** The library would look for Hadoop's classes and fail without a sentence. */
    @ParameterizedTest
    @CsvSource({"brotli, BROTLI", "lz4, LZ4_RAW"})
    void otherCompressionsAreRefusedByName(String file, String codec) {
        refused(
                file,
                ", column 'x' must be compressed by one of [UNCOMPRESSED, SNAPPY, GZIP, ZSTD], but is compressed by "
                        + codec);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "empty-name | : column 1 must have a name, but its name is empty",
                "same-name | : columns must have different names, but columns 1 and 2 are both 'x'"
            })
    void namesMustTellColumnsApart(String file, String message) {
        refused(file, message);
    }

    @Test
    void aTableMayHaveNoRows() throws IOException {
        assertThat(read("no-rows")).isEmpty();
    }

    private static void refused(String name, String message) {
        assertThatThrownBy(() -> read(name)).isInstanceOf(DataException.class).hasMessage(file(name) + message);
    }
}
