package org.epiwrap.data.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.epiwrap.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables and folders that are broken, odd or made to do harm: one sentence says what is wrong and where. */
class HostileDataTest {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    private Path folder;

    /** A table with the columns x and y, whose label y alternates between a and b unless a row says otherwise. */
    private static String rows(int count, IntFunction<String> x, IntFunction<String> y) {
        return IntStream.range(0, count)
                .mapToObj(i -> x.apply(i) + "," + y.apply(i) + "\n")
                .collect(Collectors.joining("", "x,y\n", ""));
    }

    private static String ab(int row) {
        return row % 2 == 0 ? "a" : "b";
    }

    private static String good() {
        return rows(60, i -> String.valueOf(1.5 * i), HostileDataTest::ab);
    }

    /** A table in which row 50, on line 52, has another cell. */
    private static String with(String cell) {
        return rows(60, i -> i == 50 ? cell : String.valueOf(1.5 * i), HostileDataTest::ab);
    }

    private static Arguments table(String what, String text, String refusal) {
        return arguments(what, text.getBytes(UTF_8), refusal);
    }

    /** What is gzipped is recognised by its content. */
    private static byte[] bomb(String start, String repeated, int times) {
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
            try (OutputStream gzip = new GZIPOutputStream(bytes)) {
                gzip.write(start.getBytes(UTF_8));
                byte[] part = repeated.getBytes(UTF_8);
                for (int i = 0; i < times; i++) {
                    gzip.write(part);
                }
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static Stream<Arguments> tables() {
        String a = "a".repeat(MEGABYTE / 2);
        return Stream.of(
                table("empty", "", " must have a header with the names of columns, but is empty"),
                table("blank lines", "\n\n\n", " must have a header with the names of columns, but is empty"),
                table("spaces", "   \n", ", line 1: column 1 must have a name, but its name is empty"),
                table("a header alone", "x,y\n", " must have rows, but has only a header"),
                table("one row", "x,y\n1,a\n", " must have a column to learn from, but all are ignored"),
                table(
                        "too many cells",
                        "x,y\n1,a\n2,b,c\n",
                        ", line 3: expected 2 cells as in the header, but found 3"),
                table("too few cells", "x,y\n1,a\n2\n", ", line 3: expected 2 cells as in the header, but found 1"),
                table("no such column", "x,z\n1,a\n", " must have the column 'y', but has only x, z"),
                table(
                        "one label",
                        good().replace(",b", ",a"),
                        ": the label 'y' must have at least two values, but has only 'a'"),
                table(
                        "no labels",
                        good().replaceAll(",[ab]", ","),
                        ", line 2, column 'y': expected a label in every row, but 60 rows have none"),
                table(
                        "a class of one row",
                        good() + "1,c\n",
                        "must have at least 2 examples of every class, to train and to test on, but has 1 of 'c': leave the class out or declare it unknown"),
                table(
                        "nothing but missing cells",
                        good().replaceAll("\n[0-9.]+,", "\n,"),
                        " must have a column to learn from, but all are ignored"),
                table(
                        "equal names",
                        "x,x,y\n1,2,a\n",
                        ", line 1: columns must have different names, but columns 1 and 2 are both 'x'"),
                table("an empty name", "x,,y\n1,2,a\n", ", line 1: column 2 must have a name, but its name is empty"),
                table(
                        "a long name",
                        "x,\"" + a + "\",y\n1,2,a\n",
                        ", line 1: the name of column 2 must have at most 1000 characters, but has 524288"),
                table(
                        "a name of two lines",
                        good().replaceFirst("x", "\"x\n(kg)\""),
                        ": the column 'x\\n(kg)' must have a name without line breaks and other control characters: rename or ignore it"),
                table(
                        "a class of two lines",
                        good().replace("b", "\"b\n\""),
                        ": the label 'y' must name classes without control characters, but has 'b\\n'"),
                table(
                        "a long class",
                        good() + "1," + a + "\n2," + a + "\n",
                        ": the column 'y' must have values of at most 200 characters, but has longer ones"),
                table(
                        "a label of decimals",
                        rows(300, i -> String.valueOf(1.5 * i), i -> String.valueOf(0.001 * i)),
                        ": the label 'y' must be classes, but has 300 different numbers, as in regression (if they are classes all the same, --category y says so)"),
                table(
                        "an identifier as label",
                        rows(70_000, i -> String.valueOf(0.5 * (i % 99)), i -> "k" + i),
                        ": the column 'y' must have at most 65,536 different values, but has more"),
                table(
                        "a million columns",
                        IntStream.range(0, 1_000_000).mapToObj(i -> "c" + i).collect(Collectors.joining(",")),
                        ", line 1: expected at most 100000 columns, but found more"),
                table(
                        "a quote left open",
                        good() + "1,\"a\n",
                        ", line 62: expected a quoted cell to end with its quote, but found text after it or no closing quote"),
                table(
                        "text after a quote",
                        good() + "1,\"a\"b\n",
                        ", line 62: expected a quoted cell to end with its quote, but found text after it or no closing quote"),
                table(
                        "a cell of 2 MB",
                        good() + "1,\"" + a.repeat(4) + "\"\n",
                        ", line 62: expected cells of at most 1048576 characters, but found a longer one (is a quote left open?)"),
                table(
                        "a number beyond floats",
                        with("1e300"),
                        ", line 52, column 'x': expected a number from -3.4028235E38 to 3.4028235E38, but found '1e300'"),
                table(
                        "nul in the header",
                        "x\0,y\n1,a\n",
                        ", line 1: expected the names of columns, but found bytes that are no text"),
                arguments(
                        "Latin-1",
                        "größe,y\n1,a\n".getBytes(StandardCharsets.ISO_8859_1),
                        ", line 1: expected text in UTF-8, but found the byte 0xF6"),
                arguments(
                        "UTF-16, little end first",
                        ("\ufeff" + good()).getBytes(StandardCharsets.UTF_16LE),
                        ": expected text in UTF-8, but found UTF-16, by the mark at its start"),
                arguments(
                        "UTF-16, big end first",
                        ("\ufeff" + good()).getBytes(StandardCharsets.UTF_16BE),
                        ": expected text in UTF-8, but found UTF-16, by the mark at its start"),
                arguments(
                        "UTF-32",
                        ("\ufeff" + good()).getBytes(Charset.forName("UTF-32LE")),
                        ": expected text in UTF-8, but found UTF-32, by the mark at its start"),
                arguments(
                        "UTF-16 without a mark",
                        good().getBytes(StandardCharsets.UTF_16LE),
                        ", line 1: expected the names of columns, but found bytes that are no text"),
                arguments(
                        "a bomb of one cell",
                        bomb("x,y\n\"", a, 100),
                        ", line 2: expected cells of at most 1048576 characters, but found a longer one (is a quote left open?)"),
                arguments(
                        "a bomb of one row",
                        bomb("x,y\n", a + ",", 100),
                        ", line 2: expected at most 33554432 characters in a row, but found more"),
                arguments(
                        "a bomb of empty cells",
                        bomb("x,y\n", ",".repeat(MEGABYTE), 100),
                        ", line 2: expected at most 100000 columns, but found more"),
                arguments(
                        "a bomb of empty lines",
                        bomb("x,y\n", "\n".repeat(MEGABYTE), 100),
                        " must have rows, but has only a header"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aTableIsRefused(String what, byte[] bytes, String refusal) throws IOException {
        Path file = Files.write(folder.resolve("t.csv"), bytes);
        assertThatThrownBy(() -> Data.table(file, "y")).satisfies(e -> oneSentence(e, refusal));
    }

    private static void oneSentence(Throwable e, String refusal) {
        assertThat(e).isInstanceOf(DataException.class);
        assertThat(e.getMessage()).endsWith(refusal).doesNotContain("\n").hasSizeLessThan(600);
    }

    static Stream<Arguments> oddTables() {
        return Stream.of(
                arguments("as usual", good()),
                arguments("line ends of Windows", good().replace("\n", "\r\n")),
                arguments("line ends of old", good().replace("\n", "\r")),
                arguments("a byte order mark", "\ufeff" + good()),
                arguments("semicolons", good().replace(",", ";")),
                arguments("many digits", with("1." + "1".repeat(400))),
                arguments("the largest float", with("3.4e38")),
                arguments("a column without cells", good().replace(",", ",,").replaceFirst(",,", ",z,")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("oddTables")
    void anOddTableIsRead(String what, String text) throws IOException {
        Data data = Data.table(Files.writeString(folder.resolve("t.csv"), text), "y");
        assertThat(data.split().train().columns()).extracting("name").containsExactly("x");
        assertThat(data.split().train().classNames()).containsExactly("a", "b");
    }

    /** A header that claims a size; its image data is missing. */
    private static byte[] png(int width, int height) {
        byte[] header = ByteBuffer.allocate(17)
                .put("IHDR".getBytes(UTF_8))
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 0, 0, 0, 0})
                .array();
        CRC32 sum = new CRC32();
        sum.update(header);
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[1000]);
        deflater.finish();
        byte[] pixels = new byte[100];
        int length = deflater.deflate(pixels);
        return ByteBuffer.allocate(100 + length)
                .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'})
                .putInt(13)
                .put(header)
                .putInt((int) sum.getValue())
                .putInt(length)
                .put("IDAT".getBytes(UTF_8))
                .put(pixels, 0, length)
                .array();
    }

    static Stream<Arguments> pictures() {
        return Stream.of(
                arguments("text", "hello".getBytes(UTF_8), "bad.png is not a PNG, JPEG, GIF or BMP picture"),
                arguments("nothing", new byte[0], "bad.png is not a PNG, JPEG, GIF or BMP picture"),
                arguments("cut off", png(4, 300), "bad.png must be a complete picture, but cannot be decoded.*"),
                arguments("no pixels", png(0, 0), "bad.png must be a complete picture, but cannot be decoded.*"),
                arguments(
                        "14 GB",
                        png(60_000, 60_000),
                        "bad.png must have at most 16777216 pixels per image, but is 60000 wide and 60000 high"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pictures")
    void aPictureIsRefused(String what, byte[] bytes, String refusal) throws IOException {
        Files.write(Files.createDirectories(folder.resolve("cat")).resolve("bad.png"), bytes);
        Files.write(Files.createDirectories(folder.resolve("dog")).resolve("bad.png"), bytes);
        assertThatThrownBy(() -> Data.images(folder))
                .isInstanceOf(DataException.class)
                .hasMessageMatching(".*/cat/" + refusal);
    }

    /** Each folder has two links to the next: there are a billion ways to the last. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void linksThatMultiplyAreRefused() throws IOException {
        Files.createDirectories(folder.resolve("dog"));
        for (int i = 0; i < 30; i++) {
            Path next = Files.createDirectories(folder.resolve("cat/" + (i + 1)));
            Path from = i == 0 ? folder.resolve("cat") : folder.resolve("cat/" + i);
            Files.createSymbolicLink(from.resolve("a"), next);
            Files.createSymbolicLink(from.resolve("b"), next);
        }
        assertThatThrownBy(() -> Data.images(folder))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith(" must not lead to a folder that is read already, but does");
    }
}
