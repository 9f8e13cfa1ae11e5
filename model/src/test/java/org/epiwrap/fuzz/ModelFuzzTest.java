package org.epiwrap.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.model.manifest.Identity;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.HostileFile;
import org.junit.jupiter.api.Tag;

/** Whatever a file claims: either a refusal with a reason, or what survives being stored. */
@Tag("fuzz")
class ModelFuzzTest {
    private static final Pattern REASON = Pattern.compile("[^\\p{Cc}\\p{Cs}]*\\S[^\\p{Cc}\\p{Cs}]*");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Identity SEVEN = new Identity(
            Architecture.mlp(Volume.features(7), 2, 2),
            Bias.POINT,
            RunSeeds.of(1),
            PictureInput.unit(Volume.features(7)));

    private static Optional<JsonNode> json(byte[] input) {
        try {
            return Optional.ofNullable(JSON.readTree(input));
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    @FuzzTest(maxDuration = "2m")
    void anyArchitecture(byte[] input) {
        Optional<JsonNode> node = json(input);
        if (node.isEmpty()) {
            return;
        }
        try {
            Architecture architecture = ArchitectureJson.read(node.get());
            BayesianNetwork.shapes(architecture, Bias.BAYESIAN);
            if (!ArchitectureJson.read(ArchitectureJson.write(architecture)).equals(architecture)) {
                throw new AssertionError("the architecture has changed");
            }
        } catch (IllegalArgumentException refused) {
            HostileFile.checkReason(refused, REASON);
        }
    }

    /** Reads hostile schemas of tables, for a network that receives seven numbers. */
    @FuzzTest(maxDuration = "2m")
    void anySchema(byte[] input) throws IOException {
        Optional<JsonNode> schema = json(input);
        if (schema.isEmpty()) {
            return;
        }
        ObjectNode manifest = SEVEN.write(Kind.BAYESIAN_NETWORK);
        manifest.remove("normalisation");
        manifest.set("table", schema.get());
        Identity identity;
        try {
            identity = Identity.read(Fields.of("manifest", manifest), Kind.BAYESIAN_NETWORK);
        } catch (IllegalArgumentException refused) {
            HostileFile.checkReason(refused, REASON);
            return;
        }
        JsonNode written = JSON.readTree(identity.write(Kind.BAYESIAN_NETWORK).toString());
        if (!Identity.read(Fields.of("manifest", written), Kind.BAYESIAN_NETWORK)
                .equals(identity)) {
            throw new AssertionError("the schema has changed");
        }
        for (float[] row : identity.input().probes(4, 1)) {
            float[] received = new float[identity.input().shape().size()];
            identity.input().encode(row, received, 0);
            for (float number : received) {
                if (!Float.isFinite(number)) {
                    throw new AssertionError("the network receives " + number);
                }
            }
        }
    }

    /** Reads hostile files. */
    @FuzzTest(maxDuration = "2m")
    void anyFile(byte[] input) throws IOException {
        byte[] bytes = HostileFile.safetensors(input);
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
