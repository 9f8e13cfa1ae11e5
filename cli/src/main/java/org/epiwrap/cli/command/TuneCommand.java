package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.epiwrap.cli.option.CheckpointOptions;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.option.ModelFiles;
import org.epiwrap.cli.option.PromiseOptions;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.output.TestResult;
import org.epiwrap.cli.terminal.Progress;
import org.epiwrap.cli.terminal.ShutdownMessage;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.model.Checkpointing;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.FineTuning;
import org.epiwrap.model.ModelMetrics;
import org.epiwrap.model.Preset;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.scoring.EpistemicScorer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fine-tunes the intervals of a network. */
@Command(name = "tune")
public final class TuneCommand extends Subcommand {
    @Mixin
    private final ModelFiles files = new ModelFiles();

    @Option(names = "--preset", paramLabel = "PRESET")
    private Preset preset = Preset.SOUND;

    @Option(names = "--seed", paramLabel = "N")
    private @Nullable Long seed;

    @Option(names = "--epochs", paramLabel = "N")
    private int epochs = TuningPlan.EPOCHS;

    @Option(names = "--batch", paramLabel = "N")
    private int batch = TuningPlan.BATCH_SIZE;

    @Option(names = "--learning-rate", paramLabel = "X")
    private double learningRate = TuningPlan.LEARNING_RATE;

    @Option(names = "--bounds", paramLabel = "BOUNDS")
    private @Nullable BoundsRule bounds;

    @Option(names = "--averaging", paramLabel = "AVERAGING")
    private Choices.@Nullable TrainableAveraging averaging;

    @Option(names = "--augment", paramLabel = "CHANGES")
    private Augmentation augmentation = Augmentation.NONE;

    @Mixin
    private final CheckpointOptions checkpoints = new CheckpointOptions();

    @Mixin
    private final PromiseOptions promises = new PromiseOptions();

    @Mixin
    private final DataArguments data = new DataArguments();

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    @Override
    public Integer call() throws IOException {
        OutputPaths.checkFile(files.out());
        try (EpistemicModel start = remarked(files.model(), EpistemicModel.read(files.model()))) {
            FineTuning tuning = tuning();
            boolean promising = !tuning.promises(start).isEmpty();
            if (start.abstention().isPresent() && !promising) {
                remark("the threshold of " + files.model() + " belongs to the scores before fine-tuning and is dropped;"
                        + " --accuracy, --coverage or --false-alarm give promises");
            }
            options.useThreads(start.architecture());
            DataArguments.Data images = data.of(start, err());
            CalibrationSet heldOut = promising
                    ? images.promises(promises.heldOut())
                    : hasUnfamiliarity(start)
                                    && images.training().split().heldOut().size() > 1
                            ? images.calibration(promises.heldOut())
                            : images.noCalibration();
            TestResult.Before before = TestResult.Before.of(
                    "before tuning",
                    "accuracy-before-tuning",
                    start.predictor().with(IntervalPredictor.Detail.PROBABILITIES),
                    images.test());
            CommandResult result;
            try (Progress progress = new Progress("tune", options.quiet());
                    EpistemicModel tuned = checkpoints.train(
                            files.out(),
                            err(),
                            options.quiet(),
                            kept -> tuning.with(progress)
                                    .with(kept)
                                    .tune(start, images.training().train(), heldOut))) {
                result = ShutdownMessage.during(
                        err(), CheckpointOptions.AFTER_TRAINING, () -> finished(tuned, before, images));
            }
            Checkpointing.beside(files.out()).delete();
            result.print(out(), options.json());
        }
        return 0;
    }

    /** Returns whether a model has UF, which is calibrated anew on held-out examples. */
    private static boolean hasUnfamiliarity(EpistemicModel model) {
        return model.predictor()
                .scorer()
                .flatMap(EpistemicScorer::unfamiliarity)
                .isPresent();
    }

    private FineTuning tuning() {
        FineTuning tuning = FineTuning.withDefaults()
                .with(preset)
                .with(augmentation)
                .withEpochs(epochs)
                .withBatchSize(batch)
                .withLearningRate(learningRate);
        tuning = Given.with(tuning, seed, FineTuning::withSeed);
        tuning = Given.with(tuning, bounds, FineTuning::with);
        tuning = Given.with(tuning, averaging, (chosen, trainable) -> chosen.with(trainable.averaging()));
        return tuning.with(promises.promises());
    }

    private CommandResult finished(EpistemicModel tuned, TestResult.Before before, DataArguments.Data images)
            throws IOException {
        double crossed = tuned.network().crossed();
        if (crossed > 0) {
            remark(String.format(
                    Locale.ROOT,
                    "the bounds of %.2f %% of the weights have crossed, so that the network has no scores and never"
                            + " abstains; --bounds ordered keeps them in order",
                    100 * crossed));
        }
        TestResult tested = TestResult.of(tuned, Optional.of(before), images.test());
        tested.model().write(files.out());
        double loss = Objects.requireNonNull(tested.model().card().metrics().get(ModelMetrics.LOSS));
        int examples = images.training().train().size();
        ObjectNode facts = files.facts(images.name())
                .put("images", examples)
                .put("epochs", epochs)
                .put("loss", loss)
                .put("crossed", crossed)
                .put("test_examples", images.test().size());
        String headline = String.format(
                Locale.ROOT,
                "%s tuned on %s, bounds %s: %,d %s, %s, loss %.4f",
                files.model(),
                images.name(),
                Choices.nameOf(tuned.tuning().orElseThrow().plan().rule()),
                examples,
                images.plural(),
                CommandResult.count(epochs, "epoch"),
                loss);
        return tested.written(files.out(), headline, facts);
    }
}
