package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.model.calibration.CalibrationTensors;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.Fields;
import org.epiwrap.model.manifest.Identity;
import org.epiwrap.model.manifest.Kind;
import org.epiwrap.model.manifest.ManifestFile;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.Texts;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.model.promise.PromiseRecord;
import org.epiwrap.model.promise.PromiseTensors;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.Promises;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.scoring.UnfamiliarityScorer;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Verification;
import org.jspecify.annotations.Nullable;

/**
 * An interval network of one run and what is known of it, stored as one safetensors file with a manifest in its metadata.
 * The tensors have the names of {@link IntervalNetwork#shapes}; those of the calibration have 64 bits per number, so that
 * scores are restored to the last bit.
 *
 * @param predictor computes scores if they are calibrated, abstains if there is a threshold, and gives neither intervals
 *     nor sets if the bounds of weights have crossed; its network is closed with the model
 * @param card of the network; its training is that of the Bayesian network it was made from
 * @param wrapping how it was wrapped; empty where it was not made from a Bayesian network
 * @param tuning how it was fine-tuned; empty where it was not
 * @param abstention when it abstains, by a threshold on one score that rests on no promise; at most one of this and {@code
 *     promises}
 * @param promises what is promised of its predictions, with the thresholds and sets that keep it
 * @param verification whether its numbers are known to be those that were written
 */
public record EpistemicModel(
        IntervalPredictor predictor,
        ModelCard card,
        Optional<WrappingRecord> wrapping,
        Optional<TuningRecord> tuning,
        Optional<AbstentionRecord> abstention,
        Optional<PromiseRecord> promises,
        Verification verification)
        implements StoredModel {
    /** Refuses parts that do not belong together. */
    public EpistemicModel {
        IntervalNetwork network = predictor.network();
        Check.between("the number of runs in a model", network.seeds().runs(), 1, 1);
        if (!predictor.classNames().equals(card.names())) {
            throw new IllegalArgumentException("the classes of the predictor must be those of the card, "
                    + card.names().all() + ", but are " + predictor.classNames().all());
        }
        if (!predictor.input().equals(card.input())) {
            throw new IllegalArgumentException("the input of the predictor must be that of the card, " + card.input()
                    + ", but is " + predictor.input());
        }
        int layers =
                new Layout(network.architecture(), network.bias()).weighted().size();
        wrapping.ifPresent(record -> checkScales(record, layers));
        if (abstention.isPresent() && promises.isPresent()) {
            throw new IllegalArgumentException(
                    "a model must abstain by a threshold of its own or by promises, but is given both");
        }
        Optional<CalibratedPromises> given = promises.map(PromiseRecord::calibrated);
        given.flatMap(CalibratedPromises::conformalSets).ifPresent(sets -> checkSets(sets, card));
        Abstention rule = abstention
                .map(AbstentionRecord::abstention)
                .or(() -> given.map(CalibratedPromises::abstention))
                .orElseGet(Abstention::never);
        if (abstention.isPresent() || promises.isPresent()) {
            ScoreCalibration.checkHas(rule.scores(), predictor.scorer());
        }
        predictor = predictor.with(rule).with(given.flatMap(CalibratedPromises::conformalSets));
    }

    /** Creates a model that was not read from a file. */
    public EpistemicModel(
            IntervalPredictor predictor,
            ModelCard card,
            Optional<WrappingRecord> wrapping,
            Optional<TuningRecord> tuning,
            Optional<AbstentionRecord> abstention) {
        this(predictor, card, wrapping, tuning, abstention, Optional.empty(), Verification.VERIFIED);
    }

    private static void checkSets(ConformalSets sets, ModelCard card) {
        if (sets.promise().byClass()) {
            Check.sameLength(
                    "the quantiles of prediction sets",
                    sets.quantiles().length,
                    "the classes",
                    card.classNames().size());
        }
    }

    private static IntervalPredictor predictor(
            IntervalNetwork network, ModelCard card, Averaging averaging, Optional<EpistemicScorer> scorer) {
        IntervalPredictor plain =
                IntervalPredictor.of(network, card.input(), card.names()).with(averaging);
        return scorer.map(plain::with).orElse(plain);
    }

    private static void checkScales(WrappingRecord wrapping, int layers) {
        if (!wrapping.radiusScales().isEmpty()) {
            Check.sameLength("the radius scales", wrapping.radiusScales().size(), "the layers with weights", layers);
        }
    }

    /** Returns the model of a network of which nothing else is known. */
    public static EpistemicModel of(IntervalNetwork network, ModelCard card, Averaging averaging) {
        return new EpistemicModel(
                predictor(network, card, averaging, Optional.empty()),
                card,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns this model, which shares its network, with the record of a wrapping. */
    public EpistemicModel with(WrappingRecord newWrapping) {
        return new EpistemicModel(
                predictor, card, Optional.of(newWrapping), tuning, abstention, promises, verification);
    }

    /** Returns this model, which shares its network, with the record of a fine-tuning. */
    public EpistemicModel with(TuningRecord newTuning) {
        return new EpistemicModel(
                predictor, card, wrapping, Optional.of(newTuning), abstention, promises, verification);
    }

    /**
     * Returns this model, which shares its network, with a calibration of its scores. It decides everything and promises
     * nothing: a threshold would have been chosen on the scale of other scores.
     */
    public EpistemicModel with(EpistemicCalibration calibration) {
        return with(EpistemicScorer.of(network(), input(), calibration));
    }

    private EpistemicModel with(EpistemicScorer scorer) {
        return new EpistemicModel(
                predictor.with(scorer), card, wrapping, tuning, Optional.empty(), Optional.empty(), verification);
    }

    /** Returns this model, which shares its network, with a threshold of abstention in place of promises. */
    public EpistemicModel with(AbstentionRecord newAbstention) {
        return new EpistemicModel(
                predictor, card, wrapping, tuning, Optional.of(newAbstention), Optional.empty(), verification);
    }

    /** Returns this model, which shares its network, with promises; {@link Calibration} gives them. */
    public EpistemicModel with(PromiseRecord newPromises) {
        return new EpistemicModel(
                predictor, card, wrapping, tuning, Optional.empty(), Optional.of(newPromises), verification);
    }

    /** Returns this model, which shares its network, with metrics. The first of both to be closed closes the network. */
    public EpistemicModel with(Map<String, Double> metrics) {
        return new EpistemicModel(predictor, card.with(metrics), wrapping, tuning, abstention, promises, verification);
    }

    /**
     * Returns this model, which shares its network, with the scale of its scores fitted to training examples, and without the
     * unfamiliarity UF, which takes held-out examples. It decides everything: a threshold would have been chosen on the old
     * scale.
     */
    public EpistemicModel withScores(Dataset train) {
        return with(ScoreCalibration.fit(this, train));
    }

    /**
     * Returns this model, which shares its network, with scores {@linkplain #withScores(Dataset) fitted} to training examples
     * and the unfamiliarity UF, whose members are made comparable on the half of held-out examples for choices; without UF
     * if that half has fewer than {@value UnfamiliarityScorer#MIN_HELD_OUT}.
     */
    public EpistemicModel withScores(Dataset train, CalibrationSet heldOut) {
        return with(ScoreCalibration.fit(this, train, heldOut));
    }

    /**
     * Returns this model with metrics of how informative its intervals are on held-out examples; without, if there are no
     * examples, or if bounds leave the range of float, as those of deep networks may whose radii are not chosen.
     */
    EpistemicModel measured(Dataset heldOut) {
        if (heldOut.size() == 0) {
            return this;
        }
        Map<String, Double> metrics = new TreeMap<>(card.metrics());
        try {
            metrics.putAll(ModelMetrics.ofHeldOut(Evaluator.of(predictor).evaluate(heldOut)));
        } catch (IntervalOverflowException e) {
            return this;
        }
        return with(metrics);
    }

    /** Returns this model with scores, with metrics of its intervals and, if any are wanted, with promises. */
    EpistemicModel calibrated(Dataset train, CalibrationSet heldOut, Promises wanted) {
        EpistemicModel scored = withScores(train, heldOut).measured(heldOut.promises());
        return wanted.isEmpty()
                ? scored
                : Calibration.withDefaults().with(wanted).calibrate(scored, heldOut);
    }

    @Override
    public Optional<Explainer> explainer() {
        return predictor.explainer();
    }

    /**
     * Explains why a row is as unlike the training rows as it is; see {@link #predict(Map)}.
     *
     * @throws IllegalStateException if scores are not calibrated
     */
    public Explanation explain(Map<String, ? extends @Nullable Object> row) {
        return requiredExplainer().explain(row);
    }

    /**
     * Explains why an example is as unlike the training examples as it is; see {@link #predict(float[])}.
     *
     * @throws IllegalStateException if scores are not calibrated
     */
    public Explanation explain(float[] example) {
        return requiredExplainer().explain(example);
    }

    private Explainer requiredExplainer() {
        return explainer()
                .orElseThrow(() -> new IllegalStateException(
                        "explanations need calibrated scores, which this model does not have"));
    }

    @Override
    public Kind kind() {
        return Kind.INTERVAL_NETWORK;
    }

    /** Returns the network, which is closed with the model. */
    public IntervalNetwork network() {
        return predictor.network();
    }

    /** Returns what it predicts by. */
    public Averaging averaging() {
        return predictor.averaging();
    }

    /** Returns the calibration of its epistemic scores, if there is one. */
    public Optional<EpistemicCalibration> calibration() {
        return predictor.scorer().map(EpistemicScorer::calibration);
    }

    /**
     * Returns this model with the bounds of each weight in order, so that it has intervals and sets even if a fine-tuning
     * that leaves bounds free crossed some. Probabilities may differ from those of the crossed bounds. Both models must be
     * closed.
     */
    public EpistemicModel inOrder() {
        IntervalNetwork ordered = network().inOrder();
        return new EpistemicModel(
                predictor(ordered, card, averaging(), predictor.scorer().map(scorer -> scorer.on(ordered))),
                card,
                wrapping,
                tuning,
                abstention,
                promises,
                verification);
    }

    /** Refuses bounds that crossed outside of a fine-tuning that leaves them free, and scores of such bounds. */
    private static void checkBounds(IntervalNetwork network, Optional<TuningRecord> tuning, boolean scored) {
        if (network.crossed() > 0) {
            if (tuning.isEmpty() || tuning.get().plan().rule() != BoundsRule.FREE) {
                throw new IllegalArgumentException(
                        "the bounds of all weights must be in order, save after a fine-tuning"
                                + " that leaves them free, but those of a share of " + network.crossed()
                                + " have crossed");
            }
            if (scored) {
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
        IntervalNetwork network = network();
        Optional<EpistemicScorer> scorer = predictor.scorer();
        Optional<CalibrationTensors> calibration = scorer.map(CalibrationTensors::of);
        checkBounds(network, tuning, calibration.isPresent());
        ObjectNode manifest = Identity.of(network, card.input()).write(Kind.INTERVAL_NETWORK);
        card.write(manifest);
        manifest.put("averaging", Texts.name(averaging()));
        wrapping.ifPresent(record -> manifest.set("wrapping", record.write()));
        tuning.ifPresent(record -> manifest.set("tuning", record.write()));
        calibration.ifPresent(tensors -> manifest.set("calibration", tensors.manifest()));
        abstention.ifPresent(record -> manifest.set("abstention", record.write()));
        promises.ifPresent(record -> manifest.set("promises", record.manifest()));
        PredictionCheck.Computed check = PredictionCheck.of(this, checkedPredictors());
        check.write(manifest);
        TensorFileWriter writer = TensorFileWriter.create().manifest(Manifest.of(manifest));
        Blocks.write(writer, network.blocks(0));
        calibration.ifPresent(tensors -> tensors.write(writer, scorer.orElseThrow()));
        promises.ifPresent(record -> record.write(writer));
        check.write(writer, this);
        writer.writeTo(file);
    }

    /** All that is stored of predictions, and what remains if bounds have crossed or are too large for float. */
    private List<IntervalPredictor> checkedPredictors() {
        IntervalPredictor plain =
                predictor(network(), card, averaging(), Optional.empty()).with(IntervalPredictor.Detail.PROBABILITIES);
        return network().crossed() > 0
                ? List.of(plain)
                : List.of(
                        predictor(network(), card, averaging(), predictor.scorer())
                                .with(IntervalPredictor.Detail.INTERVALS),
                        plain);
    }

    /** Reads a file; one that is not a valid model of this version is refused before its weights are read. See {@link StoredModel#read}. */
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
                fields.optional("calibration").map(scores -> CalibrationTensors.read(scores, architecture));
        Optional<AbstentionRecord> abstention = fields.optional("abstention").map(AbstentionRecord::read);
        Optional<PromiseTensors> given =
                fields.optional("promises").map(promised -> PromiseTensors.of(promised, architecture.classes()));
        Optional<PredictionCheck> check = PredictionCheck.read(file, fields, identity);
        fields.end();
        List<BlockShape> shapes = IntervalNetwork.shapes(architecture, identity.bias());
        Map<String, TensorInfo> infos = Blocks.infos(shapes);
        stored.ifPresent(tensors -> infos.putAll(tensors.infos()));
        given.ifPresent(tensors -> infos.putAll(tensors.infos()));
        check.ifPresent(tensors -> infos.putAll(tensors.infos(identity)));
        Blocks.check(file, infos);
        Optional<PromiseRecord> promises =
                given.isPresent() ? Optional.of(given.get().read(file)) : Optional.empty();
        IntervalNetwork network =
                IntervalNetwork.of(architecture, identity.bias(), identity.seeds(), Blocks.read(file, shapes));
        try {
            checkBounds(network, tuning, stored.isPresent());
            Optional<EpistemicScorer> scorer =
                    stored.isPresent() ? Optional.of(stored.get().read(file, network, card.input())) : Optional.empty();
            EpistemicModel model = new EpistemicModel(
                    predictor(network, card, averaging, scorer),
                    card,
                    wrapping,
                    tuning,
                    abstention,
                    promises,
                    file.verification());
            if (check.isPresent()) {
                check.get().verify(file, model.checkedPredictors());
            }
            return model;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    @Override
    public void close() {
        network().close();
    }
}
