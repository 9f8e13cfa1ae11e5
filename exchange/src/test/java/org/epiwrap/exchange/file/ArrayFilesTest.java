package org.epiwrap.exchange.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.epiwrap.exchange.Fixtures;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayFilesTest {
    @TempDir
    private Path folder;

    @Test
    void whatAFileIsShowsInItsFirstBytes() throws IOException {
        Path npz = folder.resolve("a.weights");
        NumpyFileWriter.create().add("x", Shape.of(1), new float[] {1}).writeNpz(npz);
        try (ArrayFile file = ArrayFiles.open(npz)) {
            assertThat(file.doubles("x")).containsExactly(1);
        }
        Path tensors = folder.resolve("b.weights");
        TensorFileWriter.create().add("x", Shape.of(1), new float[] {2}).writeTo(tensors);
        try (ArrayFile file = ArrayFiles.open(tensors)) {
            assertThat(file.doubles("x")).containsExactly(2);
        }
        Path numpy = Files.write(folder.resolve("c.weights"), npy(npz));
        try (ArrayFile file = ArrayFiles.open(numpy)) {
            assertThat(file.doubles("c.weights")).containsExactly(1);
        }
    }

    private static byte[] npy(Path npz) throws IOException {
        try (ZipFile zip = new ZipFile(npz.toFile())) {
            return zip.getInputStream(zip.getEntry("x.npy")).readAllBytes();
        }
    }

    @Test
    void picklesAreRefusedWhateverTheirName() throws IOException {
        Path plain = Files.write(folder.resolve("weights.npz"), new byte[] {(byte) 0x80, 4, (byte) 0x95, 1, 0});
        assertThatThrownBy(() -> ArrayFiles.open(plain)).hasMessageContaining("it is a pickle");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("archive/data.pkl"));
            zip.closeEntry();
        }
        Path torch = Files.write(folder.resolve("torch.npz"), bytes.toByteArray());
        assertThatThrownBy(() -> ArrayFiles.open(torch))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("torch.load(\"torch.npz\", map_location=\"cpu\", weights_only=True)")
                .hasMessageContaining("numpy.savez(\"torch-numbers.npz\"");
        Path checkpoint = Files.write(folder.resolve("last.ckpt"), bytes.toByteArray());
        assertThatThrownBy(() -> ArrayFiles.open(checkpoint))
                .hasMessageContaining("weights_only=True)[\"state_dict\"]; numpy.savez(\"last.npz\"")
                .hasMessageContaining("value.float().numpy() where numbers are of the type bfloat16");
        for (String name : new String[] {"a.pkl", "a.pickle", "a.joblib"}) {
            Path other = Files.write(folder.resolve(name), new byte[] {(byte) 0x80, 4});
            assertThatThrownBy(() -> ArrayFiles.open(other))
                    .hasMessageContaining("load it with the library that wrote it, then call numpy.savez(\"a.npz\"")
                    .message()
                    .doesNotContain("torch");
        }
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            zip.putNextEntry(new ZipEntry("config.json"));
            zip.putNextEntry(new ZipEntry("model.weights.h5"));
        }
        Path keras = Files.write(folder.resolve("model.keras"), archive.toByteArray());
        assertThatThrownBy(() -> ArrayFiles.open(keras))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("it is a Keras archive, which holds its numbers in model.weights.h5");
        Path damaged = Files.writeString(folder.resolve("damaged.npz"), "PK, but no archive");
        assertThatThrownBy(() -> ArrayFiles.open(damaged)).hasMessageContaining("must be a zip archive");
    }

    /** {@code pickle.dumps({'a': 1}, protocol)} for protocols 0, 1 and 4, and {@code pickle.dumps(1, 0)}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(dp0\nVa\np1\nI1\ns.",
                "I1\n.",
                "}q\0X\1\0\0\0aq\1K\1s.",
                "\200\4\225\n\0\0\0\0\0\0\0}\224\214\1a\224K\1s."
            })
    void shortAndOldPicklesAreCalledSo(String content) throws IOException {
        Path file = Files.write(folder.resolve("weights.npz"), content.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ArrayFiles.open(file))
                .hasMessageContaining("it is a pickle")
                .hasMessageContaining("numpy.savez(\"weights-numbers.npz\"");
    }

    @Test
    void aHeaderWhoseLengthLooksLikeAPickleIsNone() throws IOException {
        Path file = folder.resolve("long.safetensors");
        // The length of the header becomes 0x010280.
        int length = 0x010280;
        String json = "{\"x\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}";
        byte[] bytes = new byte[8 + length + 1];
        Arrays.fill(bytes, (byte) ' ');
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(json.getBytes(StandardCharsets.US_ASCII));
        Files.write(file, bytes);
        try (ArrayFile arrays = ArrayFiles.open(file)) {
            assertThat(arrays.longs("x")).containsExactly(' ');
        }
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThatThrownBy(() -> ArrayFiles.open(folder.resolve("none"))).hasMessageContaining("no such file");
        assertThatThrownBy(() -> ArrayFiles.open(Path.of("/dev/null")))
                .hasMessageContaining("must be a file or a folder");
    }

    @Test
    void anEmptyFileIsNoFileOfArrays() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThatThrownBy(() -> ArrayFiles.open(empty)).isInstanceOf(StoreException.class);
    }

    @Test
    void hdf5HasPathsForNames() throws IOException {
        Path path = folder.resolve("a.h5");
        try (WritableHdfFile file = HdfFile.write(path)) {
            file.putDataset("whole", new int[] {1, -2});
            file.putDataset("double", new double[][] {{1, 2, 3}, {4, 5, 6.5}});
            file.putDataset("text", new String[] {"left out"});
            file.putGroup("group").putDataset("single", new float[] {0.5f});
        }
        try (ArrayFile file = ArrayFiles.open(path)) {
            assertThat(file.path()).isEqualTo(path);
            assertThat(file.names()).containsExactlyInAnyOrder("whole", "double", "group/single");
            assertThat(file.info("double")).isEqualTo(new TensorInfo(DataType.F64, Shape.of(2, 3)));
            assertThat(file.info("group/single").type()).isEqualTo(DataType.F32);
            assertThat(file.doubles("double")).containsExactly(1, 2, 3, 4, 5, 6.5);
            assertThat(file.longs("whole")).containsExactly(1, -2);
            assertThatThrownBy(() -> file.info("none")).hasMessageContaining("there is no array none");
        }
    }

    @Test
    void layersComeInTheOrderThatKerasLists() throws IOException {
        try (ArrayFile file = ArrayFiles.open(Fixtures.file("tfp_optimizer.h5"))) {
            assertThat(file.keepsOrder()).isTrue();
        }
        try (ArrayFile file = ArrayFiles.open(Fixtures.file("tfp.weights.h5"))) {
            assertThat(file.keepsOrder()).isFalse();
        }
        Path path = folder.resolve("a.h5");
        try (WritableHdfFile file = HdfFile.write(path)) {
            file.putAttribute("layer_names", new String[] {"z", "missing", "a"});
            file.putGroup("a").putDataset("x", new float[] {1});
            file.putGroup("z").putDataset("x", new float[] {1});
            file.putGroup("b").putDataset("x", new float[] {1});
        }
        try (ArrayFile file = ArrayFiles.open(path)) {
            assertThat(file.names()).containsExactly("z/x", "a/x", "b/x");
        }
    }

    @Test
    void hostileHdf5IsRefusedBeforeMemoryIsTaken() throws IOException {
        // Written by make.py: a group inside itself, a chunk of 2^30 bytes, numbers whose format is not IEEE's.
        refused("hdf5_cycle.h5", "each group must be inside one other, but a/again/ is in several");
        refused("hdf5_chunk.h5", "the chunks of array x must have at most ");
        refused("hdf5_brain.h5", "array x must be of half, single or double precision");
        refused("hdf5_wide_integer.h5", "array x must have whole numbers of 1, 2, 4 or 8 bytes, but has 3");
        refused("hdf5_large.h5", "array x must have a size that the file has room for");
    }

    @Test
    void deflatedAndShuffledHdf5IsRead() throws IOException {
        double[] ramp = IntStream.range(0, 1000).asDoubleStream().toArray();
        try (ArrayFile file = ArrayFiles.open(Fixtures.file("hdf5_packed.h5"))) {
            assertThat(file.doubles("x")).containsExactly(ramp);
            assertThat(file.doubles("y")).containsExactly(ramp);
        }
    }

    @Test
    void otherFiltersOfHdf5AreRefusedBeforeTheyRun() throws IOException {
        String rule = "array x must be packed by deflate and shuffle at most, each once, but is packed by ";
        refused("hdf5_lzf.h5", rule + "lzf");
        refused("hdf5_fletcher.h5", rule + "fletcher32");
        refused("hdf5_deflated_twice.h5", rule + "deflate after others");
        // The filters that need lz4: as the numbers of the one before, which h5py can write.
        byte[] bytes = Files.readAllBytes(Fixtures.file("hdf5_lzf.h5"));
        int lzf = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\0}\b\0\1");
        for (int id : new int[] {32004, 32008, 32015}) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(lzf, (short) id);
            Path path = Files.write(folder.resolve(id + ".h5"), bytes);
            assertThatThrownBy(() -> ArrayFiles.open(path)).isInstanceOf(StoreException.class);
        }
        assertThatThrownBy(() -> Class.forName("net.jpountz.lz4.LZ4Factory"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void hdf5ThatUnpacksBeyondItsSizeIsRefused() throws IOException {
        refused("hdf5_shared.h5", "all arrays together must have a size that the file has room for");
        try (ArrayFile file = ArrayFiles.open(Fixtures.file("hdf5_bomb.h5"))) {
            assertThatThrownBy(() -> file.doubles("x"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("a chunk must unpack to at most 67108864 bytes");
        }
    }

    private static void refused(String name, String problem) {
        assertThatThrownBy(() -> ArrayFiles.open(Fixtures.file(name)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void hdf5OfMoreThanAnArrayIsRefused() throws IOException {
        Path path = Files.copy(Fixtures.file("tfp.h5"), folder.resolve("large.h5"));
        // No more of it is on the disk than before.
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), 1L << 31);
        }
        assertThatThrownBy(() -> ArrayFiles.open(path)).hasMessageContaining("must have at most 2147483647 bytes");
    }

    @Test
    void groupsLieNotTooDeep() throws IOException {
        Path path = folder.resolve("deep.h5");
        try (WritableHdfFile file = HdfFile.write(path)) {
            file.putAttribute("layer_names", "not a list");
            WritableGroup group = file.putGroup("a");
            for (int i = 0; i < 40; i++) {
                group = group.putGroup("a");
            }
        }
        assertThatThrownBy(() -> ArrayFiles.open(path)).hasMessageContaining("at most 32 deep inside each other");
    }

    @Test
    void smallWholeNumbersHaveRoom() throws IOException {
        Path path = folder.resolve("bytes.h5");
        byte[] bytes = new byte[100_000];
        bytes[99_999] = 7;
        try (WritableHdfFile file = HdfFile.write(path)) {
            file.putDataset("bytes", bytes);
        }
        try (ArrayFile file = ArrayFiles.open(path)) {
            assertThat(file.longs("bytes")).hasSize(100_000).endsWith(7);
        }
    }

    @Test
    void wholeNumbersBeyondTheRangeOfLongAreRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(Fixtures.file("tfp.h5"));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        // The number of iterations becomes one of 64 bits without a sign, all of which are set.
        bytes[text.indexOf("\u0010\b\0\0\b\0\0\0") + 1] = 0;
        int value = text.indexOf("\u0007\0\0\0\0\0\0\0");
        Arrays.fill(bytes, value, value + 8, (byte) 0xff);
        Path path = Files.write(folder.resolve("unsigned.h5"), bytes);
        try (ArrayFile file = ArrayFiles.open(path)) {
            assertThatThrownBy(() -> file.longs("optimizer_weights/iterations:0"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("element 0 must be at most 2^63 - 1, but is 18446744073709551615");
        }
    }

    @Test
    void damagedHdf5IsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(Fixtures.file("tfp.h5"));
        for (int bytes : new int[] {9, 40, 100, 1000, 4000, whole.length - 2000}) {
            Path path = Files.write(folder.resolve("short.h5"), Arrays.copyOf(whole, bytes));
            assertThatThrownBy(() -> {
                        try (ArrayFile file = ArrayFiles.open(path)) {
                            for (String name : file.names()) {
                                file.doubles(name);
                            }
                        }
                    })
                    .as(bytes + " bytes")
                    .isInstanceOf(StoreException.class);
        }
    }
}
