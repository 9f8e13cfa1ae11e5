package org.epiwrap.exchange;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Volume;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.store.StoreException;

/** Reads the architecture of a network that is to be imported from a text: a {@link Backbone} or a JSON file. */
public final class GivenArchitecture {
    private static final Pattern VOLUME = Pattern.compile("(\\d{1,8})x(\\d{1,8})x(\\d{1,8})");
    private static final int MAX_BYTES = 10_000_000;

    private GivenArchitecture() {}

    /**
     * Returns an architecture.
     *
     * @param text the name of a {@link Backbone} such as {@code mlp:8} or {@code lenet-5}, or a file that ends in
     *     {@code .json} and holds what {@link ArchitectureJson} writes, with input shape and classes of its own
     * @param input the shape of an image; by default 1×28×28 for {@code mlp} and {@code lenet-5}, 3×32×32 for the others
     * @param classes the number of classes
     * @param activation in place of ReLU in a backbone that does not name its own
     */
    public static Architecture parse(String text, Optional<Volume> input, int classes, Optional<Activation> activation)
            throws IOException {
        if (text.endsWith(".json")) {
            if (activation.isPresent()) {
                throw new IllegalArgumentException(
                        "an activation must be given in the architecture's file where there is"
                                + " one, but is given beside " + text);
            }
            return json(Path.of(text));
        }
        Backbone backbone = activation.map(Backbone.named(text)::with).orElseGet(() -> Backbone.named(text));
        boolean small = backbone.name().startsWith("mlp:") || backbone.name().startsWith("lenet-5");
        Volume usual = small ? new Volume(1, 28, 28) : new Volume(3, 32, 32);
        return backbone.architecture(input.orElse(usual), classes);
    }

    /** Returns a shape such as {@code 1x28x28}: channels, height and width. */
    public static Volume volume(String text) {
        Matcher matcher = VOLUME.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a shape must be channels, height and width such as 1x28x28, but is '" + text + "'");
        }
        return new Volume(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    private static Architecture json(Path file) throws IOException {
        return json(file, bytes(file));
    }

    /** Returns the content of a JSON file. */
    static JsonNode parsed(Path file) throws IOException {
        try {
            return new ObjectMapper().readTree(bytes(file));
        } catch (JsonProcessingException e) {
            throw new StoreException(file, "it is not valid JSON: " + problem(e), e);
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(file, "there is no such file");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new StoreException(file, "it must take at most " + MAX_BYTES + " bytes");
        }
        return Files.readAllBytes(file);
    }

    /** Returns an architecture from JSON, in the form of {@link ArchitectureJson}. */
    static Architecture json(Path file, byte[] text) throws IOException {
        try {
            JsonNode node = new ObjectMapper().readTree(text);
            if (!node.isObject()) {
                throw new IllegalArgumentException("it must be an object with the fields input and layers, such as "
                        + "{\"input\": [1, 28, 28], \"layers\": [{\"type\": \"flatten\"}, {\"type\": \"dense\","
                        + " \"outputs\": 10}]}");
            }
            return ArchitectureJson.read(node);
        } catch (JsonProcessingException e) {
            throw invalid(file, problem(e), e);
        } catch (IllegalArgumentException e) {
            throw invalid(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static String problem(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + e.getOriginalMessage();
    }

    private static StoreException invalid(Path file, String reason, Exception cause) {
        return new StoreException(
                file,
                "its architecture is not valid: " + reason.lines().findFirst().orElse(""),
                cause);
    }
}
