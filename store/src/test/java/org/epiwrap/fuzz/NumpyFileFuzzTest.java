package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.epiwrap.store.NumpyFile;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.junit.jupiter.api.Tag;

/** Whatever bytes come in: either a refusal with a reason, or arrays that survive being written and read again. */
@Tag("fuzz")
class NumpyFileFuzzTest {

    /**
     * Reads hostile archives.
     *
     * @param input the text of a header, a zero byte and the numbers, if it begins with a brace, as an entry of an archive;
     *     else the bytes of an archive
     */
    @FuzzTest(maxDuration = "2m")
    void anyArchive(byte[] input) throws IOException {
        Path path = Files.createTempFile("fuzz", ".npz");
        Path copy = Files.createTempFile("fuzz-copy", ".npz");
        try {
            Files.write(path, input.length > 0 && input[0] == '{' ? archive(npy(input)) : input);
            try (NumpyFile file = NumpyFile.openNpz(path)) {
                checkCopy(file, copy);
            }
        } catch (StoreException refused) {
            String message = refused.getMessage();
            require(
                    message != null && message.matches("[^\\p{C}]+: [^\\p{Cc}\\p{Cf}\\p{Cs}]+"),
                    "a refusal without a clear reason: " + message);
        } finally {
            Files.delete(path);
            Files.delete(copy);
        }
    }

    private static byte[] npy(byte[] input) {
        int end = 0;
        while (end < input.length && input[end] != 0) {
            end++;
        }
        int data = Math.max(0, input.length - end - 1);
        return ByteBuffer.allocate(12 + end + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0x93)
                .put("NUMPY\2\0".getBytes(StandardCharsets.US_ASCII))
                .putInt(end)
                .put(input, 0, end)
                .put(input, input.length - data, data)
                .array();
    }

    private static byte[] archive(byte[] npy) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("a.npy"));
            zip.write(npy);
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }

    private static void checkCopy(NumpyFile file, Path copy) throws IOException {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (String name : file.names()) {
            if (name.isEmpty()) {
                return;
            }
            TensorInfo info = file.info(name);
            switch (info.type()) {
                case F16, BF16, F32, F64 -> writer.add(name, info.shape(), file.doubles(name));
                default -> writer.add(name, info.shape(), file.longs(name));
            }
        }
        writer.writeNpz(copy);
        try (NumpyFile back = NumpyFile.openNpz(copy)) {
            require(back.names().equals(file.names()), "the names have changed");
            for (String name : file.names()) {
                require(back.info(name).shape().equals(file.info(name).shape()), "a shape has changed");
                boolean equal = switch (file.info(name).type()) {
                    case F16, BF16, F32, F64 -> Arrays.equals(file.doubles(name), back.doubles(name));
                    default -> Arrays.equals(file.longs(name), back.longs(name));
                };
                require(equal, "values have changed");
            }
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
