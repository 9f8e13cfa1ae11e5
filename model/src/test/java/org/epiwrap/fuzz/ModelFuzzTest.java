package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.model.ArchitectureJson;
import org.epiwrap.model.StoredModel;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Tag;

/** Whatever a file claims: either a refusal with a reason, or what survives being stored. */
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
            checkReason(refused);
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
        Path path = Files.createTempFile("fuzz", ".safetensors");
        Path copy = Files.createTempFile("fuzz-copy", ".safetensors");
        try {
            Files.write(path, input.length > 0 && input[0] == '{' ? withLength(input) : input);
            try (StoredModel network = StoredModel.read(path)) {
                network.write(path);
            }
            try (StoredModel network = StoredModel.read(path)) {
                network.write(copy);
            }
            if (Files.mismatch(path, copy) >= 0) {
                throw new AssertionError("the network has changed");
            }
        } catch (StoreException refused) {
            checkReason(refused);
        } finally {
            Files.delete(path);
            Files.delete(copy);
        }
    }

    private static byte[] withLength(byte[] input) {
        int end = 0;
        while (end < input.length && input[end] != 0) {
            end++;
        }
        int data = Math.max(0, input.length - end - 1);
        return ByteBuffer.allocate(8 + end + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(end)
                .put(input, 0, end)
                .put(input, input.length - data, data)
                .array();
    }

    private static void checkReason(Exception refused) {
        String message = refused.getMessage();
        if (message == null || !message.matches("[^\\p{Cc}\\p{Cs}]*\\S[^\\p{Cc}\\p{Cs}]*")) {
            throw new AssertionError("a refusal without a clear reason", refused);
        }
    }
}
