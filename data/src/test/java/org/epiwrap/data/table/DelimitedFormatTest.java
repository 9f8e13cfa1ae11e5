package org.epiwrap.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.source.Gzip;
import org.epiwrap.data.source.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelimitedFormatTest {
    @TempDir
    private Path folder;

    private static Source text(String text) {
        return Source.bytes("t.csv", text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<List<String>> read(DelimitedFormat format, Source source) throws IOException {
        List<List<String>> all = new ArrayList<>();
        try (RowSource rows = format.open(source)) {
            all.add(rows.header());
            RowText row = new RowText();
            while (rows.next(row)) {
                all.add(List.of(row.texts()));
            }
        }
        return all;
    }

    private static List<List<String>> read(String text) throws IOException {
        return read(DelimitedFormat.standard(), text(text));
    }

    private static void assertRefused(Source source, String message) {
        assertThatThrownBy(() -> read(DelimitedFormat.standard(), source))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void everyKindOfLineBreakEndsARow(String end) throws IOException {
        List<List<String>> expected = List.of(List.of("a", "b"), List.of("1", "2"), List.of("3", ""));
        assertThat(read(String.join(end, "a,b", "1,2", "", "3,", ""))).isEqualTo(expected);
        assertThat(read(String.join(end, "", "a,b", "1,2", "3,"))).isEqualTo(expected);
    }

    @Test
    void quotesHoldDelimitersLineBreaksAndQuotes() throws IOException {
        assertThat(read("\"a,1\",b\n\"x\n\"\"y\"\"\",\" z \"\n u , v \n"))
                .containsExactly(List.of("a,1", "b"), List.of("x\n\"y\"", " z "), List.of("u", "v"));
    }

    @Test
    void theByteOrderMarkIsNoText() throws IOException {
        assertThat(read("\ufeffa,b\n1,2")).containsExactly(List.of("a", "b"), List.of("1", "2"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"`a;b`, `1,5;2`", "`a\tb`, `1,5\t2`", "`a|b`, `1,5|2`", "`\"x,y,z\";b`, `1,5;2`"})
    void theDelimiterIsWhatTheHeaderHas(String header, String row) throws IOException {
        assertThat(read(header + "\n" + row).get(1)).containsExactly("1,5", "2");
    }

    @Test
    void theDelimiterCanBeChosen() throws IOException {
        assertThat(read(DelimitedFormat.standard().withDelimiter(':'), text("a,b:c\n1:2")))
                .containsExactly(List.of("a,b", "c"), List.of("1", "2"));
        assertThat(read(DelimitedFormat.standard().withDecimalComma(), text("a\n1,5")))
                .containsExactly(List.of("a"), List.of("1,5"));
        assertThat(read(
                        DelimitedFormat.standard(),
                        Source.bytes("x.TSV", "a,b,c\td\n1\t2".getBytes(StandardCharsets.UTF_8))))
                .containsExactly(List.of("a,b,c", "d"), List.of("1", "2"));
        assertThatThrownBy(() -> DelimitedFormat.standard().withDelimiter('"'))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the delimiter must be no quote and no line break");
    }

    @Test
    void gzippedFilesAreKnownByTheirContent() throws IOException {
        byte[] zipped = Gzip.gzip("a,b\n1,2".getBytes(StandardCharsets.UTF_8));
        assertThat(read(DelimitedFormat.standard(), Source.bytes("t.csv", zipped)))
                .hasSize(2);
        assertThat(read(
                        DelimitedFormat.standard(),
                        Source.bytes("t.csv.gz", "a,b\n1,2".getBytes(StandardCharsets.UTF_8))))
                .hasSize(2);
        assertRefused(
                Source.bytes("t.csv.gz", Arrays.copyOf(zipped, zipped.length - 9)),
                "t.csv.gz: expected readable bytes, but found the end of the file");
    }

    @Test
    void placesAreTheLinesInWhichRowsStart() throws IOException {
        try (RowSource rows = DelimitedFormat.standard().open(text("a\n\n\"x\ny\"\nz"))) {
            RowText row = new RowText();
            rows.next(row);
            assertThat(rows.place()).isEqualTo("t.csv, line 3");
            rows.next(row);
            assertThat(rows.place()).isEqualTo("t.csv, line 5");
            assertThat(rows.next(row)).isFalse();
        }
    }

    @Test
    void whatIsNoTableIsRefusedInOneSentence() {
        String empty = "t.csv must have a header with the names of columns, but is empty";
        assertRefused(text(""), empty);
        assertRefused(text("\ufeff"), empty);
        assertRefused(text("\n\n"), empty);
        assertRefused(text("a,,c\n"), "t.csv, line 1: column 2 must have a name, but its name is empty");
        assertRefused(
                text("a,b,a\n"), "t.csv, line 1: columns must have different names, but columns 1 and 3 are both 'a'");
        assertRefused(text("a,b\n1,2\n1\n"), "t.csv, line 3: expected 2 cells as in the header, but found 1");
        assertRefused(text("a,b\n1,2,3\n"), "t.csv, line 2: expected 2 cells as in the header, but found 3");
        assertRefused(text("a\0b\n"), "t.csv, line 1: expected the names of columns, but found bytes that are no text");
        String quotes = "expected a quoted cell to end with its quote, but found text after it or no closing quote";
        assertRefused(text("a,b\n1,\"2\n3,4\n"), "t.csv, line 2: " + quotes);
        assertRefused(text("a,b\n1,\"2\"x\n"), "t.csv, line 2: " + quotes);
        assertRefused(
                text("\"a\"/\"b\"\n1/2\n"),
                "t.csv, line 1: " + quotes + " (are the cells divided by another character? --delimiter names it)");
    }

    @Test
    void bytesThatAreNotUtf8AreNamedWithTheirLine() {
        byte[] latin = ("a,b\n" + "1,2\n".repeat(50_000) + "caf\u00e9,2\n").getBytes(Charset.forName("ISO-8859-1"));
        assertRefused(
                Source.bytes("t.csv", latin), "t.csv, line 50002: expected text in UTF-8, but found the byte 0xE9");
    }

    @Test
    void aMillionColumnsAreRefused() {
        String wide = IntStream.range(0, 1_000_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        String message = "t.csv, line 1: expected at most 100000 columns, but found more";
        assertRefused(text(wide), message);
        assertRefused(text("a,b\n" + wide), message.replace("line 1", "line 2"));
    }

    @Test
    void oneHugeCellIsRefused() {
        assertRefused(
                text("a\n\"" + "x".repeat(3_000_000)),
                "t.csv, line 2: expected cells of at most 1048576 characters, but found a longer one (is a quote left"
                        + " open?)");
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        List<RowSink.Field> fields = List.of(
                new RowSink.Field("name", RowSink.Type.TEXT),
                new RowSink.Field("x;y", RowSink.Type.NUMBER),
                new RowSink.Field("set", RowSink.Type.TEXTS),
                new RowSink.Field("abstains", RowSink.Type.BOOLEAN));
        for (String name : List.of("t.csv", "t.tsv", "t.csv.gz")) {
            Path file = folder.resolve(name);
            try (RowSink sink = DelimitedFormat.standard().create(file, fields)) {
                sink.write(List.of("a \"b\"\n,\t", 0.5, List.of("u", "v"), true));
                sink.write(Arrays.asList(null, -1e-9f, List.of(), null));
                assertThat(file).doesNotExist();
                sink.commit();
            }
            assertThat(read(DelimitedFormat.standard(), Source.file(file)))
                    .containsExactly(
                            List.of("name", "x;y", "set", "abstains"),
                            List.of("a \"b\"\n,\t", "0.5", "u|v", "true"),
                            List.of("", "-1.0E-9", "", ""));
        }
        ByteArrayOutputStream unzipped = new ByteArrayOutputStream();
        try (GZIPInputStream stream = new GZIPInputStream(Files.newInputStream(folder.resolve("t.csv.gz")))) {
            stream.transferTo(unzipped);
        }
        assertThat(folder.resolve("t.csv")).hasBinaryContent(unzipped.toByteArray());
    }

    @Test
    void numbersAreWrittenWithADecimalCommaIfTheyAreReadSo() throws IOException {
        Path file = folder.resolve("t.csv");
        DelimitedFormat format = DelimitedFormat.standard().withDecimalComma();
        try (RowSink sink = format.create(file, List.of(new RowSink.Field("x", RowSink.Type.NUMBER)))) {
            sink.write(List.of(0.5));
            sink.commit();
        }
        assertThat(read(format, Source.file(file))).containsExactly(List.of("x"), List.of("0,5"));
    }

    @Test
    void aTableThatIsNotFinishedLeavesNoFile() throws IOException {
        Path file = folder.resolve("t.csv");
        try (RowSink sink =
                DelimitedFormat.standard().create(file, List.of(new RowSink.Field("x", RowSink.Type.NUMBER)))) {
            sink.write(List.of(0.5));
        }
        assertThat(folder).isEmptyDirectory();
    }
}
