package org.epiwrap.exchange;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
     */
    public static Architecture parse(String text, Optional<Volume> input, int classes) throws IOException {
        if (text.endsWith(".json")) {
            return json(Path.of(text));
        }
        Backbone backbone = Backbone.named(text);
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
        if (!Files.isRegularFile(file)) {
            throw new StoreException(file, "there is no such file");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new StoreException(file, "an architecture must take at most " + MAX_BYTES + " bytes");
        }
        return json(file, Files.readAllBytes(file));
    }

    /** Returns an architecture from JSON, in the form of {@link ArchitectureJson}. */
    static Architecture json(Path file, byte[] text) throws IOException {
        try {
            return ArchitectureJson.read(new ObjectMapper().readTree(text));
        } catch (IOException | IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new StoreException(file, "its architecture is not valid: " + reason, e);
        }
    }
}
