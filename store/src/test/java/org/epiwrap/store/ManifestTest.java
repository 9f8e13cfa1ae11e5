package org.epiwrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {
    @TempDir
    private Path folder;

    @Test
    void comesBackAndIsItsOwnCopy() throws IOException {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("seed", 7).putObject("training").put("rate", 0.1).put("epochs", 3);
        Manifest manifest = Manifest.of(content);
        Path path = folder.resolve("model");
        TensorFileWriter.create().manifest(manifest).writeTo(path);
        content.put("seed", 8);
        manifest.content().put("seed", 9);
        try (TensorFile file = TensorFile.open(path)) {
            assertThat(file.metadata())
                    .containsEntry(
                            "epiwrap",
                            "{\"format\":2,\"seed\":7,\"tensors\":{},\"training\":{\"epochs\":3,\"rate\":0.1}}");
            ObjectNode back = Manifest.read(file).content();
            assertThat(back).isEqualTo(manifest.content());
            assertThat(back.has("format")).isFalse();
            assertThat(back.get("seed").intValue()).isEqualTo(7);
        }
    }

    @Test
    void contentThatJsonCannotHoldIsRefused() {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.putArray("losses").add(0.5).add(Double.NaN);
        assertThatThrownBy(() -> Manifest.of(content))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a manifest must hold finite numbers alone, but is ");
        for (String own : List.of("format", "tensors")) {
            ObjectNode taken = JsonNodeFactory.instance.objectNode().put(own, 1);
            assertThatThrownBy(() -> Manifest.of(taken))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a manifest must not hold a field '" + own + "', which is the format's own");
        }
        ObjectNode deep = JsonNodeFactory.instance.objectNode();
        ObjectNode inner = deep;
        for (int i = 0; i < 1100; i++) {
            inner = inner.putObject("in");
        }
        assertThatThrownBy(() -> TensorFileWriter.create().manifest(Manifest.of(deep)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the manifest must be writable as JSON: ");
    }

    @Test
    void aManifestOfAnotherFormatIsRefused() throws IOException {
        String format = "the manifest's format must be 1 or 2, but is ";
        assertRefused("{}", format + "missing");
        assertRefused("{\"format\":3}", format + "'3'");
        assertRefused(
                "{\"format\":2,\"tensors\":{}}",
                "a file of format 2 must hold the SHA-256 of its header under 'epiwrap.sha256', but does not");
        assertRefused("{\"format\":1,\"tensors\":{}}", "a manifest of format 1 must hold no field 'tensors', but does");
        assertRefused("{\"format\":1.0}", format + "'1.0'");
        assertRefused("{\"format\":\"1\"}", format + "'\\\"1\\\"'");
    }

    @Test
    void aMalformedManifestIsRefused() throws IOException {
        assertRefused("[]", "the manifest must be a JSON object");
        assertRefused("", "the manifest must be a JSON object");
        assertRefused("{\"format\":1,\"a\":1e999}", "the manifest must hold numbers in the range of double");
        assertRefused("{\"format\":1,\"format\":1}", "the manifest is not valid JSON: Duplicate field 'format'");
        assertRefused(
                "{\"format\":1",
                "the manifest is not valid JSON: Unexpected end-of-input: expected close marker for Object");
        assertThatThrownBy(() -> read("{\"format\":1} {}"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the manifest is not valid JSON: Trailing token");
        assertThatThrownBy(() -> read("[".repeat(5000)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the manifest is not valid JSON: Document nesting depth");
    }

    @Test
    void theFormatBeforeIsReadUnverified() throws IOException {
        assertThat(read("{\"format\":1,\"seed\":7}").content().toString()).isEqualTo("{\"seed\":7}");
    }

    @Test
    void aFileWithoutOneIsRefused() throws IOException {
        Path path = Raw.file(folder, "{}");
        try (TensorFile file = TensorFile.open(path)) {
            assertThatThrownBy(() -> Manifest.read(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(path + ": the metadata must hold a manifest under 'epiwrap', but do not");
        }
    }

    private Manifest read(String text) throws IOException {
        Path path = folder.resolve("model");
        TensorFileWriter.create().metadata(Manifest.KEY, text).writeTo(path);
        try (TensorFile file = TensorFile.open(path)) {
            return Manifest.read(file);
        }
    }

    private void assertRefused(String text, String problem) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(StoreException.class)
                .hasMessage(folder.resolve("model") + ": " + problem);
    }
}
