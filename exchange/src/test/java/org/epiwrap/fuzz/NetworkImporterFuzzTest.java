package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.HostileFile;
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
        for (ImportOptions options : OPTIONS) {
            HostileFile.use(input, ".arrays", StoreException.class, VisibleText.LINE, (path, copy) -> {
                try (ImportedNetwork imported = NetworkImporter.read(path, options)) {
                    VisibleText.check(imported.report().text());
                }
            });
        }
    }
}
