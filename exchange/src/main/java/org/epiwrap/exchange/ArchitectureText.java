package org.epiwrap.exchange;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.model.ArchitectureJson;
import org.epiwrap.store.StoreException;

/** Architectures by name, for those who have no Java at hand. */
public final class ArchitectureText {
    private static final Pattern MLP = Pattern.compile("mlp:(\\d{1,8}(?:-\\d{1,8}){1,64})");
    private static final Pattern NAMED = Pattern.compile("(lenet-5|resnet-18|vgg-16)(?::(\\d{1,6}))?");
    private static final Pattern VOLUME = Pattern.compile("(\\d{1,8})x(\\d{1,8})x(\\d{1,8})");
    private static final int MAX_BYTES = 10_000_000;

    private ArchitectureText() {}

    /**
     * An architecture.
     *
     * @param text {@code mlp:784-8-10} with all sizes from the inputs to the classes; {@code lenet-5}, {@code resnet-18}
     *     or {@code vgg-16}, for ten classes unless others are given as in {@code lenet-5:26}; or a file that ends in
     *     {@code .json}
     * @param input the shape of an image; by default the usual one for the architecture
     */
    public static Architecture parse(String text, Optional<Volume> input) throws IOException {
        if (text.endsWith(".json")) {
            return json(Path.of(text));
        }
        Matcher mlp = MLP.matcher(text);
        if (mlp.matches()) {
            int[] sizes = Arrays.stream(mlp.group(1).split("-", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            Volume volume = input.orElseGet(() -> ArchitectureInference.usualImage(sizes[0]));
            if (volume.size() != sizes[0]) {
                throw new IllegalArgumentException(
                        text + " has " + sizes[0] + " inputs, but an image of " + volume + " has " + volume.size());
            }
            return ArchitectureInference.dense(volume, Arrays.copyOfRange(sizes, 1, sizes.length));
        }
        Matcher named = NAMED.matcher(text);
        if (named.matches()) {
            int classes = named.group(2) == null ? 10 : Integer.parseInt(named.group(2));
            return switch (named.group(1)) {
                case "lenet-5" -> Architecture.leNet5(input.orElse(new Volume(1, 28, 28)), classes);
                case "resnet-18" -> Architecture.resNet18(input.orElse(new Volume(3, 32, 32)), classes);
                default -> Architecture.vgg16(input.orElse(new Volume(3, 32, 32)), classes);
            };
        }
        throw new IllegalArgumentException("an architecture must be mlp with all its sizes such as mlp:784-8-10,"
                + " lenet-5, resnet-18, vgg-16, or a file that ends in .json, but is '" + text + "'");
    }

    /** A shape such as {@code 1x28x28}: channels, height and width. */
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

    /** An architecture as JSON, in the form of {@link ArchitectureJson}. */
    static Architecture json(Path file, byte[] text) throws IOException {
        try {
            return ArchitectureJson.read(new ObjectMapper().readTree(text));
        } catch (IOException | IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new StoreException(file, "the architecture is not as it should be: " + reason, e);
        }
    }
}
