package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever bytes a file begins with and goes on with: it is opened, or refused with a reason. */
@Tag("fuzz")
class ArrayFilesFuzzTest {

    /** Opens hostile files of any kind, in a process whose memory is small. */
    @FuzzTest(maxDuration = "2m")
    void anyFile(byte[] input) throws IOException {
        HostileFile.use(input, ".arrays", StoreException.class, VisibleText.LINE, (path, copy) -> {
            try (ArrayFile file = ArrayFiles.open(path)) {
                for (String name : file.names()) {
                    file.info(name);
                }
            }
        });
    }
}
