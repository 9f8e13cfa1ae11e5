package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.epiwrap.model.ArchitectureJson;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Bias;
import org.junit.jupiter.api.Tag;

/** Whatever architecture a file claims: either a refusal with a reason, or one that survives being stored. */
@Tag("fuzz")
class ModelFuzzTest {
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
            if (refused.getMessage() == null || refused.getMessage().isBlank()) {
                throw new AssertionError("a refusal without a reason", refused);
            }
        }
    }
}
