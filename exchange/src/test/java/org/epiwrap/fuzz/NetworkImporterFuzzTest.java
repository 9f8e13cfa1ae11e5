package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Tag;

/** Whatever arrays a file holds: they are a network, or refused with a reason, and no name reaches a terminal raw. */
@Tag("fuzz")
class NetworkImporterFuzzTest {
    private static final List<ImportOptions> OPTIONS = List.of(
            ImportOptions.withDefaults(),
            ImportOptions.withDefaults().with(Architecture.mlp(Volume.features(5), 2, 3, 4)));

    /** Imports hostile files, in a process whose memory is small: with and without a known architecture. */
    @FuzzTest(maxDuration = "2m")
    void anyNetwork(byte[] input) throws IOException {
        Path path = Files.createTempFile("fuzz", ".arrays");
        try {
            Files.write(path, input);
            for (ImportOptions options : OPTIONS) {
                checkRead(path, options);
            }
        } finally {
            Files.delete(path);
        }
    }

    private static void checkRead(Path path, ImportOptions options) throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(path, options)) {
            imported.report().text().lines().forEach(NetworkImporterFuzzTest::checkVisible);
        } catch (StoreException refused) {
            checkVisible(String.valueOf(refused.getMessage()));
        }
    }

    private static void checkVisible(String line) {
        if (!line.matches("[^\\p{Cc}\\p{Cf}\\p{Cs}]+")) {
            throw new AssertionError("a line that is empty or could command a terminal: " + line);
        }
    }
}
