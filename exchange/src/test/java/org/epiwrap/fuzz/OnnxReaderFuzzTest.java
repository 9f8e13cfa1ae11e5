package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Tag;

/** Whatever graph a file holds: it is a network, or refused with a reason, and no name reaches a terminal raw. */
@Tag("fuzz")
class OnnxReaderFuzzTest {

    /** Imports hostile graphs, in a process whose memory is small. */
    @FuzzTest(maxDuration = "2m")
    void anyGraph(byte[] input) throws IOException {
        Path path = Files.createTempFile("fuzz", ".onnx");
        try {
            Files.write(path, input);
            try (ImportedNetwork imported =
                    NetworkImporter.read(path, ImportOptions.withDefaults().withSigma(0.1))) {
                imported.report().text().lines().forEach(OnnxReaderFuzzTest::checkVisible);
            }
        } catch (StoreException refused) {
            checkVisible(String.valueOf(refused.getMessage()));
        } finally {
            Files.delete(path);
        }
    }

    private static void checkVisible(String line) {
        if (!line.matches("[^\\p{Cc}\\p{Cf}\\p{Cs}]+")) {
            throw new AssertionError("a line that is empty or could command a terminal: " + line);
        }
    }
}
