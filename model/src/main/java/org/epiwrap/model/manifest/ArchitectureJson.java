package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;

/** An architecture as JSON: {@code input} as [channels, height, width], and {@code layers} by their {@code type}. */
public final class ArchitectureJson {
    private static final int MAX_LAYERS = 10_000;
    private static final int MAX_DEPTH = 16;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ArchitectureJson() {}

    /** Returns an architecture as JSON. */
    public static ObjectNode write(Architecture architecture) {
        Volume input = architecture.input();
        ObjectNode node = JSON.objectNode();
        node.putArray("input").add(input.channels()).add(input.height()).add(input.width());
        node.set("layers", layers(architecture.layers()));
        return node;
    }

    static ArrayNode layers(List<Layer> layers) {
        ArrayNode array = JSON.arrayNode();
        layers.forEach(layer -> array.add(layer.accept(LayerJson.WRITER, JSON.objectNode())));
        return array;
    }

    /** Reads an architecture; throws {@link IllegalArgumentException} if it is not valid. */
    public static Architecture read(JsonNode node) {
        return read(Fields.of("architecture", node));
    }

    /** Reads an architecture; throws {@link IllegalArgumentException} if it is not valid. */
    public static Architecture read(Fields fields) {
        List<Long> input = fields.wholes("input");
        if (input.size() != 3) {
            throw new IllegalArgumentException(
                    "architecture.input must be [channels, height, width], but has " + input.size() + " numbers");
        }
        Volume volume = new Volume(size(input.get(0)), size(input.get(1)), size(input.get(2)));
        int[] count = new int[1];
        List<Layer> layers = layers(fields, "layers", 0, count);
        fields.end();
        return new Architecture(volume, layers);
    }

    private static int size(long value) {
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "architecture.input must hold whole numbers from 1 to 2147483647, but holds " + value);
        }
        return (int) value;
    }

    private static List<Layer> layers(Fields fields, String name, int depth, int[] count) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "an architecture must have blocks inside blocks at most " + MAX_DEPTH + " deep");
        }
        List<Layer> layers = new ArrayList<>();
        for (Fields each : fields.objects(name)) {
            if (++count[0] > MAX_LAYERS) {
                throw new IllegalArgumentException("an architecture must have at most " + MAX_LAYERS + " layers");
            }
            layers.add(layer(each, depth, count));
            each.end();
        }
        return layers;
    }

    private static Layer layer(Fields fields, int depth, int[] count) {
        String type = fields.text("type");
        return switch (type) {
            case "dense" -> new Layer.Dense(fields.integer("outputs"));
            case "convolution" ->
                new Layer.Convolution(
                        fields.integer("outputs"),
                        fields.integer("size"),
                        fields.integer("stride"),
                        fields.integer("padding"));
            case "average-pool" -> new Layer.AveragePool(fields.integer("size"));
            case "max-pool" -> new Layer.MaxPool(fields.integer("size"));
            case "batch-norm" -> new Layer.BatchNorm();
            case "dropout" -> new Layer.Dropout(fields.number("rate"));
            case "flatten" -> new Layer.Flatten();
            case "residual" ->
                new Layer.Residual(
                        layers(fields, "body", depth + 1, count), layers(fields, "shortcut", depth + 1, count));
            default -> nonlinearity(fields.place(), type);
        };
    }

    private static Layer nonlinearity(String place, String type) {
        try {
            return new Layer.Nonlinearity(Activation.of(type));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    place
                            + ".type must be one of dense, convolution, average-pool, max-pool, batch-norm, dropout, flatten,"
                            + " residual, or an activation; " + e.getMessage(),
                    e);
        }
    }
}
