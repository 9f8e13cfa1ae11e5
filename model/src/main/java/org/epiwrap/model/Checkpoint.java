package org.epiwrap.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.Identity;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.model.manifest.ManifestFile;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.model.manifest.Versions;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Resumable;
import org.epiwrap.network.TrainingState;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.tensor.TensorEngine;

/**
 * The state of an unfinished training or fine-tuning in a file: the weights, the optimiser's state and the number of the
 * step. The order of the data and all noise follow from the seeds and that number, so that a resumed training ends in the
 * same bits as one that was never interrupted.
 *
 * @param file that holds the state
 * @param kind whether it is of a training or of a fine-tuning
 * @param identity what must be the same for a training to resume: its network, plan and data, threads and versions
 */
public record Checkpoint(Path file, Kind kind, ObjectNode identity) {
    private static final String STEPS = "steps";
    private static final String EPOCH_LOSS = "epoch-loss";

    /** Adds the number of threads and the versions of this process to the identity. */
    public Checkpoint {
        identity = identity.deepCopy();
        // Another number of threads, or another version, would round the rest differently.
        identity.put("threads", TensorEngine.threads());
        new TreeMap<>(Versions.all()).forEach(identity.putObject("versions")::put);
    }

    /** Returns the checkpoint of a training, identified by its network, plan and data. */
    public static Checkpoint at(Path file, BayesianNetwork network, Input input, TrainingRecord training) {
        ObjectNode identity = Identity.of(network, input).write(Kind.CHECKPOINT);
        identity.set("training", training.write());
        return new Checkpoint(file, Kind.CHECKPOINT, identity);
    }

    /** Returns the checkpoint of a fine-tuning, identified by its plan, its data and the network it starts from. */
    public static Checkpoint at(Path file, IntervalNetwork start, Input input, TuningRecord tuning) {
        ObjectNode identity = Identity.of(start, input).write(Kind.TUNING_CHECKPOINT);
        identity.set("tuning", tuning.write());
        List<Block> blocks = new ArrayList<>();
        for (int run = 0; run < start.seeds().runs(); run++) {
            blocks.addAll(start.blocks(run));
        }
        // A training starts from random weights, which follow from the seeds; these weights do not.
        identity.putObject("start").put("sha256", Blocks.hash(blocks));
        return new Checkpoint(file, Kind.TUNING_CHECKPOINT, identity);
    }

    /** Writes the file, completely or not at all. */
    public void write(TrainingState state) throws IOException {
        ObjectNode manifest = identity.deepCopy();
        manifest.put(STEPS, state.steps()).put(EPOCH_LOSS, state.epochLoss());
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        state.numbers().forEach((name, values) -> writer.add(name, Shape.of(values.length), values));
        writer.writeTo(file);
    }

    /** Restores a training to the state in the file; a file of another training is refused. */
    public void restore(Resumable training) throws IOException {
        ManifestFile.read(file, (stored, fields) -> {
            kind.require(fields);
            long steps = fields.whole(STEPS);
            double epochLoss = fields.number(EPOCH_LOSS);
            ObjectNode manifest = Manifest.read(stored).content();
            manifest.remove(List.of(STEPS, EPOCH_LOSS));
            Optional<String> difference = difference("manifest", identity, manifest);
            if (difference.isPresent()) {
                throw new StoreException(
                        file,
                        "it is the checkpoint of another training: " + difference.get()
                                + " differs; give the options of that one, or delete the file to start anew");
            }
            TrainingState state = new TrainingState(steps, epochLoss, numbers(stored, training.state()));
            training.restore(state);
            return state;
        });
    }

    private static Map<String, float[]> numbers(TensorFile stored, TrainingState current) throws IOException {
        Map<String, float[]> numbers = new LinkedHashMap<>();
        List<BlockShape> shapes = current.numbers().entrySet().stream()
                .map(entry -> new BlockShape(entry.getKey(), List.of(entry.getValue().length)))
                .toList();
        Blocks.check(stored, Blocks.infos(shapes));
        for (BlockShape shape : shapes) {
            numbers.put(shape.name(), Blocks.read(stored, shape));
        }
        return numbers;
    }

    /** Returns the first place where two documents differ. */
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
