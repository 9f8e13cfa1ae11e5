package org.epiwrap.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.configuration.Configuration;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.epiwrap.tensor.LearningRate;

/**
 * Fine-tunes the intervals of an epistemic model on the examples it was trained on, and calibrates it anew. An immutable
 * configuration with good defaults; each {@code with} replaces one choice.
 */
public final class FineTuning extends Configuration<FineTuning> {
    private Preset preset = Preset.SOUND;
    private int epochs = TuningPlan.EPOCHS;
    private int batchSize = TuningPlan.BATCH_SIZE;
    private LearningRate learningRate = LearningRate.constant(TuningPlan.LEARNING_RATE);
    private Optional<BoundsRule> rule = Optional.empty();
    private Optional<Averaging> averaging = Optional.empty();
    private Optional<Long> seed = Optional.empty();
    private Augmentation augmentation = Augmentation.NONE;
    private Promises promises = Promises.none();
    private TrainingListener listener = TrainingListener.NONE;
    private Optional<Checkpointing> checkpointing = Optional.empty();

    private FineTuning() {}

    /** Returns the sound choices: ten epochs in batches of 64, bounds kept in order, the promises of the model. */
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

    /** Replaces Adam's learning rate, which stays the same for all steps. */
    public FineTuning withLearningRate(double newRate) {
        return copy(c -> c.learningRate = LearningRate.constant(newRate));
    }

    /** Replaces what is trained of an interval. */
    public FineTuning with(BoundsRule newRule) {
        return copy(c -> c.rule = Optional.of(newRule));
    }

    /**
     * Replaces how bounds become probabilities, in training and in what comes out of it. Unless given, it is that of the
     * model; one that predicts by the midpoints of its weights is trained by bounds, and predicts by them afterwards.
     */
    public FineTuning with(Averaging newAveraging) {
        return copy(c -> c.averaging = Optional.of(newAveraging));
    }

    /** Replaces the seed of the order of the examples and of dropout: the model's own unless given here. */
    public FineTuning withSeed(long newSeed) {
        return copy(c -> c.seed = Optional.of(newSeed));
    }

    /** Replaces how training images are changed at random; they are taken as they are unless given. */
    public FineTuning with(Augmentation newAugmentation) {
        return copy(c -> c.augmentation = newAugmentation);
    }

    /** Replaces all choices that a plan makes; each can be replaced again. */
    public FineTuning with(TuningPlan newPlan) {
        return copy(c -> {
            c.epochs = newPlan.epochs();
            c.batchSize = newPlan.batchSize();
            c.learningRate = newPlan.learningRate();
            c.rule = Optional.of(newPlan.rule());
            c.averaging = Optional.of(newPlan.averaging());
            c.seed = newPlan.seed();
            c.augmentation = newPlan.augmentation();
        });
    }

    /** Adds a promise; those of the model are given anew unless any is given here. */
    public FineTuning with(Promise promise) {
        return with(promises.with(promise));
    }

    /** Replaces all promises. */
    public FineTuning with(Promises newPromises) {
        return copy(c -> c.promises = newPromises);
    }

    /** Returns the promises of a model that is fine-tuned: the ones given here or, if there are none, its own. */
    public Promises promises(EpistemicModel model) {
        return promises.isEmpty()
                ? model.promises().map(own -> own.calibrated().promises()).orElseGet(Promises::none)
                : promises;
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
        // The midpoints of weights leave radii nothing to learn.
        boolean trainable = preset != Preset.PAPER && model.averaging() != Averaging.WEIGHTS;
        Averaging own = trainable ? model.averaging() : usual.averaging();
        return new TuningPlan(
                epochs, batchSize, learningRate, rule.orElse(usual.rule()), averaging.orElse(own), seed, augmentation);
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
     * @param heldOut examples it was not trained on; UF is calibrated on its first half, promises are given on its second
     */
    public EpistemicModel tune(EpistemicModel model, Dataset train, CalibrationSet heldOut) throws IOException {
        EpistemicModel tuned = tune(List.of(model), train).get(0);
        try {
            return tuned.network().crossed() == 0 ? tuned.calibrated(train, heldOut, promises(model)) : tuned;
        } catch (RuntimeException e) {
            tuned.close();
            throw e;
        }
    }

    /**
     * Fine-tunes models of one small architecture in one computation. They stay open and as they are; the results, which
     * the caller closes, have neither scores nor thresholds.
     *
     * @param models at least one, all with the same input; they take the averaging of the first unless it is chosen
     *     otherwise, and the order of the examples that its seed gives
     */
    public List<EpistemicModel> tune(List<EpistemicModel> models, Dataset train) throws IOException {
        checkTogether(models);
        EpistemicModel first = models.get(0);
        TuningRecord record = TuningRecord.of(plan(first), train, first.input());
        if (models.size() == 1) {
            Trained alone = train(first.network(), first.input(), train, record);
            return List.of(alone.of(first, alone.network()));
        }
        List<IntervalNetwork> starts =
                models.stream().map(EpistemicModel::network).toList();
        try (IntervalNetwork start = IntervalNetwork.together(starts);
                Trained all = train(start, first.input(), train, record)) {
            return all.of(models);
        }
    }

    private static void checkTogether(List<EpistemicModel> models) {
        Check.atLeast("the number of models", models.size(), 1);
        Input first = models.get(0).input();
        for (EpistemicModel model : models) {
            if (!model.input().equals(first)) {
                throw new IllegalArgumentException("models that are fine-tuned together must have the same input, but"
                        + " theirs are " + first + " and " + model.input());
            }
        }
    }

    private Trained train(IntervalNetwork start, Input input, Dataset train, TuningRecord record) throws IOException {
        try (IntervalTrainer trainer = new IntervalTrainer(start, train, input, record.plan())) {
            if (checkpointing.isPresent()) {
                Checkpointing kept = checkpointing.get();
                kept.run(Checkpoint.at(kept.file(), start, input, record), trainer, listener);
            } else {
                trainer.run(listener);
            }
            return new Trained(trainer.network(), record, trainer.epochLoss());
        }
    }

    /** A network of all runs after its training. */
    private record Trained(IntervalNetwork network, TuningRecord record, double loss) implements AutoCloseable {

        /** Returns the model of each run, with a network of its own. */
        List<EpistemicModel> of(List<EpistemicModel> starts) {
            List<EpistemicModel> tuned = new ArrayList<>();
            try {
                for (EpistemicModel start : starts) {
                    tuned.add(of(start, network.run(tuned.size())));
                }
                return tuned;
            } catch (RuntimeException e) {
                tuned.forEach(EpistemicModel::close);
                throw e;
            }
        }

        /** Returns a model like the one it started from, whose network is closed with it, or at once if it is refused. */
        EpistemicModel of(EpistemicModel start, IntervalNetwork own) {
            try {
                IntervalPredictor predictor = IntervalPredictor.of(own, start.input(), start.classNames());
                return new EpistemicModel(
                        predictor.with(record.plan().averaging()),
                        start.card()
                                .with(Map.of(ModelMetrics.loss(network.seeds().runs()), loss)),
                        start.wrapping(),
                        Optional.of(record),
                        Optional.empty());
            } catch (RuntimeException e) {
                own.close();
                throw e;
            }
        }

        @Override
        public void close() {
            network.close();
        }
    }
}
