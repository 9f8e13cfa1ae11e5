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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The description of a model in its file: a JSON object among the file's metadata, with the number of the format it is in.
 * Its fields are written in the order of their names, so that equal manifests are equal texts.
 *
 * <p>Format 2 stores the SHA-256 of every tensor and of the header, which {@link TensorFile} verifies; format 1 did not.
 */
public final class Manifest {
    /** The key among the metadata. */
    public static final String KEY = "epiwrap";

    /** The format this version writes. */
    public static final int FORMAT = 2;

    /** The format before it, which had no hashes and is still read. */
    private static final int WITHOUT_HASHES = 1;

    /** The field with the SHA-256 of the tensors, by their names. */
    static final String TENSORS = "tensors";

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
     * Returns a manifest of content without the fields {@code format} and {@code tensors}, with finite numbers alone,
     * since JSON has no others.
     */
    public static Manifest of(ObjectNode content) {
        for (String own : List.of(FORMAT_FIELD, TENSORS)) {
            if (content.has(own)) {
                throw new IllegalArgumentException(
                        "a manifest must not hold a field '" + own + "', which is the format's own");
            }
        }
        if (!isFinite(content)) {
            throw new IllegalArgumentException("a manifest must hold finite numbers alone, but is " + content);
        }
        return new Manifest(content.deepCopy());
    }

    /** Returns the manifest of a file; one that is missing, malformed or of another format is refused. */
    public static Manifest read(TensorFile file) throws StoreException {
        Path path = file.path();
        ObjectNode content = parse(path, file.metadata());
        boolean verified = file.verification() == Verification.VERIFIED;
        JsonNode format = content.path(FORMAT_FIELD);
        if (!format.isInt() || (format.intValue() != FORMAT && format.intValue() != WITHOUT_HASHES)) {
            throw new StoreException(
                    path,
                    "the manifest's format must be " + WITHOUT_HASHES + " or " + FORMAT + ", but is "
                            + (format.isMissingNode() ? "missing" : Text.quoted(format.toString())));
        }
        if (verified != (format.intValue() == FORMAT)) {
            throw new StoreException(
                    path,
                    verified
                            ? "a file with hashes must have a manifest of format " + FORMAT + ", but it is of format "
                                    + format
                            : "a file of format " + FORMAT + " must hold the SHA-256 of its header under "
                                    + Text.quoted(Checksums.KEY) + ", but does not");
        }
        content.remove(FORMAT_FIELD);
        if (content.remove(TENSORS) != null && !verified) {
            throw new StoreException(
                    path, "a manifest of format " + WITHOUT_HASHES + " must hold no field '" + TENSORS + "', but does");
        }
        if (!isFinite(content)) {
            throw new StoreException(path, "the manifest must hold numbers in the range of double");
        }
        return new Manifest(content);
    }

    /** Returns the manifest among a file's metadata as it stands there. */
    static ObjectNode parse(Path path, Map<String, String> metadata) throws StoreException {
        String text = metadata.get(KEY);
        if (text == null) {
            throw new StoreException(
                    path, "the metadata must hold a manifest under " + Text.quoted(KEY) + ", but do not");
        }
        try {
            if (JSON.readTree(text) instanceof ObjectNode content) {
                return content;
            }
        } catch (JsonProcessingException e) {
            throw new StoreException(path, "the manifest is not valid JSON: " + Text.reason(e), e);
        }
        throw new StoreException(path, "the manifest must be a JSON object");
    }

    /** Returns a copy of the object, without the format's number and hashes. */
    public ObjectNode content() {
        return content.deepCopy();
    }

    /**
     * Returns the JSON that is stored.
     *
     * @param hashes the SHA-256 of the tensors, by their names
     */
    String text(Map<String, String> hashes) {
        ObjectNode stored = content().put(FORMAT_FIELD, FORMAT);
        new TreeMap<>(hashes).forEach(stored.putObject(TENSORS)::put);
        try {
            return JSON.writeValueAsString(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the manifest must be writable as JSON: " + Text.reason(e), e);
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
