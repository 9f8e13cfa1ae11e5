package org.epiwrap.store.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumpyFileTest {
    /** The numbers of the files that numpy wrote, see make.py beside them. */
    private static final double[] NUMBERS =
            IntStream.range(-12, 12).mapToDouble(i -> i / 4.0).toArray();

    private static final String GOOD = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";

    @TempDir
    private Path folder;

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(NumpyFileTest.class.getResource("/numpy/" + name), name)
                .toURI());
    }

    @ParameterizedTest
    @ValueSource(strings = {"all.npz", "all_compressed.npz"})
    void readsWhatNumpyWrites(String name) throws Exception {
        try (NumpyFile file = NumpyFile.openNpz(resource(name))) {
            assertThat(file.path()).isEqualTo(resource(name));
            assertThat(file.names()).startsWith("half_little", "half_big").contains("layer/kernel_posterior_loc:0");
            for (String array : new String[] {
                "half_little",
                "half_big",
                "brain",
                "single_little",
                "single_big",
                "double_little",
                "double_big",
                "single_fortran",
                "double_big_fortran"
            }) {
                assertThat(file.info(array).shape()).isEqualTo(Shape.of(2, 3, 4));
                assertThat(file.doubles(array)).as(array).containsExactly(NUMBERS);
            }
            assertThat(file.info("half_big").type()).isEqualTo(DataType.F16);
            assertThat(file.info("brain").type()).isEqualTo(DataType.BF16);
            assertThat(file.info("single_fortran").type()).isEqualTo(DataType.F32);
            assertThat(file.info("double_big").type()).isEqualTo(DataType.F64);
            assertThat(file.longs("byte"))
                    .containsExactly(IntStream.range(-128, 128).asLongStream().toArray());
            assertThat(file.longs("unsigned_short_big")).containsExactly(0, 1, 65535);
            assertThat(file.longs("int_big")).containsExactly(1, -2, 3, Integer.MIN_VALUE);
            assertThat(file.longs("int_fortran")).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(file.longs("long_big")).containsExactly(1L << 62, Long.MIN_VALUE);
            assertThat(file.longs("bool")).containsExactly(1, 0);
            assertThat(file.info("scalar").shape()).isEqualTo(Shape.scalar());
            assertThat(file.doubles("scalar")).containsExactly(2.5);
            assertThat(file.doubles("empty")).isEmpty();
        }
    }

    @Test
    void anArchiveTellsWhatItHoldsOnceItsLayoutIsChecked() throws IOException {
        Path archive = folder.resolve("a.npz");
        NumpyFileWriter.create().add("x", Shape.of(1), new float[1]).writeNpz(archive);
        assertThat(NumpyFile.hasEntry(archive, ".npy")).isTrue();
        assertThat(NumpyFile.hasEntry(archive, ".pkl")).isFalse();
        Path none = Files.writeString(folder.resolve("b.npz"), "PK, but no archive");
        assertThatThrownBy(() -> NumpyFile.hasEntry(none, ".pkl"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("it must be a zip archive whose entries lie one after the other");
    }

    @Test
    void anExceptionWithoutMessageIsExplained() {
        assertThat(Text.shown(new EOFException())).isEqualTo("it breaks off");
        assertThat(Text.shown(new IOException())).isEqualTo("it is damaged");
        assertThat(Text.shown(new IOException("a\nb"))).isEqualTo("a\\u000ab");
    }

    @Test
    void aRefusalSpellsOutWhatATerminalWouldObey() {
        assertThat(new StoreException(Path.of("a"), "array x\u001b[2J\u202e"))
                .hasMessage("a: array x\\u001b[2J\\u202e");
        assertThat(Text.shown("y\u0007".repeat(50))).isEqualTo("y\\u0007".repeat(40) + "...");
    }

    @Test
    void readsSingleFilesOfEveryVersion() throws Exception {
        for (String name : new String[] {"single", "version2", "version3"}) {
            try (NumpyFile file = NumpyFile.openNpy(resource(name + ".npy"))) {
                assertThat(file.names()).containsExactly(name);
                assertThat(file.doubles(name)).containsExactly(NUMBERS);
            }
        }
    }

    @Test
    void aFolderGivesItsPathsAsNames() throws Exception {
        Files.createDirectories(folder.resolve("dense/kernel"));
        Files.copy(resource("single.npy"), folder.resolve("dense/kernel/mean.npy"));
        Files.copy(resource("version3.npy"), folder.resolve("a.npy"));
        Files.writeString(folder.resolve("notes.txt"), "not an array");
        Files.createSymbolicLink(folder.resolve("link.npy"), folder.resolve("a.npy"));
        try (NumpyFile file = NumpyFile.openFolder(folder)) {
            assertThat(file.names()).containsExactly("a", "dense/kernel/mean");
            assertThat(file.doubles("dense/kernel/mean")).containsExactly(NUMBERS);
        }
    }

    @Test
    void pythonObjectsAreRefused() {
        assertThatThrownBy(() -> NumpyFile.openNpz(resource("objects.npz")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("'arr_0.npy'")
                .hasMessageContaining("pickle, which can run code and is never read");
    }

    @Test
    void textIsRefused() {
        assertThatThrownBy(() -> NumpyFile.openNpz(resource("text.npz")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("its dtype must be of floating point or whole numbers")
                .hasMessageContaining("'<U1'");
    }

    @Test
    void anArrayMustBeAskedForAsWhatItIs() throws Exception {
        try (NumpyFile file = NumpyFile.openNpz(resource("all.npz"))) {
            assertThatThrownBy(() -> file.doubles("byte")).hasMessageContaining("must be of a type in");
            assertThatThrownBy(() -> file.longs("single_big")).hasMessageContaining("but is F32");
            assertThatThrownBy(() -> file.info("none")).hasMessageContaining("there is no array 'none'");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1} ~ alone, but has 'more'",
                "{'descr': '<f4', 'fortran_order': False} ~ but lacks shape",
                "{'shape': (1,), 'fortran_order': False} ~ but lacks descr",
                "{'descr': '<f4', 'shape': (1,)} ~ but lacks fortran_order",
                "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)} ~ give descr once",
                "{'fortran_order': True, 'fortran_order': False} ~ give fortran_order once",
                "{'shape': (1,), 'shape': (1,)} ~ give shape once",
                "{'descr': '<f4', 'fortran_order': false, 'shape': (1,)} ~ True or False",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1)} ~ a comma after the only size",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1 1)} ~ comma",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1 1)} ~ must have ')'",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)} ~ whole numbers from 0",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999999999999,)} ~ at most 2^63 - 1",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (12345678901234567890,)} ~ whole numbers from 0",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)} ~ product of the sizes",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} 1 ~ nothing but spaces",
                "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)} ~ must have '}'",
                "{'descr' '<f4', 'fortran_order': False, 'shape': (1,)} ~ must have ':'",
                "{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (1,)} ~ plain string",
                "{descr: '<f4', 'fortran_order': False, 'shape': (1,)} ~ plain string",
                "{'descr': '<f4 ~ plain string",
                "[1] ~ must have '{'",
                "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)} ~ plain string",
                "{'descr': '|f4', 'fortran_order': False, 'shape': (1,)} ~ its dtype must be",
                "{'descr': '=f4', 'fortran_order': False, 'shape': (1,)} ~ its dtype must be",
                "{'descr': '<f3', 'fortran_order': False, 'shape': (1,)} ~ its dtype must be",
                "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)} ~ its dtype must be",
                "{'descr': '', 'fortran_order': False, 'shape': (1,)} ~ its dtype must be",
                "{'descr': '|O', 'fortran_order': False, 'shape': (1,)} ~ pickle",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} ~ must hold 2 elements of 4 bytes",
                "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} ~ must hold 1 elements of 8 bytes",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (9000000000000000000,)} ~ but holds 4 bytes",
            })
    void aHeaderIsAsItShouldBeOrRefused(String header, String problem) throws IOException {
        Path path = npy(1, header, new byte[4]);
        assertThatThrownBy(() -> NumpyFile.openNpy(path))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(path + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void aShapeHasAtMostSoManyAxes() throws IOException {
        String shape = "(" + "1, ".repeat(33) + ")";
        Path path = npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}", new byte[4]);
        assertThatThrownBy(() -> NumpyFile.openNpy(path)).hasMessageContaining("at most 32 axes");
    }

    @Test
    void doubleQuotesAreQuotes() throws IOException {
        Path path = npy(2, GOOD.replace('\'', '"') + "\n", new byte[] {0, 0, (byte) 0x80, 0x3f});
        try (NumpyFile file = NumpyFile.openNpy(path)) {
            assertThat(file.doubles("array")).containsExactly(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 9, 30})
    void aHeaderThatIsCutShortIsRefused(int bytes) throws IOException {
        byte[] whole = Files.readAllBytes(npy(1, GOOD, new byte[4]));
        Path path = Files.write(folder.resolve("short.npy"), Arrays.copyOf(whole, bytes));
        assertThatThrownBy(() -> NumpyFile.openNpy(path))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("whole npy header");
    }

    @Test
    void otherMagicAndVersionsAreRefused() throws IOException {
        assertThatThrownBy(() -> NumpyFile.openNpy(Files.writeString(folder.resolve("a.npy"), "something else")))
                .hasMessageContaining("93 'NUMPY'");
        assertThatThrownBy(() -> NumpyFile.openNpy(npy(0, GOOD, new byte[4]))).hasMessageContaining("but is 0.0");
        assertThatThrownBy(() -> NumpyFile.openNpy(npy(4, GOOD, new byte[4]))).hasMessageContaining("but is 4.0");
        byte[] minor = Files.readAllBytes(npy(1, GOOD, new byte[4]));
        minor[7] = 1;
        assertThatThrownBy(() -> NumpyFile.openNpy(Files.write(folder.resolve("a.npy"), minor)))
                .hasMessageContaining("but is 1.1");
    }

    @Test
    void aLongHeaderIsRefusedBeforeItIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(npy(2, GOOD, new byte[4]));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, -1);
        assertThatThrownBy(() -> NumpyFile.openNpy(Files.write(folder.resolve("a.npy"), bytes)))
                .hasMessageContaining("at most 16384 bytes, but has 4294967295");
    }

    @Test
    void aFileMustBeAFile() {
        assertThatThrownBy(() -> NumpyFile.openNpz(folder)).hasMessageContaining("it must be a file");
        assertThatThrownBy(() -> NumpyFile.openNpy(folder.resolve("none.npy"))).hasMessageContaining("no such file");
    }

    @Test
    void anArchiveMustBeOneAndHoldArraysAlone() throws IOException {
        Path text = Files.writeString(folder.resolve("text.npz"), "PK no archive");
        assertThatThrownBy(() -> NumpyFile.openNpz(text))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("must be a zip archive");
        assertThatThrownBy(() -> NumpyFile.openNpz(zip("archive/data.pkl", new byte[3], false)))
                .hasMessageContaining("'archive/data.pkl' must have a name that ends in .npy");
    }

    @Test
    void aSizeThatDeflateCannotReachIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(npy(1, GOOD, new byte[4]));
        byte[] archive = Files.readAllBytes(zip("a.npy", whole, true));
        // The size among the entries of the directory at the end, 24 bytes after "PK\1\2".
        int directory = indexOf(archive, new byte[] {'P', 'K', 1, 2});
        ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN).putInt(directory + 24, Integer.MAX_VALUE);
        Path path = Files.write(folder.resolve("bomb.npz"), archive);
        assertThatThrownBy(() -> NumpyFile.openNpz(path))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("a size that the file has room for");
    }

    @Test
    void damagedStreamsAreRefused() throws IOException {
        float[] values = new float[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i);
        }
        ByteBuffer data = ByteBuffer.allocate(4000).order(ByteOrder.LITTLE_ENDIAN);
        data.asFloatBuffer().put(values);
        byte[] npy = Files.readAllBytes(npy(1, GOOD.replace("(1,)", "(1000,)"), data.array()));
        byte[] archive = Files.readAllBytes(zip("a.npy", npy, true));
        int directory = indexOf(archive, new byte[] {'P', 'K', 1, 2});
        byte[] damaged = archive.clone();
        Arrays.fill(damaged, directory / 2, directory / 2 + 200, (byte) 0xff);
        Path path = Files.write(folder.resolve("damaged.npz"), damaged);
        assertThatThrownBy(() -> {
                    try (NumpyFile file = NumpyFile.openNpz(path)) {
                        file.doubles("a");
                    }
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("'a");
    }

    /** A number that was changed in the archive, whichever and however it is packed, does not come out. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void changedNumbersOfAnArchiveAreRefused(boolean deflated) throws IOException {
        byte[] npy = Files.readAllBytes(npy(1, GOOD.replace("(1,)", "(1000,)"), new byte[4000]));
        byte[] archive = Files.readAllBytes(zip("a.npy", npy, deflated));
        int sum = indexOf(archive, new byte[] {'P', 'K', 1, 2}) + 16;
        archive[sum] ^= 1;
        Path path = Files.write(folder.resolve("changed.npz"), archive);
        try (NumpyFile file = NumpyFile.openNpz(path)) {
            assertThatThrownBy(() -> file.doubles("a"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("must have the CRC-32");
            try (NumpyRows rows = file.rows("a")) {
                assertThatThrownBy(() -> {
                            double[] row = new double[rows.width()];
                            while (rows.next(row)) {
                                assertThat(row).containsOnly(0);
                            }
                        })
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("must have the CRC-32");
            }
        }
    }

    @Test
    void aFileThatShrinksOrGrowsIsRefused() throws IOException {
        Path path = npy(1, GOOD, new byte[4]);
        byte[] whole = Files.readAllBytes(path);
        try (NumpyFile file = NumpyFile.openNpy(path)) {
            Files.write(path, Arrays.copyOf(whole, whole.length - 1));
            assertThatThrownBy(() -> file.doubles("array")).hasMessageContaining("ends 1 bytes or more before");
            Files.write(path, Arrays.copyOf(whole, whole.length + 1));
            assertThatThrownBy(() -> file.doubles("array")).hasMessageContaining("but goes on");
            Files.write(path, new byte[3]);
            assertThatThrownBy(() -> file.doubles("array")).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void boolsAreCheckedOneByOne() throws IOException {
        Path path = npy(1, GOOD.replace("<f4", "|b1"), new byte[] {2});
        try (NumpyFile file = NumpyFile.openNpy(path)) {
            assertThatThrownBy(() -> file.longs("array")).hasMessageContaining("element 0 must be 0 or 1, but is 2");
        }
    }

    private Path npy(int version, String header, byte[] data) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.US_ASCII);
        int start = version == 1 ? 10 : 12;
        ByteBuffer bytes =
                ByteBuffer.allocate(start + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) {
            bytes.putShort((short) text.length);
        } else {
            bytes.putInt(text.length);
        }
        return Files.write(
                folder.resolve("array.npy"), bytes.put(text).put(data).array());
    }

    private Path zip(String name, byte[] content, boolean deflated) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(deflated ? 9 : 0);
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
            zip.closeEntry();
        }
        return Files.write(folder.resolve("made.npz"), bytes.toByteArray());
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new AssertionError("not there");
    }
}
