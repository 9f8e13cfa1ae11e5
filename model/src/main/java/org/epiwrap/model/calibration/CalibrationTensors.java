package org.epiwrap.model.calibration;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.credal.ShaferDiscount;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/**
 * The calibration of scores in a file: a few numbers in the manifest, the arrays of distances as tensors.
 *
 * @param distance of the last hidden layer's features
 * @param discount of an example by its distance
 * @param scale of the decision radii
 * @param reach of the decision radii, in files only if it is not the usual one
 * @param unfamiliarity the calibration of UF, which files from before there was one do not have
 */
public record CalibrationTensors(
        DistanceTensors distance,
        ShaferDiscount discount,
        double scale,
        double reach,
        Optional<UnfamiliarityTensors> unfamiliarity) {
    private static final String PREFIX = "calibration";
    private static final String UNFAMILIARITY = "unfamiliarity";

    /** Returns what a file holds of the calibration of a scorer. */
    public static CalibrationTensors of(EpistemicScorer scorer) {
        EpistemicCalibration calibration = scorer.calibration();
        return new CalibrationTensors(
                DistanceTensors.of(PREFIX, calibration.distance()),
                calibration.discount(),
                calibration.scale(),
                calibration.reach(),
                scorer.unfamiliarity().map(UnfamiliarityTensors::of));
    }

    /** Returns what the manifest holds. */
    public ObjectNode manifest() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        distance.write(node);
        node.put("scale", scale);
        node.putObject("discount").put("mean", discount.mean()).put("deviation", discount.deviation());
        if (reach != DecisionRadii.REACH) {
            node.put("reach", reach);
        }
        unfamiliarity.ifPresent(tensors -> node.set(UNFAMILIARITY, tensors.manifest()));
        return node;
    }

    /** Adds the tensors of a scorer to a file. */
    public void write(TensorFileWriter writer, EpistemicScorer scorer) {
        distance.write(writer, scorer.calibration().distance());
        unfamiliarity.ifPresent(
                tensors -> tensors.write(writer, scorer.unfamiliarity().orElseThrow()));
    }

    /** Reads what the manifest of a network with this architecture holds of its calibration. */
    public static CalibrationTensors read(Fields fields, Architecture architecture) {
        Fields discount = fields.object("discount");
        CalibrationTensors result = new CalibrationTensors(
                DistanceTensors.read(PREFIX, fields, EpistemicScorer.features(architecture), architecture),
                discount.only(f -> new ShaferDiscount(f.number("mean"), f.number("deviation"))),
                Check.positive("manifest.calibration.scale", fields.number("scale")),
                fields.has("reach")
                        ? Check.positive("manifest.calibration.reach", fields.number("reach"))
                        : DecisionRadii.REACH,
                fields.optional(UNFAMILIARITY).map(each -> UnfamiliarityTensors.read(each, architecture)));
        fields.end();
        return result;
    }

    /** Returns the types and shapes of the tensors, by name. */
    public Map<String, TensorInfo> infos() {
        Map<String, TensorInfo> infos = distance.infos();
        unfamiliarity.ifPresent(tensors -> infos.putAll(tensors.infos()));
        return infos;
    }

    /** Reads the scorer of a network from a file that has these tensors. */
    public EpistemicScorer read(TensorFile file, IntervalNetwork network, Input input) throws IOException {
        EpistemicScorer scorer = EpistemicScorer.of(
                network, input, new EpistemicCalibration(distance.read(file), discount, scale, reach));
        return unfamiliarity.isPresent() ? scorer.with(unfamiliarity.get().read(file)) : scorer;
    }
}
