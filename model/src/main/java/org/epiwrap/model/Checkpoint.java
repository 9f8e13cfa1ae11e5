package org.epiwrap.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.BlockShape;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingState;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.tensor.TensorEngine;

/**
 * A training that is under way, in a file: the weights, the optimiser's state and the number of the step. The order of
 * the data and all noise follow from the seeds and that number. A training that goes on from here ends in the same bits
 * as one that was never interrupted.
 */
public final class Checkpoint {
    private static final String KIND = "checkpoint";

    private final Path file;
    private final ObjectNode identity;

    private Checkpoint(Path file, ObjectNode identity) {
        this.file = file;
        this.identity = identity;
    }

    /** The checkpoint of a training, which is what the network, the plan and the data say. */
    public static Checkpoint at(
            Path file, BayesianNetwork network, Normalisation normalisation, TrainingRecord training) {
        ObjectNode identity = Identity.of(network, normalisation).write(KIND);
        identity.set("training", training.write());
        // With another number of threads, or another version, the rest would be rounded otherwise than the beginning.
        identity.put("threads", TensorEngine.threads());
        ObjectNode versions = identity.putObject("versions");
        new TreeMap<>(Versions.all()).forEach(versions::put);
        return new Checkpoint(file, identity);
    }

    public Path file() {
        return file;
    }

    /** Writes the file whole or not at all. */
    public void write(TrainingState state) throws IOException {
        ObjectNode manifest = identity.deepCopy();
        manifest.put("steps", state.steps()).put("epoch-loss", state.epochLoss());
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        state.numbers().forEach((name, values) -> writer.add(name, Shape.of(values.length), values));
        writer.writeTo(file);
    }

    /** Takes the training up where the file left it; a file of another training is refused. */
    public void restore(Trainer trainer) throws IOException {
        try (TensorFile stored = TensorFile.open(file)) {
            ObjectNode manifest = Manifest.read(stored).content();
            try {
                Fields fields = Fields.of("manifest", manifest);
                long steps = fields.whole("steps");
                double epochLoss = fields.number("epoch-loss");
                manifest.remove("steps");
                manifest.remove("epoch-loss");
                Optional<String> difference = difference("manifest", identity, manifest);
                if (difference.isPresent()) {
                    throw new StoreException(
                            file,
                            "it is the checkpoint of another training: " + difference.get()
                                    + " differs; give the options of that one, or delete the file to start anew");
                }
                trainer.restore(new TrainingState(steps, epochLoss, numbers(stored, trainer.state())));
            } catch (IllegalArgumentException e) {
                throw new StoreException(file, String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static Map<String, float[]> numbers(TensorFile stored, TrainingState current) throws IOException {
        Map<String, float[]> numbers = new LinkedHashMap<>();
        List<BlockShape> shapes = current.numbers().entrySet().stream()
                .map(entry -> new BlockShape(entry.getKey(), List.of(entry.getValue().length)))
                .toList();
        Blocks.check(stored, shapes);
        for (BlockShape shape : shapes) {
            numbers.put(shape.name(), Blocks.read(stored, shape));
        }
        return numbers;
    }

    /** The first place where two documents differ. */
    private static Optional<String> difference(String place, JsonNode ours, JsonNode theirs) {
        if (ours instanceof ObjectNode object && theirs.isObject()) {
            for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                Optional<String> inside = difference(place + "." + name, object.get(name), theirs.path(name));
                if (inside.isPresent()) {
                    return inside;
                }
            }
            return object.size() == theirs.size() ? Optional.empty() : Optional.of(place);
        }
        if (ours.isArray() && theirs.isArray() && ours.size() == theirs.size()) {
            for (int i = 0; i < ours.size(); i++) {
                Optional<String> inside = difference(place + "[" + i + "]", ours.get(i), theirs.get(i));
                if (inside.isPresent()) {
                    return inside;
                }
            }
            return Optional.empty();
        }
        // By their texts: a number read back may be of another type than the one written.
        return ours.toString().equals(theirs.toString()) ? Optional.empty() : Optional.of(place);
    }
}
