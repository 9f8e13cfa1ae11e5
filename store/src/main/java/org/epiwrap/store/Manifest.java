package org.epiwrap.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;

/**
 * The description of a model in its file: a JSON object among the file's metadata, with the number of the format it is in.
 * Its fields are written in the order of their names, so that equal manifests are equal texts.
 */
public final class Manifest {
    /** The key among the metadata. */
    public static final String KEY = "epiwrap";

    /** The format this version writes, and the only one it reads. */
    public static final int FORMAT = 1;

    private static final String FORMAT_FIELD = "format";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .build();

    private final ObjectNode content;

    private Manifest(ObjectNode content) {
        this.content = content;
    }

    /**
     * Returns a manifest of content without a field {@code format}, with finite numbers alone, since JSON has no
     * others.
     */
    public static Manifest of(ObjectNode content) {
        if (content.has(FORMAT_FIELD)) {
            throw new IllegalArgumentException(
                    "a manifest must not hold a field '" + FORMAT_FIELD + "', which is the format's own");
        }
        if (!isFinite(content)) {
            throw new IllegalArgumentException("a manifest must hold finite numbers alone, but is " + content);
        }
        return new Manifest(content.deepCopy());
    }

    /** Returns the manifest of a file; one that is missing, malformed or of another format is refused. */
    public static Manifest read(TensorFile file) throws StoreException {
        Path path = file.path();
        String text = file.metadata().get(KEY);
        if (text == null) {
            throw new StoreException(
                    path, "the metadata must hold a manifest under " + Text.quoted(KEY) + ", but do not");
        }
        if (!(parsed(path, text) instanceof ObjectNode content)) {
            throw new StoreException(path, "the manifest must be a JSON object");
        }
        JsonNode format = content.path(FORMAT_FIELD);
        if (!format.isInt() || format.intValue() != FORMAT) {
            throw new StoreException(
                    path,
                    "the manifest's format must be " + FORMAT + ", but is "
                            + (format.isMissingNode() ? "missing" : Text.quoted(format.toString())));
        }
        content.remove(FORMAT_FIELD);
        if (!isFinite(content)) {
            throw new StoreException(path, "the manifest must hold numbers in the range of double");
        }
        return new Manifest(content);
    }

    /** Returns a copy of the object, without the format's number. */
    public ObjectNode content() {
        return content.deepCopy();
    }

    /** Returns the JSON that is stored. */
    String text() {
        try {
            return JSON.writeValueAsString(content().put(FORMAT_FIELD, FORMAT));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the manifest must be writable as JSON: " + Text.reason(e), e);
        }
    }

    private static JsonNode parsed(Path path, String text) throws StoreException {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new StoreException(path, "the manifest is not valid JSON: " + Text.reason(e), e);
        }
    }

    private static boolean isFinite(JsonNode node) {
        if (node.isDouble() || node.isFloat()) {
            return Double.isFinite(node.doubleValue());
        }
        for (JsonNode child : node) {
            if (!isFinite(child)) {
                return false;
            }
        }
        return true;
    }
}
