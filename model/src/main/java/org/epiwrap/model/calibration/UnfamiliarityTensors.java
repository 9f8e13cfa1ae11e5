package org.epiwrap.model.calibration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.familiarity.HarmonicCombination;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.scoring.UnfamiliarityScorer;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/**
 * The calibration of the unfamiliarity UF in a file: sizes in the manifest, the {@linkplain DistanceTensors distances} and
 * the members' scores of held-out examples, rising, as tensors.
 *
 * @param members the names of the layers with weights, then that of the energy
 * @param layers the distances of the layers
 * @param heldOut the number of held-out examples
 */
record UnfamiliarityTensors(List<String> members, List<DistanceTensors> layers, int heldOut) {
    private static final String PREFIX = "calibration.unfamiliarity.";
    private static final String SCORES = PREFIX + "scores";

    static UnfamiliarityTensors of(UnfamiliarityCalibration calibration) {
        List<String> members = calibration.combination().names();
        List<DistanceTensors> layers = new ArrayList<>();
        for (FeatureDistance distance : calibration.distances()) {
            layers.add(DistanceTensors.of(PREFIX + members.get(layers.size()), distance));
        }
        return new UnfamiliarityTensors(
                members, layers, calibration.combination().size());
    }

    /** Reads what the manifest of a network with this architecture holds of its calibration. */
    static UnfamiliarityTensors read(Fields fields, Architecture architecture) {
        List<String> names = new Layout(architecture, Bias.POINT).weighted();
        List<Integer> features = UnfamiliarityScorer.features(architecture);
        List<Fields> stored = fields.objects("layers");
        Check.sameLength(fields.place() + ".layers", stored.size(), "the layers with weights", names.size());
        List<DistanceTensors> layers = new ArrayList<>();
        for (int l = 0; l < names.size(); l++) {
            int layer = l;
            layers.add(stored.get(l)
                    .only(f -> DistanceTensors.read(PREFIX + names.get(layer), f, features.get(layer), architecture)));
        }
        UnfamiliarityTensors result = new UnfamiliarityTensors(
                UnfamiliarityCalibration.members(names),
                layers,
                Check.between(
                        fields.place() + ".held-out",
                        fields.integer("held-out"),
                        UnfamiliarityScorer.MIN_HELD_OUT,
                        UnfamiliarityScorer.MAX_HELD_OUT));
        fields.end();
        return result;
    }

    /** Returns what the manifest holds. */
    ObjectNode manifest() {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("held-out", heldOut);
        ArrayNode all = node.putArray("layers");
        layers.forEach(layer -> layer.write(all.addObject()));
        return node;
    }

    void write(TensorFileWriter writer, UnfamiliarityCalibration calibration) {
        for (int l = 0; l < layers.size(); l++) {
            layers.get(l).write(writer, calibration.distances().get(l));
        }
        double[][] scores = calibration.combination().scores();
        writer.add(SCORES, Shape.of(members.size(), heldOut), DistanceTensors.flat(scores));
    }

    /** Returns the types and shapes of the tensors, by name. */
    Map<String, TensorInfo> infos() {
        Map<String, TensorInfo> infos = new LinkedHashMap<>();
        layers.forEach(layer -> infos.putAll(layer.infos()));
        infos.put(SCORES, DistanceTensors.doubles(members.size(), heldOut));
        return infos;
    }

    UnfamiliarityCalibration read(TensorFile file) throws IOException {
        List<FeatureDistance> distances = new ArrayList<>();
        for (DistanceTensors layer : layers) {
            distances.add(layer.read(file));
        }
        double[][] scores = DistanceTensors.rows(file.doubles(SCORES), heldOut);
        return new UnfamiliarityCalibration(distances, HarmonicCombination.of(members, scores));
    }
}
