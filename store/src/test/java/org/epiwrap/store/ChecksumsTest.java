package org.epiwrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumsTest {
    private static final String HEADER =
            "the header with the manifest must have the SHA-256 stored with it, but has changed since it was written";

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private byte[] bytes = new byte[0];

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("model.safetensors");
        writer().writeTo(file);
        bytes = Files.readAllBytes(file);
    }

    private static TensorFileWriter writer() {
        return TensorFileWriter.create()
                .manifest(Manifest.of(JsonNodeFactory.instance.objectNode().put("rate", 0.1)))
                .metadata("note", "a\"b")
                .add("weights", Shape.of(2, 3), new float[] {1, 2, 3, 4, 5, 6})
                .add("none", Shape.of(0), new float[0])
                .add("counts", Shape.of(2), new long[] {7, 8});
    }

    private static void read(Path path) throws IOException {
        try (TensorFile stored = TensorFile.open(path)) {
            Manifest.read(stored);
            assertThat(stored.verification()).isEqualTo(Verification.VERIFIED);
            stored.floats("weights");
            stored.floats("none");
            stored.longs("counts");
        }
    }

    @Test
    void whatWasWrittenIsVerified() throws Exception {
        read(file);
        Path again = folder.resolve("again");
        writer().writeTo(again);
        assertThat(again).hasSameBinaryContentAs(file);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        byte[] counts = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(7)
                .putLong(8)
                .array();
        try (TensorFile stored = TensorFile.open(file)) {
            assertThat(new ObjectMapper()
                            .readTree(stored.metadata().get("epiwrap"))
                            .at("/tensors/counts")
                            .textValue())
                    .isEqualTo(HexFormat.of().formatHex(sha256.digest(counts)));
        }
    }

    @Test
    void everyFlippedBitIsRefused() throws IOException {
        int data = bytes.length - 40;
        for (int i = 0; i < bytes.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = bytes.clone();
                changed[i] ^= (byte) (1 << bit);
                Files.write(file, changed);
                String part = i < data ? "" : i < data + 16 ? "tensor 'counts' must" : "tensor 'weights' must";
                assertThatThrownBy(() -> read(file))
                        .as("byte %d, bit %d", i, bit)
                        .isInstanceOf(StoreException.class)
                        .hasMessageStartingWith(file + ": " + part);
            }
        }
    }

    @Test
    void everyOtherLengthIsRefused() throws IOException {
        for (int length = 0; length <= bytes.length + 8; length++) {
            if (length != bytes.length) {
                Files.write(file, Arrays.copyOf(bytes, length));
                assertThatThrownBy(() -> read(file)).as("%d bytes", length).isInstanceOf(StoreException.class);
            }
        }
    }

    /** Changes that leave every tensor's bytes, and every meaning that JSON has, as they were. */
    @Test
    void notEvenTheSpellingOfTheHeaderMayChange() throws IOException {
        refused(HEADER, header -> header.replace("{\"__meta", "{ \"__meta"));
        refused(HEADER, header -> header + "        ");
        refused(HEADER, header -> header.replace("\"note\"", "\"not\\u0065\""));
        refused(HEADER, header -> header.replace("\"dtype\":\"F32\",\"shape\":[0]", "\"shape\":[0],\"dtype\":\"F32\""));
        refused(
                HEADER,
                header -> header.replace(",\"note\":\"a\\\"b\"", "")
                        .replace("\"__metadata__\":{", "\"__metadata__\":{\"note\":\"a\\\"b\","));
    }

    @Test
    void namesTypesShapesAndTextsAreBound() throws IOException {
        refused(HEADER, header -> header.replace("\"note\":\"a", "\"note\":\"c"));
        refused(HEADER, header -> header.replace(",\"note\":\"a\\\"b\"", ""));
        refused(HEADER, header -> header.replace("[2,3]", "[3,2]"));
        refused(HEADER, header -> header.replace("I64", "U64"));
        refused(HEADER, header -> header.replace("\"none\":{", "\"nine\":{"));
        refused(HEADER, header -> header.replace("rate", "Rate"));
    }

    @Test
    void hashesCannotBeLeftOut() throws IOException {
        refused(
                "a file of format 2 must hold the SHA-256 of its header under 'epiwrap.sha256', but does not",
                header -> header.replace("epiwrap.sha256", "epiwrap-sha256"));
        refused(HEADER, header -> header.replace("\\\"format\\\":2", "\\\"format\\\":1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer().metadata("epiwrap.sha256", "0"))
                .withMessage("metadata 'epiwrap.sha256' must not be given, since it is computed with a manifest");
    }

    @Test
    void aManifestMustGiveTheHashOfEachTensor() throws IOException {
        Header header = new Header(Map.of("epiwrap", "{\"format\":2,\"tensors\":{\"other\":\"0\"}}"), Map.of());
        Files.write(file, Checksums.headerBytes(header));
        assertThatThrownBy(() -> TensorFile.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessage(file + ": the manifest must hold the SHA-256 of each tensor, and of nothing else");
        Files.write(file, Checksums.headerBytes(new Header(Map.of("epiwrap", "{\"format\":1}"), Map.of())));
        try (TensorFile stored = TensorFile.open(file)) {
            assertThatThrownBy(() -> Manifest.read(stored))
                    .hasMessage(file + ": a file with hashes must have a manifest of format 2, but it is of format 1");
        }
    }

    private void refused(String problem, UnaryOperator<String> change) throws IOException {
        int end = bytes.length - 40;
        String header = new String(bytes, 8, end - 8, StandardCharsets.UTF_8);
        String changed = change.apply(header);
        assertThat(changed).as("the case must change something").isNotEqualTo(header);
        Path path = Raw.file(
                folder, changed.getBytes(StandardCharsets.UTF_8), Arrays.copyOfRange(bytes, end, bytes.length));
        assertThatThrownBy(() -> read(path)).isInstanceOf(StoreException.class).hasMessage(path + ": " + problem);
    }
}
