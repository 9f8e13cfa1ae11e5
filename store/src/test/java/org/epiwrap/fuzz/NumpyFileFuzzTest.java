package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.numpy.NumpyFile;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever bytes come in: either a refusal with a reason, or arrays that survive being written and read again. */
@Tag("fuzz")
class NumpyFileFuzzTest {
    /** Of version 2, whose header may be long. */
    private static final byte[] START = "\u0093NUMPY\2\0".getBytes(StandardCharsets.ISO_8859_1);

    /**
     * Reads hostile archives.
     *
     * @param input the text of a header, a zero byte and the numbers, if it begins with a brace, as an entry of an archive;
     *     else the bytes of an archive
     */
    @FuzzTest(maxDuration = "2m")
    void anyArchive(byte[] input) throws IOException {
        byte[] bytes = input.length > 0 && input[0] == '{'
                ? archive(HostileFile.withHeaderLength(input, START, Integer.BYTES))
                : input;
        HostileFile.use(bytes, ".npz", StoreException.class, TensorFileFuzzTest.REASON, (path, copy) -> {
            try (NumpyFile file = NumpyFile.openNpz(path)) {
                checkCopy(file, copy);
            }
        });
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
            TensorFileFuzzTest.checkEqual(file, back);
        }
    }
}
