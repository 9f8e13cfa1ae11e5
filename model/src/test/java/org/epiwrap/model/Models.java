package org.epiwrap.model;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/** Small networks and data for tests. */
final class Models {
    static final Input UNIT = PictureInput.unit(new Volume(1, 8, 8));

    /** Every kind of layer once. */
    static final Architecture EVERY_LAYER = new Architecture(
            new Volume(1, 8, 8),
            List.of(
                    new Layer.Convolution(2, 3, 1, 1),
                    new Layer.BatchNorm(),
                    Layer.relu(),
                    new Layer.Residual(
                            List.of(new Layer.Convolution(4, 3, 2, 1), new Layer.BatchNorm()),
                            List.of(new Layer.Convolution(4, 1, 2, 0))),
                    new Layer.MaxPool(2),
                    new Layer.AveragePool(2),
                    new Layer.Dropout(0.25),
                    new Layer.Flatten(),
                    new Layer.Dense(3)));

    private Models() {}

    static Dataset data(int images) {
        byte[] pixels = new byte[images * 64];
        byte[] labels = new byte[images];
        for (int i = 0; i < images; i++) {
            labels[i] = (byte) (i % 3);
            for (int j = 0; j < 64; j++) {
                pixels[64 * i + j] = (byte) (j % 3 == i % 3 ? 200 + i % 50 : (7 * i + j) % 90);
            }
        }
        return Dataset.of("stripes", new Volume(1, 8, 8), List.of("a", "b", "c"), pixels, labels);
    }

    /** The first digits of the training set. */
    static Dataset digits(int images) {
        return Mnist.DIGITS.load(Part.TRAIN).subset(0, images);
    }

    static TrainingPlan plan(int images) {
        return TrainingPlan.sound(images, Estimator.FLIPOUT)
                .withBatchSize(8)
                .withWarmStart(1)
                .withEpochs(2);
    }

    static ModelCard card() {
        return new ModelCard(
                new PictureInput(new Volume(1, 8, 8), new Normalisation(List.of(0.5), List.of(0.25))),
                List.of("a", "b", "c"),
                Optional.of(TrainingRecord.of("sound", plan(30), data(30))),
                Optional.empty(),
                Map.of("accuracy", 0.5),
                Map.of("epiwrap", "1"));
    }

    static BayesianModel model(Architecture architecture, Bias bias) {
        return new BayesianModel(BayesianNetwork.untrained(architecture, bias, RunSeeds.of(3)), card());
    }

    /** Held-out examples, 30 for choices. */
    static CalibrationSet heldOut() {
        return CalibrationSet.of(data(60));
    }

    /** A wrapped network of every layer, with the calibration of its scores. */
    static EpistemicModel interval(Bias bias) {
        ModelCard card = card();
        try (BayesianNetwork network = BayesianNetwork.untrained(EVERY_LAYER, bias, RunSeeds.of(3))) {
            IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults());
            return EpistemicModel.of(wrapped, card, Averaging.SOFTMAXES).withScores(data(60), heldOut());
        }
    }

    /**
     * Sets a field, or an element of an array, of a manifest.
     *
     * @param pointer as in RFC 6901, such as {@code /training/epochs}
     * @param json the value
     */
    static void set(ObjectNode manifest, String pointer, String json) {
        JsonPointer place = JsonPointer.compile(pointer);
        JsonNode parent = manifest.at(place.head());
        try {
            JsonNode value = new ObjectMapper().readTree(json);
            if (parent instanceof ArrayNode array) {
                array.set(place.last().getMatchingIndex(), value);
            } else {
                ((ObjectNode) parent).set(place.last().getMatchingProperty(), value);
            }
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** Changes the manifest of a file. */
    static void rewrite(Path file, Consumer<ObjectNode> change) throws IOException {
        rewrite(file, change, (name, values) -> {});
    }

    /** Changes the manifest and the tensors of a file. */
    static void rewrite(Path file, Consumer<ObjectNode> change, BiConsumer<String, double[]> tensors)
            throws IOException {
        TensorFileWriter writer = TensorFileWriter.create();
        try (TensorFile stored = TensorFile.open(file)) {
            ObjectNode manifest = Manifest.read(stored).content();
            change.accept(manifest);
            writer.manifest(Manifest.of(manifest));
            for (String name : stored.names()) {
                TensorInfo info = stored.info(name);
                double[] values = stored.doubles(name);
                tensors.accept(name, values);
                if (info.type() == DataType.F64) {
                    writer.add(name, info.shape(), values);
                } else {
                    float[] floats = new float[values.length];
                    for (int i = 0; i < floats.length; i++) {
                        floats[i] = (float) values[i];
                    }
                    writer.add(name, info.shape(), floats);
                }
            }
        }
        writer.writeTo(file);
    }
}
