package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.Arrays;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever bytes come after the start of an HDF5 file: a refusal with a reason, or arrays of the sizes it says. */
@Tag("fuzz")
class Hdf5FileFuzzTest {
    private static final byte[] START = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

    /**
     * Reads hostile files, in a process whose memory is small.
     *
     * @param input the bytes of a file, whose first eight are put right
     */
    @FuzzTest(maxDuration = "2m")
    void anyFile(byte[] input) throws IOException {
        byte[] bytes = Arrays.copyOf(input, Math.max(input.length, START.length));
        System.arraycopy(START, 0, bytes, 0, START.length);
        HostileFile.use(bytes, ".h5", StoreException.class, VisibleText.LINE, (path, copy) -> {
            try (ArrayFile file = ArrayFiles.open(path)) {
                for (String name : file.names()) {
                    read(file, name);
                }
            }
        });
    }

    private static void read(ArrayFile file, String name) throws IOException {
        TensorInfo info = file.info(name);
        int length = switch (info.type()) {
            case F16, F32, F64 -> file.doubles(name).length;
            default -> file.longs(name).length;
        };
        if (length != info.shape().elements()) {
            throw new AssertionError("another size than it says");
        }
    }
}
