package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Tag;

/** Whatever bytes a file begins with and goes on with: it is opened, or refused with a reason. */
@Tag("fuzz")
class ArrayFilesFuzzTest {

    /** Opens hostile files of any kind, in a process whose memory is small. */
    @FuzzTest(maxDuration = "2m")
    void anyFile(byte[] input) throws IOException {
        Path path = Files.createTempFile("fuzz", ".arrays");
        try {
            Files.write(path, input);
            try (ArrayFile file = ArrayFiles.open(path)) {
                for (String name : file.names()) {
                    file.info(name);
                }
            }
        } catch (StoreException refused) {
            String message = refused.getMessage();
            if (message == null || !message.matches("[^\\p{Cc}\\p{Cf}\\p{Cs}]+")) {
                throw new AssertionError("a refusal without a clear reason: " + message, refused);
            }
        } finally {
            Files.delete(path);
        }
    }
}
