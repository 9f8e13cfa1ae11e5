package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.experiments.Preset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.model.Checkpoint;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.TuningRecord;
import org.epiwrap.network.LearningRate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "tune",
        description = {
            "Fine-tunes the intervals of a network that 'epiwrap wrap' has written on the images it was trained on, in"
                    + " an order that its seed fixes. Then calibrates its scores anew, and its threshold of abstention if"
                    + " it has one or is to get one, tests it and writes it to a file. A fine-tuning that was interrupted"
                    + " goes on when the same command is given again, to the same result."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap tune wrapped.safetensors -o tuned.safetensors",
            "  epiwrap tune wrapped.safetensors -o tuned.safetensors --epochs 3 --bounds centre-radius --coverage 0.9"
        })
final class TuneCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "The file of an interval network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path model;

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE",
            description = "Where the tuned network goes, as safetensors. While it is tuned, FILE.checkpoint holds its"
                    + " state.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            converter = Choices.PresetName.class,
            completionCandidates = Choices.PresetName.class,
            description = "Where the other choices come from: ${COMPLETION-CANDIDATES} (default: sound).")
    private Preset preset = Preset.SOUND;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the order of the images and of dropout (default: the model's own).")
    private @Nullable Long seed;

    @Option(names = "--epochs", paramLabel = "N", description = "Passes over the images (default: 10).")
    private int epochs = TuningPlan.EPOCHS;

    @Option(names = "--batch", paramLabel = "N", description = "Images per step (default: 64).")
    private int batch = TuningPlan.BATCH_SIZE;

    @Option(names = "--learning-rate", paramLabel = "X", description = "Adam's (default: 0.001).")
    private double learningRate = TuningPlan.LEARNING_RATE;

    @Option(
            names = "--bounds",
            paramLabel = "BOUNDS",
            converter = Choices.BoundsName.class,
            completionCandidates = Choices.BoundsName.class,
            description =
                    "What is trained of an interval, one of ${COMPLETION-CANDIDATES}: its ends, kept in order; its"
                            + " centre and radius; its ends as the paper has it, which may cross, so that no scores can be had"
                            + " (default: ordered; paper: free).")
    private @Nullable BoundsRule bounds;

    @Option(
            names = "--averaging",
            paramLabel = "AVERAGING",
            converter = Choices.AveragingName.class,
            completionCandidates = Choices.AveragingName.class,
            description = "Where the midpoints are taken that the network predicts by: ${COMPLETION-CANDIDATES}"
                    + " (default: as the model predicts; paper: logits).")
    private @Nullable Averaging averaging;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "SECONDS",
            description = "How often the state is written (default: 30).")
    private double checkpointEvery = 30;

    @Mixin
    private final ThresholdOptions threshold = new ThresholdOptions();

    @Mixin
    private final DataOptions data = new DataOptions();

    @Mixin
    private final RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException {
        Duration every = CheckpointedRun.every(checkpointEvery);
        OutputFile.check(out);
        PrintWriter err = spec.commandLine().getErr();
        try (EpistemicModel start = EpistemicModel.read(model)) {
            threshold.check(start.abstention());
            options.useThreads(start.architecture());
            ModelImages images = data.imagesOf(start, err);
            Normalisation normalisation = start.card().normalisation();
            Averaging by = averaging != null
                    ? averaging
                    : preset == Preset.PAPER ? TuningPlan.paper().averaging() : start.averaging();
            TuningRecord record = TuningRecord.of(plan(by), images.train());
            Checkpoint checkpoint = Checkpoint.at(CheckpointedRun.beside(out), start.network(), normalisation, record);
            double before =
                    IntervalPredictive.accuracies(start.network(), images.test(), normalisation, start.averaging())[0];
            try (IntervalTrainer trainer =
                    new IntervalTrainer(start.network(), images.train(), normalisation, record.plan())) {
                try (Progress progress = new Progress("tune", options.quiet())) {
                    new CheckpointedRun(checkpoint, every, err, options.quiet()).run(trainer, progress);
                }
                Findings found =
                        CheckpointedRun.afterwards(err, () -> finished(trainer, start, by, record, images, before));
                Files.deleteIfExists(checkpoint.file());
                found.print(spec.commandLine().getOut(), options.json());
            }
        }
        return 0;
    }

    /** Calibrates, tests and writes the tuned network. */
    private Findings finished(
            IntervalTrainer trainer,
            EpistemicModel start,
            Averaging by,
            TuningRecord record,
            ModelImages images,
            double before)
            throws IOException {
        try (IntervalNetwork tuned = trainer.network()) {
            Optional<ScoreFit> fitted = fit(tuned, start, by, images);
            EpistemicModel untested = new EpistemicModel(
                    tuned,
                    start.card(),
                    by,
                    start.wrapping(),
                    Optional.of(record),
                    fitted.map(fit -> fit.scorer().calibration()),
                    fitted.flatMap(ScoreFit::abstention));
            Outcome outcome = Outcome.of(
                    untested,
                    new Outcome.Before("before tuning", "accuracy-before-tuning", before),
                    fitted.flatMap(ScoreFit::heldOut),
                    images.test());
            outcome.model().write(out);
            return findings(images, trainer.epochLoss(), tuned.crossed(), outcome);
        }
    }

    /** The scores of the tuned network, which needs bounds in order to have some. */
    private Optional<ScoreFit> fit(IntervalNetwork tuned, EpistemicModel start, Averaging by, ModelImages images) {
        if (tuned.crossed() > 0) {
            spec.commandLine()
                    .getErr()
                    .println(String.format(
                            Locale.ROOT,
                            "epiwrap: the bounds of %.2f %% of the weights have crossed, so that the network has no"
                                    + " scores and does not abstain; --bounds ordered keeps them in order",
                            100 * tuned.crossed()));
            return Optional.empty();
        }
        return Optional.of(ScoreFit.of(
                tuned,
                by,
                start.card().normalisation(),
                start.card().classNames(),
                images.train(),
                () -> images.heldOutForThreshold(threshold.heldOut()),
                threshold.wish(start.abstention())));
    }

    private TuningPlan plan(Averaging by) {
        return new TuningPlan(
                epochs, batch, LearningRate.constant(learningRate), rule(), by, Optional.ofNullable(seed));
    }

    private BoundsRule rule() {
        if (bounds != null) {
            return bounds;
        }
        return preset == Preset.PAPER ? TuningPlan.paper().rule() : BoundsRule.ORDERED;
    }

    private Findings findings(ModelImages images, double loss, double crossed, Outcome outcome) {
        Dataset train = images.train();
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        facts.put("model", model.toString())
                .put("file", out.toString())
                .put("data", images.name().toString())
                .put("images", train.size())
                .put("epochs", epochs)
                .put("loss", loss)
                .put("crossed", crossed)
                .put("testImages", images.test().size());
        String headline = String.format(
                Locale.ROOT,
                "%s tuned on %s, bounds %s: %,d images, %s, loss %.4f",
                model,
                images.name(),
                new Choices.BoundsName().nameOf(rule()),
                train.size(),
                Findings.count(epochs, "epoch"),
                loss);
        return new Findings(headline, facts, outcome.tables(), List.of("written to " + out));
    }
}
