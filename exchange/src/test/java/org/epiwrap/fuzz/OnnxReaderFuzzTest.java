package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever graph a file holds: it is a network, or refused with a reason, and no name reaches a terminal raw. */
@Tag("fuzz")
class OnnxReaderFuzzTest {

    /** Imports hostile graphs, in a process whose memory is small. */
    @FuzzTest(maxDuration = "2m")
    void anyGraph(byte[] input) throws IOException {
        HostileFile.use(input, ".onnx", StoreException.class, VisibleText.LINE, (path, copy) -> {
            try (ImportedNetwork imported =
                    NetworkImporter.read(path, ImportOptions.withDefaults().withSigma(0.1))) {
                VisibleText.check(imported.report().text());
            }
        });
    }
}
