package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever a file claims: either a refusal with a reason, or what survives being stored. */
@Tag("fuzz")
class ModelFuzzTest {
    private static final Pattern REASON = Pattern.compile("[^\\p{Cc}\\p{Cs}]*\\S[^\\p{Cc}\\p{Cs}]*");
    private static final ObjectMapper JSON = new ObjectMapper();

    @FuzzTest(maxDuration = "2m")
    void anyArchitecture(byte[] input) throws IOException {
        JsonNode node;
        try {
            node = JSON.readTree(input);
        } catch (IOException notJson) {
            return;
        }
        try {
            Architecture architecture = ArchitectureJson.read(node);
            BayesianNetwork.shapes(architecture, Bias.BAYESIAN);
            if (!ArchitectureJson.read(ArchitectureJson.write(architecture)).equals(architecture)) {
                throw new AssertionError("the architecture has changed");
            }
        } catch (IllegalArgumentException refused) {
            HostileFile.checkReason(refused, REASON);
        }
    }

    /**
     * Reads hostile files.
     *
     * @param input a header, a zero byte and the data, if it begins with a brace, so that the search need not guess the
     *     header's length; else the bytes of a file
     */
    @FuzzTest(maxDuration = "2m")
    void anyFile(byte[] input) throws IOException {
        byte[] bytes =
                input.length > 0 && input[0] == '{' ? HostileFile.withHeaderLength(input, new byte[0], 8) : input;
        HostileFile.use(bytes, ".safetensors", StoreException.class, REASON, (path, copy) -> {
            try (StoredModel network = StoredModel.read(path)) {
                network.write(path);
            }
            try (StoredModel network = StoredModel.read(path)) {
                network.write(copy);
            }
            if (Files.mismatch(path, copy) >= 0) {
                throw new AssertionError("the network has changed");
            }
        });
    }
}
