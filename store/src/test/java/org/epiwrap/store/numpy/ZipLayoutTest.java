package org.epiwrap.store.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.zip.CRC32;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives put together byte by byte. */
class ZipLayoutTest {
    private static final byte[] ARRAY = array();

    @TempDir
    private Path folder;

    private final ByteBuffer out = ByteBuffer.allocate(10_000).order(ByteOrder.LITTLE_ENDIAN);

    private static byte[] array() {
        byte[] header = NumpyHeader.write(new TensorInfo(DataType.F32, Shape.of(2)));
        byte[] array = Arrays.copyOf(header, header.length + 8);
        ByteBuffer.wrap(array)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(header.length, 1.5f)
                .putFloat(header.length + 4, -2);
        return array;
    }

    private static int crc() {
        CRC32 crc = new CRC32();
        crc.update(ARRAY);
        return (int) crc.getValue();
    }

    /** An entry's own header and its bytes. */
    private int local(String name) {
        int at = out.position();
        out.putInt(0x04034b50)
                .putShort((short) 45)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(0)
                .putInt(crc());
        // Sizes are in the field of 64 bits, as numpy's savez has it.
        out.putInt(-1).putInt(-1).putShort((short) name.length()).putShort((short) 20);
        out.put(name.getBytes(StandardCharsets.US_ASCII));
        out.putShort((short) 1).putShort((short) 16).putLong(ARRAY.length).putLong(ARRAY.length);
        out.put(ARRAY);
        return at;
    }

    /** An entry of the directory with all its numbers in 64 bits. */
    private void listed64(String name, long size, long packed, long at) {
        listed(name, 28);
        out.putInt(out.position() - name.length() - 46 + 42, -1);
        out.putShort((short) 1)
                .putShort((short) 24)
                .putLong(size)
                .putLong(packed)
                .putLong(at);
    }

    private void listed(String name, int extra) {
        out.putInt(0x02014b50)
                .putShort((short) 45)
                .putShort((short) 45)
                .putShort((short) 0)
                .putShort((short) 0);
        out.putInt(0)
                .putInt(crc())
                .putInt(-1)
                .putInt(-1)
                .putShort((short) name.length())
                .putShort((short) extra);
        out.putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(0)
                .putInt(0);
        out.put(name.getBytes(StandardCharsets.US_ASCII));
    }

    private void listed32(String name, int at) {
        int start = out.position();
        listed(name, 0);
        out.putInt(start + 20, ARRAY.length).putInt(start + 24, ARRAY.length).putInt(start + 42, at);
    }

    private void end64(int directory, int entries) {
        int at = out.position();
        out.putInt(0x06064b50)
                .putLong(44)
                .putShort((short) 45)
                .putShort((short) 45)
                .putInt(0)
                .putInt(0);
        out.putLong(entries).putLong(entries).putLong(at - directory).putLong(directory);
        out.putInt(0x07064b50).putInt(0).putLong(at).putInt(1);
        end(-1, -1, -1);
    }

    private void end(int directory, int bytes, int entries) {
        out.putInt(0x06054b50).putInt(0).putShort((short) entries).putShort((short) entries);
        out.putInt(bytes).putInt(directory).putShort((short) 0);
    }

    private Path written() throws IOException {
        return Files.write(folder.resolve("a.npz"), Arrays.copyOf(out.array(), out.position()));
    }

    @Test
    void anArchiveOf64BitsIsRead() throws IOException {
        int first = local("a.npy");
        int second = local("b.npy");
        int directory = out.position();
        listed64("a.npy", ARRAY.length, ARRAY.length, first);
        listed64("b.npy", ARRAY.length, ARRAY.length, second);
        end64(directory, 2);
        try (NumpyFile file = NumpyFile.openNpz(written())) {
            assertThat(file.names()).containsExactly("a", "b");
            assertThat(file.keepsOrder()).isTrue();
            assertThat(file.doubles("b")).containsExactly(1.5, -2);
        }
    }

    @Test
    void moreThan4GibibytesAreRefusedBeforeTheyAreRead() throws IOException {
        int first = local("a.npy");
        int directory = out.position();
        listed64("a.npy", 5L << 30, 5L << 30, first);
        end64(directory, 1);
        Path path = written();
        assertThatThrownBy(() -> NumpyFile.openNpz(path)).isInstanceOf(StoreException.class);
    }

    @Test
    void entriesThatShareBytesAreRefused() throws IOException {
        int first = local("a.npy");
        int directory = out.position();
        listed32("a.npy", first);
        listed32("a.npy", first);
        byte[] name = "b.npy".getBytes(StandardCharsets.US_ASCII);
        out.put(out.position() - 5, name);
        end(directory, out.position() - directory, 2);
        Path path = written();
        assertThatThrownBy(() -> NumpyFile.openNpz(path))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("each entry must have bytes of its own, but byte 0 is in two");
    }

    @Test
    void aCommentMayFollow() throws IOException {
        refusedIf("", none -> {
            out.putShort(out.position() - 2, (short) 3).put(new byte[] {1, 2, 3});
        });
    }

    @Test
    void everyNumberOfTheDirectoryIsChecked() throws IOException {
        refusedIf("as many entries as it declares, 3, but lists 1", end -> out.putShort(end + 10, (short) 3));
        refusedIf("", end -> {});
        // The directory begins before it ends.
        refusedIf("the directory must end at byte|must be a zip archive", end -> out.putInt(end + 16, 7));
        refusedIf("must end at byte|must be a zip archive", end -> out.putInt(end + 12, -5));
        int entry = 46 + 5;
        refusedIf("must begin an entry", end -> out.putInt(end - entry + 42, 3));
        refusedIf(
                "an entry must lie inside the file|must be a zip archive", end -> out.putInt(end - entry + 42, 9_999));
        refusedIf("must end inside the file|must end before the directory", end -> out.putInt(end - entry + 20, 9_999));
        refusedIf("must end before the directory", end -> out.putInt(end - entry + 20, ARRAY.length + 60));
    }

    /** An archive of one entry in 32 bits that something is changed in; no problem means that it is read. */
    private void refusedIf(String problem, IntConsumer change) throws IOException {
        Arrays.fill(out.clear().array(), (byte) 0);
        int first = local("a.npy");
        int directory = out.position();
        listed32("a.npy", first);
        int end = out.position();
        end(directory, end - directory, 1);
        change.accept(end);
        Path path = written();
        if (problem.isEmpty()) {
            try (NumpyFile file = NumpyFile.openNpz(path)) {
                assertThat(file.doubles("a")).containsExactly(1.5, -2);
            }
        } else {
            assertThatThrownBy(() -> ZipLayout.check(path))
                    .isInstanceOf(StoreException.class)
                    .message()
                    .containsPattern(problem);
            assertThatThrownBy(() -> NumpyFile.openNpz(path)).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void aDirectoryHasEntriesAlone() throws IOException {
        Path none = Files.write(folder.resolve("none.npz"), new byte[50]);
        assertThatThrownBy(() -> ZipLayout.check(none)).hasMessageContaining("there must be an end of the directory");
        int first = local("a.npy");
        int directory = out.position();
        listed32("a.npy", first);
        out.put(new byte[10]);
        end(directory, out.position() - directory, 1);
        assertThatThrownBy(() -> ZipLayout.check(written())).hasMessageContaining("begins none");
        out.clear();
        listed32("a.npy", 0);
        out.putShort(32, (short) 99);
        end(0, out.position(), 1);
        assertThatThrownBy(() -> ZipLayout.check(written())).hasMessageContaining("must end inside it");
        out.clear();
        local("a.npy");
        directory = out.position();
        listed64("a.npy", 1, 1, 0);
        end64(directory, 1);
        out.putLong(out.position() - 22 - 20 + 8, 5);
        assertThatThrownBy(() -> ZipLayout.check(written()))
                .hasMessageContaining("a directory of 64 bits must be at byte 5");
        out.putLong(out.position() - 22 - 20 + 8, -5);
        assertThatThrownBy(() -> ZipLayout.check(written())).hasMessageContaining("from byte -5 on");
    }
}
