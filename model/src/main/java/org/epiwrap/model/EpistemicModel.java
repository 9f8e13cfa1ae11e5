package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/**
 * An interval network, one run, and what is known of it, as one safetensors file with a manifest among its metadata. The
 * tensors bear the names of {@link IntervalNetwork#shapes}; those of the calibration are numbers of 64 bits, so that
 * scores come back to the last bit.
 *
 * @param card of the network; its training is that of the Bayesian network it was made from
 * @param averaging what it predicts by
 * @param wrapping empty where it was not made from a Bayesian network
 * @param tuning empty where it was not fine-tuned
 * @param calibration of its epistemic scores
 * @param abstention when it leaves an image to others
 */
public record EpistemicModel(
        IntervalNetwork network,
        ModelCard card,
        Averaging averaging,
        Optional<WrappingRecord> wrapping,
        Optional<TuningRecord> tuning,
        Optional<EpistemicCalibration> calibration,
        Optional<AbstentionRecord> abstention)
        implements StoredModel {

    public EpistemicModel {
        Check.between("the number of runs in a model", network.seeds().runs(), 1, 1);
        Architecture architecture = network.architecture();
        Check.sameLength("classNames", card.classNames().size(), "the network's outputs", architecture.classes());
        int layers = new Layout(architecture, network.bias()).weighted().size();
        wrapping.ifPresent(record -> checkScales(record, layers));
        calibration.ifPresent(scores -> Check.sameLength(
                "the calibration's features",
                scores.distance().features(),
                "the network's",
                EpistemicScorer.features(architecture)));
        if (abstention.isPresent() && calibration.isEmpty()) {
            throw new IllegalArgumentException(
                    "a model with a threshold of abstention must have the calibration of its scores, but has none");
        }
    }

    private static void checkScales(WrappingRecord wrapping, int layers) {
        if (!wrapping.radiusScales().isEmpty()) {
            Check.sameLength("the radius scales", wrapping.radiusScales().size(), "the layers with weights", layers);
        }
    }

    /** A network of which nothing else is known. */
    public static EpistemicModel of(IntervalNetwork network, ModelCard card, Averaging averaging) {
        return new EpistemicModel(
                network, card, averaging, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public EpistemicModel with(WrappingRecord newWrapping) {
        return new EpistemicModel(network, card, averaging, Optional.of(newWrapping), tuning, calibration, abstention);
    }

    public EpistemicModel with(TuningRecord newTuning) {
        return new EpistemicModel(network, card, averaging, wrapping, Optional.of(newTuning), calibration, abstention);
    }

    public EpistemicModel with(EpistemicCalibration newCalibration) {
        return new EpistemicModel(network, card, averaging, wrapping, tuning, Optional.of(newCalibration), abstention);
    }

    public EpistemicModel with(AbstentionRecord newAbstention) {
        return new EpistemicModel(network, card, averaging, wrapping, tuning, calibration, Optional.of(newAbstention));
    }

    @Override
    public Architecture architecture() {
        return network.architecture();
    }

    /** The network's epistemic scores, if they are calibrated. */
    public Optional<EpistemicScorer> scorer() {
        return calibration.map(scores -> EpistemicScorer.of(network, card.normalisation(), scores));
    }

    /** Predicts as the model says, and abstains where it says so; empty if its scores are not calibrated. */
    public Optional<Predictor> predictor() {
        return scorer().map(scorer -> Predictor.of(scorer, card.classNames())
                .with(averaging)
                .with(abstention.map(AbstentionRecord::abstention).orElseGet(Abstention::never)));
    }

    /** Bounds cross in a fine-tuning that leaves them free, and nowhere else; scores need intervals. */
    private void checkBounds() {
        if (network.crossed() > 0) {
            if (tuning.isEmpty() || tuning.get().plan().rule() != BoundsRule.FREE) {
                throw new IllegalArgumentException(
                        "the bounds of all weights must be in order, save after a fine-tuning"
                                + " that leaves them free, but those of a share of " + network.crossed()
                                + " have crossed");
            }
            if (calibration.isPresent()) {
                throw new IllegalArgumentException("a network whose bounds have crossed must have no calibration of"
                        + " scores, which need intervals, but has one");
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the bounds of weights have crossed and no {@link #tuning} explains it
     */
    @Override
    public void write(Path file) throws IOException {
        checkBounds();
        ObjectNode manifest = Identity.of(network, card.normalisation()).write(Kind.INTERVAL_NETWORK);
        card.write(manifest);
        manifest.put("averaging", Names.of(averaging));
        wrapping.ifPresent(record -> manifest.set("wrapping", record.write()));
        tuning.ifPresent(record -> manifest.set("tuning", record.write()));
        calibration.ifPresent(scores -> manifest.set("calibration", CalibrationTensors.manifest(scores)));
        abstention.ifPresent(record -> manifest.set("abstention", record.write()));
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        Blocks.write(writer, network.blocks(0));
        calibration.ifPresent(scores -> CalibrationTensors.write(writer, scores.distance()));
        writer.writeTo(file);
    }

    /** Reads a file; what is not a model of this version, in every detail, is refused before its weights are read. */
    public static EpistemicModel read(Path path) throws IOException {
        return ManifestFile.read(path, EpistemicModel::read);
    }

    static EpistemicModel read(TensorFile file, Fields fields) throws IOException {
        Identity identity = Identity.read(fields, Kind.INTERVAL_NETWORK);
        Architecture architecture = identity.architecture();
        ModelCard card = ModelCard.read(fields, identity);
        Averaging averaging = fields.constant("averaging", Averaging.class);
        Optional<WrappingRecord> wrapping = fields.optional("wrapping").map(WrappingRecord::read);
        Optional<TuningRecord> tuning = fields.optional("tuning").map(TuningRecord::read);
        Optional<CalibrationTensors> stored =
                fields.optional("calibration").map(scores -> CalibrationTensors.of(scores, architecture));
        Optional<AbstentionRecord> abstention = fields.optional("abstention").map(AbstentionRecord::read);
        fields.end();
        List<BlockShape> shapes = IntervalNetwork.shapes(architecture, identity.bias());
        Map<String, TensorInfo> infos = Blocks.infos(shapes);
        stored.ifPresent(tensors -> infos.putAll(tensors.infos()));
        Blocks.check(file, infos);
        Optional<EpistemicCalibration> calibration =
                stored.isPresent() ? Optional.of(stored.get().read(file)) : Optional.empty();
        IntervalNetwork network =
                IntervalNetwork.of(architecture, identity.bias(), identity.seeds(), Blocks.read(file, shapes));
        try {
            EpistemicModel model =
                    new EpistemicModel(network, card, averaging, wrapping, tuning, calibration, abstention);
            model.checkBounds();
            return model;
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
