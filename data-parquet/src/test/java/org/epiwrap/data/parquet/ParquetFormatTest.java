package org.epiwrap.data.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.parquet.schema.MessageTypeParser;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSink.Field;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFormatTest {
    private static final ParquetFormat FORMAT = new ParquetFormat();

    @TempDir
    private Path folder;

    private static List<List<String>> rows(Path file) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (RowSource source = FORMAT.open(file)) {
            RowText row = new RowText();
            while (source.next(row)) {
                rows.add(List.of(row.texts()));
                assertThat(source.place()).isEqualTo(file + ", row " + rows.size());
            }
        }
        return rows;
    }

    /** A file of one row, its fields in the order of the schema. */
    private Path one(String schema, Object... values) throws IOException {
        Path file = folder.resolve("one.parquet");
        var type = MessageTypeParser.parseMessageType("message m { " + schema + " }");
        try (ParquetWriter<Object[]> writer = ParquetWriter.writeFile(type, file.toFile(), (row, target) -> {
            for (int i = 0; i < row.length; i++) {
                target.write(type.getFieldName(i), row[i]);
            }
        })) {
            writer.write(values);
        }
        return file;
    }

    private Path written(int rows) throws IOException {
        Path file = folder.resolve("some.parquet");
        List<Field> fields = List.of(
                new Field("name", RowSink.Type.TEXT),
                new Field("number", RowSink.Type.NUMBER),
                new Field("yes", RowSink.Type.BOOLEAN),
                new Field("set", RowSink.Type.TEXTS));
        try (RowSink sink = FORMAT.create(file, fields)) {
            for (int i = 0; i < rows; i++) {
                sink.write(List.of("n" + i, i / 2.0, i % 2 == 0, List.of("a", "b")));
            }
            sink.write(Arrays.asList(null, 0.1f, null, List.of()));
            sink.commit();
        }
        return file;
    }

    @Test
    void isFoundByName() {
        assertThat(ServiceLoader.load(TableFormat.class)).hasAtLeastOneElementOfType(ParquetFormat.class);
        assertThat(FORMAT.matches(Path.of("x.PARQUET"))).isTrue();
        assertThat(FORMAT.matches(Path.of("x.csv"))).isFalse();
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        Path file = written(2000);
        List<List<String>> rows = rows(file);
        assertThat(rows).hasSize(2001);
        assertThat(rows.get(3)).containsExactly("n3", "1.5", "false", "a|b");
        assertThat(rows.get(2000)).containsExactly("", "0.1", "", "");
    }

    /** Cells of numeric columns are numbers, also where they were read as texts; a text among them is refused. */
    @Test
    void numbersThatWereReadStayNumbers() throws Exception {
        Path file = folder.resolve("numbers.parquet");
        try (RowSink sink = FORMAT.create(file, List.of(new Field("a", RowSink.Type.NUMBER)))) {
            sink.write(List.of(new RowSink.NumberText("1,5", Optional.of(new BigDecimal("1.5")))));
            sink.write(List.of(new RowSink.NumberText("?", Optional.empty())));
            sink.commit();
        }
        assertThat(rows(file)).containsExactly(List.of("1.5"), List.of(""));
        Path other = folder.resolve("other.parquet");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    try (RowSink sink = FORMAT.create(other, List.of(new Field("a", RowSink.Type.NUMBER)))) {
                        sink.write(List.of("many"));
                    }
                })
                .withMessage("column 'a' must have numbers to be written to a Parquet file, but has 'many'; a .csv or"
                        + " .jsonl file takes it as it is");
    }

    @Test
    void withoutCommitThereIsNoFile() throws Exception {
        Path file = folder.resolve("none.parquet");
        try (RowSink sink = FORMAT.create(file, List.of(new Field("a", RowSink.Type.NUMBER)))) {
            sink.write(List.of(1.0));
        }
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
        Field same = new Field("a", RowSink.Type.NUMBER);
        assertThatIllegalArgumentException().isThrownBy(() -> FORMAT.create(file, List.of(same, same)));
    }

    @Test
    void cellsAreAsATextTableWouldHaveThem() throws Exception {
        Path file = one(
                "required int32 day (DATE); required int32 money (DECIMAL(9,2)); required int64 time (TIMESTAMP(MILLIS,true));"
                        + " required int64 whole; required float single; required int32 byte (INTEGER(8,false));"
                        + " required binary text (STRING); required boolean yes;",
                19000,
                12345,
                0L,
                -7L,
                Float.NaN,
                200,
                "é, \"x\"",
                true);
        assertThat(rows(file).get(0))
                .containsExactly(
                        "2022-01-08", "123.45", "1970-01-01T00:00:00.000+0000", "-7", "NaN", "200", "é, \"x\"", "true");
    }

    private void refused(Path file, String... words) {
        assertThatThrownBy(() -> rows(file))
                .isInstanceOf(DataException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void hugeCellsAreRefused() throws Exception {
        refused(
                one("required binary text (STRING);", "x".repeat(2_000_000)),
                "row 1",
                "a cell must have at most 1048576 characters, but has 2000000");
    }

    @Test
    void columnsMustBeFlat() throws Exception {
        refused(one("required int64 a; repeated int32 many;", 1L, 2), "column 'many'", "several");
        refused(
                one("required int64 a; optional group inner { optional int32 b; }", 1L),
                "column 'inner'",
                "a group or a list");
    }

    @Test
    void whatIsNoParquetIsRefused() throws Exception {
        Path file = folder.resolve("x.parquet");
        refused(file, "there is no such file");
        refused(folder, "is no file");
        Files.writeString(file, "a,b\n1,2\n3,4\n5,6\n");
        refused(file, "expected PAR1");
        Files.writeString(file, "PAR1");
        refused(file, "only 4 bytes");
        byte[] right = Files.readAllBytes(written(10));
        Files.write(file, Arrays.copyOf(right, right.length - 10));
        refused(file, "neither cut off nor encrypted");
        byte[] longer = right.clone();
        longer[longer.length - 6] = 127;
        Files.write(file, longer);
        refused(file, "expected a footer of at most");
    }

    @Test
    void damageIsRefusedInOneSentence() throws Exception {
        damage(Files.readAllBytes(written(3)));
    }

    /** Its decompression is our own. */
    @Test
    void damageOfGzippedColumnsIsRefusedInOneSentence() throws Exception {
        damage(Files.readAllBytes(Path.of("src/test/resources/org/epiwrap/data/parquet/gzip.parquet")));
    }

    /** Every single byte of the file is changed in turn; each result is a table or one sentence. */
    private void damage(byte[] right) throws IOException {
        Path file = folder.resolve("damaged.parquet");
        int refusals = 0;
        for (int i = 0; i < right.length; i++) {
            byte[] wrong = right.clone();
            wrong[i] ^= 0x55;
            Files.write(file, wrong);
            try {
                rows(file);
            } catch (DataException e) {
                refusals++;
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            }
        }
        assertThat(refusals).isGreaterThan(right.length / 4);
    }
}
