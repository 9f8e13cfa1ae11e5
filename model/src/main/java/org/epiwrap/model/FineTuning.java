package org.epiwrap.model;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.network.LearningRate;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.prediction.IntervalPredictor;

/**
 * Fine-tunes the intervals of an epistemic model on the examples it was trained on, and calibrates it anew. An immutable
 * configuration with good defaults; each {@code with} replaces one choice.
 */
public final class FineTuning extends Configuration<FineTuning> {
    private Preset preset = Preset.SOUND;
    private int epochs = TuningPlan.EPOCHS;
    private int batchSize = TuningPlan.BATCH_SIZE;
    private double learningRate = TuningPlan.LEARNING_RATE;
    private Optional<BoundsRule> rule = Optional.empty();
    private Optional<Averaging> averaging = Optional.empty();
    private Optional<Long> seed = Optional.empty();
    private Optional<AbstentionGoal> goal = Optional.empty();
    private TrainingListener listener = TrainingListener.NONE;
    private Optional<Checkpointing> checkpointing = Optional.empty();

    private FineTuning() {}

    /** Returns the sound choices: ten epochs in batches of 64, bounds kept in order, abstention as the model has it. */
    public static FineTuning withDefaults() {
        return new FineTuning();
    }

    /** Takes the rule of bounds and the averaging from a preset unless they are chosen otherwise. */
    public FineTuning with(Preset newPreset) {
        return copy(c -> c.preset = newPreset);
    }

    /** Replaces the number of passes over the examples. */
    public FineTuning withEpochs(int newEpochs) {
        return copy(c -> c.epochs = newEpochs);
    }

    /** Replaces the number of examples per step. */
    public FineTuning withBatchSize(int newSize) {
        return copy(c -> c.batchSize = newSize);
    }

    /** Replaces Adam's learning rate. */
    public FineTuning withLearningRate(double newRate) {
        return copy(c -> c.learningRate = newRate);
    }

    /** Replaces what is trained of an interval. */
    public FineTuning with(BoundsRule newRule) {
        return copy(c -> c.rule = Optional.of(newRule));
    }

    /** Replaces how bounds become probabilities. */
    public FineTuning with(Averaging newAveraging) {
        return copy(c -> c.averaging = Optional.of(newAveraging));
    }

    /** Replaces the seed of the order of the examples and of dropout: the model's own unless given here. */
    public FineTuning withSeed(long newSeed) {
        return copy(c -> c.seed = Optional.of(newSeed));
    }

    /** Replaces the goal of abstention: the one of the model unless given here. */
    public FineTuning with(AbstentionGoal newGoal) {
        return copy(c -> c.goal = Optional.of(newGoal));
    }

    /** Notifies a listener of each step. */
    public FineTuning with(TrainingListener newListener) {
        return copy(c -> c.listener = newListener);
    }

    /** Keeps the state in a file, from which an interrupted fine-tuning resumes to the same result. */
    public FineTuning with(Checkpointing newCheckpointing) {
        return copy(c -> c.checkpointing = Optional.of(newCheckpointing));
    }

    /** Returns how a model is fine-tuned. */
    public TuningPlan plan(EpistemicModel model) {
        TuningPlan usual = preset.tuning(model.architecture());
        Averaging own = preset == Preset.PAPER ? usual.averaging() : model.averaging();
        return new TuningPlan(
                epochs,
                batchSize,
                LearningRate.constant(learningRate),
                rule.orElse(usual.rule()),
                averaging.orElse(own),
                seed);
    }

    /** Fine-tunes a model on the first part of a split, and calibrates the result on the second. */
    public EpistemicModel tune(EpistemicModel model, Split split) throws IOException {
        return tune(model, split.train(), CalibrationSet.of(split.calibration()));
    }

    /**
     * Fine-tunes a model, which stays open and as it is, and calibrates the result. A network whose bounds crossed, which
     * only a rule that leaves them free allows, has no scores and does not abstain.
     *
     * @param train the examples it was trained on
     * @param heldOut examples it was not trained on; a threshold is chosen on its second half
     */
    public EpistemicModel tune(EpistemicModel model, Dataset train, CalibrationSet heldOut) throws IOException {
        Input input = model.card().input();
        TuningRecord record = TuningRecord.of(plan(model), train);
        try (IntervalTrainer trainer = new IntervalTrainer(model.network(), train, input, record.plan())) {
            if (checkpointing.isPresent()) {
                Checkpointing kept = checkpointing.get();
                kept.run(Checkpoint.at(kept.file(), model.network(), input, record), trainer, listener);
            } else {
                trainer.run(listener);
            }
            IntervalNetwork network = trainer.network();
            try {
                return calibrated(model, network, record, trainer.epochLoss(), train, heldOut);
            } catch (RuntimeException e) {
                network.close();
                throw e;
            }
        }
    }

    private EpistemicModel calibrated(
            EpistemicModel start,
            IntervalNetwork network,
            TuningRecord record,
            double loss,
            Dataset train,
            CalibrationSet heldOut) {
        Averaging by = record.plan().averaging();
        Map<String, Double> metrics = new TreeMap<>(Map.of(ModelMetrics.LOSS, loss));
        Optional<ScoreCalibration> scores = Optional.empty();
        if (network.crossed() == 0) {
            IntervalPredictor predictor = IntervalPredictor.of(
                            network, start.card().input(), start.card().names())
                    .with(by);
            Optional<AbstentionGoal> wanted = goal.or(() -> start.abstention().map(AbstentionGoal::of));
            scores = Optional.of(ScoreCalibration.of(predictor, train, heldOut.promises(), wanted));
            metrics.putAll(scores.get().metrics());
        }
        return new EpistemicModel(
                network,
                start.card().with(metrics),
                by,
                start.wrapping(),
                Optional.of(record),
                scores.map(fitted -> fitted.scorer().calibration()),
                scores.flatMap(ScoreCalibration::abstention));
    }
}
