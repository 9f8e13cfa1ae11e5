package org.epiwrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorFileTest {
    private static final String F32_OF_4 = Raw.header("F32", "[1]", 4);

    @TempDir
    private Path folder;

    @Test
    void readsWhatTheSpecificationDescribes() throws IOException {
        String header =
                "{\"b\":{\"shape\":[2],\"data_offsets\":[4,8],\"dtype\":\"I16\"}, \"__metadata__\":{\"k\":\"\u00fc\"},"
                        + "\"a\":{\"dtype\":\"U8\",\"shape\":[2,2],\"data_offsets\":[0,4]},"
                        + "\"none\":{\"dtype\":\"F64\",\"shape\":[0,9],\"data_offsets\":[4,4]}}";
        Path path = Raw.file(folder, header + " \n", new byte[] {1, 2, 3, -1, -2, -1, 0, 1});
        try (TensorFile file = TensorFile.open(path)) {
            assertThat(file.path()).isEqualTo(path);
            assertThat(file.metadata()).containsExactly(Map.entry("k", "\u00fc"));
            assertThat(file.names()).containsExactly("b", "a", "none");
            assertThat(file.info("a")).isEqualTo(new TensorInfo(DataType.U8, Shape.of(2, 2)));
            assertThat(file.longs("a")).containsExactly(1, 2, 3, 255);
            assertThat(file.longs("b")).containsExactly(-2, 256);
            assertThat(file.doubles("none")).isEmpty();
        }
    }

    @Test
    void aFileWithoutTensorsIsAFile() throws IOException {
        try (TensorFile file = TensorFile.open(Raw.file(folder, "{}"))) {
            assertThat(file.names()).isEmpty();
            assertThat(file.metadata()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BOOL, 00 01, 0, 1",
        "U8, 7f ff, 127, 255",
        "I8, 7f 80, 127, -128",
        "I16, ff 7f 00 80, 32767, -32768",
        "U16, ff 7f ff ff, 32767, 65535",
        "I32, ff ff ff 7f 00 00 00 80, 2147483647, -2147483648",
        "U32, ff ff ff 7f ff ff ff ff, 2147483647, 4294967295",
        "I64, ff ff ff ff ff ff ff 7f 00 00 00 00 00 00 00 80, 9223372036854775807, -9223372036854775808",
        "U64, ff ff ff ff ff ff ff 7f 01 00 00 00 00 00 00 00, 9223372036854775807, 1",
    })
    void readsEveryWholeType(DataType type, String hex, long first, long second) throws IOException {
        byte[] data = HexFormat.ofDelimiter(" ").parseHex(hex);
        assertThat(data).hasSize(2 * type.bytes());
        try (TensorFile file = TensorFile.open(Raw.file(folder, Raw.header(type.name(), "[2]", data.length), data))) {
            assertThat(file.longs("t")).containsExactly(first, second);
        }
    }

    @Test
    void readsEveryHalf() throws IOException {
        ByteBuffer data = ByteBuffer.allocate(2 << 16).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.range(0, 1 << 16).forEach(i -> data.putShort((short) i));
        double[] expected =
                IntStream.range(0, 1 << 16).mapToDouble(TensorFileTest::half).toArray();
        try (TensorFile file = TensorFile.open(Raw.file(folder, Raw.header("F16", "[65536]", 2 << 16), data.array()))) {
            assertThat(file.doubles("t")).isEqualTo(expected);
            float[] floats = file.floats("t");
            assertThat(IntStream.range(0, 1 << 16).mapToDouble(i -> floats[i]).toArray())
                    .isEqualTo(expected);
        }
    }

    /** The definition of IEEE 754 in double arithmetic. */
    private static double half(int bits) {
        int sign = bits >= 0x8000 ? -1 : 1;
        int exponent = (bits % 0x8000) / 0x400;
        double fraction = (bits % 0x400) / 1024.0;
        if (exponent == 31) {
            return fraction == 0 ? sign / 0.0 : Double.NaN;
        }
        return exponent == 0 ? sign * fraction * Math.pow(2, -14) : sign * (1 + fraction) * Math.pow(2, exponent - 15);
    }

    @Test
    void readsBrainFloats() throws IOException {
        // 1, -0, infinity, NaN, 3.140625, the least
        byte[] data = HexFormat.of().parseHex("803f" + "0080" + "807f" + "c07f" + "4940" + "0100");
        float[] expected = {1, -0.0f, Float.POSITIVE_INFINITY, Float.NaN, 3.140625f, 0x1p-133f};
        try (TensorFile file = TensorFile.open(Raw.file(folder, Raw.header("BF16", "[6]", 12), data))) {
            assertThat(file.floats("t")).isEqualTo(expected);
            assertThat(file.doubles("t"))
                    .isEqualTo(
                            IntStream.range(0, 6).mapToDouble(i -> expected[i]).toArray());
        }
    }

    @Test
    void aValueWithoutAPlaceIsNamed() throws IOException {
        Path file = Raw.file(folder, Raw.header("BOOL", "[3]", 3), new byte[] {0, 1, -1});
        assertThatThrownBy(() -> read(file, "longs"))
                .hasMessage(file + ": tensor 't': element 2 must be 0 or 1, but is 255");
        byte[] high = HexFormat.of().parseHex("00".repeat(8) + "ff".repeat(8));
        Raw.file(folder, Raw.header("U64", "[2]", 16), high);
        assertThatThrownBy(() -> read(file, "longs"))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        file + ": tensor 't': element 1 must be at most 2^63 - 1, but is " + "18446744073709551615");
    }

    @Test
    void aTypeThatWouldLoseDigitsIsRefused() throws IOException {
        Path file = Raw.file(folder, Raw.header("F64", "[1]", 8), new byte[8]);
        assertThatThrownBy(() -> read(file, "floats"))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": tensor 't' must be of a type in [F16, BF16, F32], but is F64");
        assertThatThrownBy(() -> read(file, "longs"))
                .hasMessage(file + ": tensor 't' must be of a type in "
                        + "[BOOL, U8, I8, I16, U16, I32, U32, I64, U64], but is F64");
        Raw.file(folder, Raw.header("I32", "[1]", 4), new byte[4]);
        assertThatThrownBy(() -> read(file, "doubles"))
                .hasMessage(file + ": tensor 't' must be of a type in [F16, BF16, F32, F64], but is I32");
    }

    @Test
    void aTensorThatIsNotThereIsNamed() throws IOException {
        try (TensorFile file = TensorFile.open(Raw.file(folder, "{}"))) {
            assertThatThrownBy(() -> file.info("w\n\u007f\u202e\ud800"))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(file.path() + ": there is no tensor 'w\\n\\u007f\\u202e\\ud800'");
            assertThatThrownBy(() -> file.floats("w".repeat(2000)))
                    .hasMessage(file.path() + ": there is no tensor '" + "w".repeat(80) + "...'");
        }
    }

    @Test
    void whatIsNoFileIsRefused() {
        assertThatThrownBy(() -> TensorFile.open(folder))
                .isInstanceOf(StoreException.class)
                .hasMessage(folder + ": it must be a file, but is not");
        Path lost = folder.resolve("lost");
        assertThatThrownBy(() -> TensorFile.open(lost))
                .isInstanceOf(StoreException.class)
                .hasMessage(lost + ": there is no such file");
    }

    @Test
    void theLengthOfTheHeaderIsBelievedOnlyAsFarAsTheFileGoes() throws IOException {
        Path file = Files.write(folder.resolve("short"), new byte[7]);
        assertThatThrownBy(() -> TensorFile.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": the file must begin with a header's length in 8 bytes, but holds 7");
        byte[] braces = {'{', '}'};
        String allowed = "not a safetensors file: the header's length at byte 0 must be from 2 to 100000000, but is ";
        assertRefused(Raw.file(folder, -1, braces), allowed + "18446744073709551615");
        assertRefused(Raw.file(folder, 1, braces), allowed + "1");
        assertRefused(Raw.file(folder, 100_000_001, braces), allowed + "100000001");
        assertRefused(
                Raw.file(folder, 100_000_000, braces),
                "the header must end inside the file, but it has 100000000 bytes and the file 2 after its length");
        assertRefused(
                Raw.file(folder, 3, braces),
                "the header must end inside the file, but it has 3 bytes and the file 2 after its length");
    }

    @Test
    void theHeaderIsOneObjectInUtf8() throws IOException {
        assertRefused(Raw.file(folder, " {}"), "the header must start with '{' at byte 8");
        assertRefused(Raw.file(folder, "[1]"), "the header must start with '{' at byte 8");
        assertRefused(
                Raw.file(folder, "{\"\u00fc\":x}".getBytes(StandardCharsets.ISO_8859_1)),
                "the header must be UTF-8, but is not at byte 10");
        byte[] late = ("{\"__metadata__\":{\"k\":\"" + "x".repeat(20_000) + "?\"}}").getBytes(StandardCharsets.UTF_8);
        late[20_022] = (byte) 0xff;
        assertRefused(Raw.file(folder, late), "the header must be UTF-8, but is not at byte 20030");
        assertRefused(Raw.file(folder, "{} {}"), "after its object the header must hold nothing but spaces");
        assertRefused(Raw.file(folder, "{} 1 "), "after its object the header must hold nothing but spaces");
        assertRefused(
                Raw.file(folder, "{}\0\0"),
                "the header is not valid JSON near its character 3: Illegal character ((CTRL-CHAR, code 0)): "
                        + "only regular white space (\\r, \\n, \\t) is allowed between tokens");
        assertRefused(
                Raw.file(folder, "{\"t\":{"),
                "the header is not valid JSON near its character 6: "
                        + "Unexpected end-of-input: expected close marker for Object");
        for (String notJson :
                new String[] {"{'a':1}", "{/**/}", "{\"__metadata__\":{},}", "{\"t\":{\"shape\":[01]}}"}) {
            assertThatThrownBy(() -> TensorFile.open(Raw.file(folder, notJson)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the header is not valid JSON near its character ");
        }
    }

    /** Each line: a header, an arrow and the refusal. */
    private void assertRefused(String headersAndRefusals) throws IOException {
        for (String line : headersAndRefusals.lines().toList()) {
            String[] parts = line.split(" -> ", 2);
            assertRefused(Raw.file(folder, parts[0]), parts[1]);
        }
    }

    @Test
    void metadataAreTextsGivenOnce() throws IOException {
        assertRefused("""
                {"__metadata__":null} -> __metadata__ must be an object of texts
                {"__metadata__":{"k":1}} -> __metadata__ 'k' must be a text
                {"__metadata__":{"k":"a","\\u006b":"a"}} -> __metadata__ 'k' must be given once, but is given again
                {"__metadata__":{},"__metadata__":{}} -> __metadata__ must be given once, but is given again
                {"__metadata__":{"k":"\\ud800"}} -> __metadata__ 'k' must be Unicode text, but holds half of a surrogate pair
                """);
        String many = IntStream.rangeClosed(0, 100_000)
                .mapToObj(i -> "\"" + i + "\":\"\"")
                .collect(Collectors.joining(",", "{\"__metadata__\":{", "}}"));
        assertRefused(Raw.file(folder, many), "__metadata__ must hold at most 100000 texts");
    }

    @Test
    void aTensorHoldsItsThreeFieldsOnce() throws IOException {
        assertRefused("""
                {"t":[]} -> tensor 't' must be an object
                {"t":{}} -> tensor 't' must hold dtype, shape and data_offsets, but lacks dtype
                {"t":{"dtype":"U8"}} -> tensor 't' must hold dtype, shape and data_offsets, but lacks shape
                {"t":{"dtype":"U8","shape":[0]}} -> tensor 't' must hold dtype, shape and data_offsets, but lacks data_offsets
                {"t":{"x":{}}} -> tensor 't' must hold dtype, shape and data_offsets alone, but holds 'x'
                {"t":{"dtype":"U8","dtype":"U8"}} -> tensor 't' must give its dtype once, but gives it again
                {"t":{"shape":[],"shape":[]}} -> tensor 't' must give its shape once, but gives it again
                {"t":{"data_offsets":[0,0],"data_offsets":[0,0]}} -> tensor 't' must give its data_offsets once, but gives it again
                """);
        String empty = "\"t\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
        assertRefused(
                Raw.file(folder, "{" + empty + "," + empty + "}"), "tensor 't' must be given once, but is given again");
    }

    @Test
    void namesAndTheirNumberAreBounded() throws IOException {
        String fields = ":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
        String longest = "n".repeat(1024);
        TensorFile.open(Raw.file(folder, "{\"" + longest + "\"" + fields + "}")).close();
        assertRefused(
                Raw.file(folder, "{\"" + longest + "n\"" + fields + "}"),
                "tensor '" + "n".repeat(80) + "...' must have a name of 1 to 1024 characters, but it has 1025");
        assertRefused(
                Raw.file(folder, "{\"\"" + fields + "}"),
                "tensor '' must have a name of 1 to 1024 characters, but it has 0");
        for (String half : new String[] {"\\udc00", "\\ud800", "\\ud800x", "\\ud83d\\ud83d"}) {
            assertThatThrownBy(() -> TensorFile.open(Raw.file(folder, "{\"" + half + "\"" + fields + "}")))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("surrogate");
        }
        try (TensorFile file = TensorFile.open(Raw.file(folder, "{\"\\ud83d\\ude00\"" + fields + "}"))) {
            assertThat(file.names()).containsExactly("\ud83d\ude00");
        }
        String many = IntStream.rangeClosed(0, 100_000)
                .mapToObj(i -> "\"" + i + "\"" + fields)
                .collect(Collectors.joining(",", "{", "}"));
        assertRefused(Raw.file(folder, many), "the file must hold at most 100000 tensors");
    }

    @Test
    void typesAreThoseOfTheFormat() throws IOException {
        String allowed = "tensor 't': dtype must be one of "
                + "[BOOL, U8, I8, I16, U16, F16, BF16, I32, U32, F32, F64, I64, U64], but is ";
        assertRefused(Raw.file(folder, Raw.header("F8_E4M3", "[]", 1), new byte[1]), allowed + "'F8_E4M3'");
        assertRefused(Raw.file(folder, Raw.header("f32", "[]", 4), new byte[4]), allowed + "'f32'");
        assertRefused(Raw.file(folder, "{\"t\":{\"dtype\":{}}}"), allowed + "'{'");
    }

    @Test
    void shapesAreListsOfWholeNumbers() throws IOException {
        assertRefused(
                Raw.file(folder, Raw.header("U8", "3", 3), new byte[3]),
                "tensor 't': shape must be a list of whole numbers >= 0");
        for (String bad : new String[] {"-1", "-0", "1.0", "1e0", "true", "null"}) {
            assertRefused(
                    Raw.file(folder, Raw.header("U8", "[1," + bad + "]", 1), new byte[1]),
                    "tensor 't': shape must hold whole numbers >= 0, but holds '" + bad + "'");
        }
        assertRefused(
                Raw.file(folder, Raw.header("U8", "[9223372036854775808]", 1), new byte[1]),
                "tensor 't': shape must hold numbers of at most 2^63 - 1, but holds '9223372036854775808'");
        assertRefused(
                Raw.file(folder, Raw.header("U8", "[4294967296, 4294967296]", 0)),
                "tensor 't': the product of the sizes must be at most 2^63 - 1, "
                        + "but they are [4294967296, 4294967296]");
        assertRefused(
                Raw.file(folder, Raw.header("U8", "[1" + ",1".repeat(32) + "]", 1), new byte[1]),
                "tensor 't': shape must hold at most 32 numbers");
    }

    @Test
    void offsetsSpanTheTensor() throws IOException {
        assertOffsetsRefused("[0]", "be two numbers, but are [0]");
        assertOffsetsRefused("[0,4,4]", "hold at most 2 numbers");
        assertOffsetsRefused("[-4,0]", "hold whole numbers >= 0, but holds '-4'");
        assertOffsetsRefused("[4,0]", "ascend, but are [4, 0]");
        assertRefused(
                Raw.file(folder, F32_OF_4, new byte[3]),
                "tensor 't' must end inside the file, but it ends at byte 4 of the data and the file holds 3 bytes of "
                        + "data");
        String span = "tensor 't': data_offsets must span ";
        assertRefused(
                Raw.file(folder, Raw.header("F32", "[2,2]", 15), new byte[15]),
                span + "4 elements of 4 bytes for F32 [2, 2], but span 15 bytes");
        assertRefused(
                Raw.file(folder, Raw.header("F32", "[]", 8), new byte[8]),
                span + "1 elements of 4 bytes for F32 [], but span 8 bytes");
        assertRefused(
                Raw.file(folder, Raw.header("F64", "[2305843009213693952]", 0)),
                span + "2305843009213693952 elements of 8 bytes for F64 [2305843009213693952], but span 0 bytes");
    }

    private void assertOffsetsRefused(String offsets, String problem) throws IOException {
        String header = "{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":" + offsets + "}}";
        assertRefused(Raw.file(folder, header, new byte[4]), "tensor 't': data_offsets must " + problem);
    }

    @Test
    void tensorsCoverTheDataExactly() throws IOException {
        assertRefused(
                Raw.file(folder, F32_OF_4, new byte[5]),
                "the data must end with the last tensor at byte 4, but the file holds 5 bytes of data");
        assertRefused(
                Raw.file(folder, "{}", new byte[1]),
                "the data must end with the last tensor at byte 0, but the file holds 1 bytes of data");
        assertGapRefused("a", 2, 3, 2, 3, 5, 2, 0, 2);
        assertGapRefused("a", 3, 2, 3, 2, 5, 3, 0, 3);
        assertGapRefused("b", 5, 0, 5, 0, 5, 5, 0, 5);
        assertGapRefused("b", 5, 3, 5, 0, 5, 0, 3, 3);
        assertGapRefused("a", 0, 1, 2, 1, 3, 2, 3, 5);
    }

    /** Of two tensors, whose sizes, beginnings and ends are given, one does not begin where the other ends. */
    private void assertGapRefused(String tensor, int expected, int found, Object... ofBoth) throws IOException {
        String layout = "{\"a\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,%d]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,%d]}}";
        assertRefused(
                Raw.file(folder, layout.formatted(ofBoth), new byte[5]),
                "tensor '" + tensor + "' must begin at byte " + expected
                        + " of the data, where the one before it ends, but begins at byte " + found);
    }

    @Test
    void aTensorLongerThanAnArrayIsRefusedBeforeMemoryIsTaken() throws IOException {
        long bytes = 1L << 31;
        String header = "{\"t\":{\"dtype\":\"U8\",\"shape\":[" + bytes + "],\"data_offsets\":[0," + bytes + "]}}";
        Path file = Raw.file(folder, header);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(sparse.length() + bytes);
        }
        assertThatThrownBy(() -> read(file, "longs"))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": tensor 't' must have at most 2147483639 elements to be read, but has 2147483648");
    }

    @Test
    void aFileThatShrinksGivesAnException() throws IOException {
        Path path = Raw.file(folder, F32_OF_4, new byte[4]);
        try (TensorFile file = TensorFile.open(path)) {
            try (RandomAccessFile shrunk = new RandomAccessFile(path.toFile(), "rw")) {
                shrunk.setLength(shrunk.length() - 1);
            }
            assertThatThrownBy(() -> file.floats("t"))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(path + ": the file has shrunk since it was opened: it now ends before byte "
                            + (8 + F32_OF_4.length() + 3));
        }
    }

    @Test
    void aClosedFileIsNotRead() throws IOException {
        TensorFile file = TensorFile.open(Raw.file(folder, F32_OF_4, new byte[4]));
        file.close();
        assertThatThrownBy(() -> file.floats("t")).isInstanceOf(ClosedChannelException.class);
    }

    /** Cut anywhere, a file is refused. */
    @Test
    void everyPrefixIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(Raw.file(folder, F32_OF_4, new byte[4]));
        Path file = folder.resolve("cut");
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> TensorFile.open(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith(file + ": ");
        }
    }

    private static Object read(Path path, String how) throws IOException {
        try (TensorFile file = TensorFile.open(path)) {
            return switch (how) {
                case "floats" -> file.floats("t");
                case "doubles" -> file.doubles("t");
                default -> file.longs("t");
            };
        }
    }

    private static void assertRefused(Path file, String problem) {
        assertThatThrownBy(() -> TensorFile.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": " + problem);
    }
}
