package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Volume;
import org.epiwrap.data.image.ImageFiles;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.evaluation.PredictionReport;
import org.epiwrap.report.evaluation.ScoreLegend;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Classifies images. */
@Command(name = "predict")
public final class PredictCommand extends Subcommand {
    private static final String HOW_TO_CALIBRATE =
            "'epiwrap wrap' adds them to a Bayesian network, 'epiwrap tune' to an interval network";

    /** The number of images that are held at once. */
    private static final int BATCH = 500;

    private static final int BYTE_WHITE = 255;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Parameters(index = "0", paramLabel = "MODEL")
    private Path file = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE")
    private List<Path> files = List.of();

    @Option(names = "--by", paramLabel = "METHOD")
    private @Nullable Method by;

    @Option(names = "--draws", paramLabel = "N")
    private @Nullable Integer draws;

    @Option(names = "--resize")
    private boolean resize;

    @Option(names = "--white", paramLabel = "1|255")
    private @Nullable Integer white;

    @Option(names = "--threshold", paramLabel = "X")
    private @Nullable Double threshold;

    @Option(names = "--score", paramLabel = "SCORE")
    private @Nullable Score score;

    @Option(names = "--among", paramLabel = "CLASS", split = ",")
    private List<String> among = List.of();

    @Option(names = "--logits")
    private boolean logits;

    @Option(names = "--describe")
    private boolean describe;

    @Option(names = "--report", paramLabel = "FOLDER")
    private @Nullable Path report;

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    /** How a model predicts, by the names that are typed. */
    enum Method {
        INTERVALS,
        DRAWS,
        MEAN
    }

    @Override
    public Integer call() throws IOException {
        if (score != null && threshold == null) {
            throw new IllegalArgumentException("--score must be given together with --threshold");
        }
        if (white != null && white != 1 && white != BYTE_WHITE) {
            throw new IllegalArgumentException("--white must be 1 or 255, but is " + white);
        }
        // Images are decoded, never shown.
        System.setProperty("java.awt.headless", "true");
        try (StoredModel model = StoredModel.read(file)) {
            options.useThreads(model.architecture());
            if (logits && by != Method.MEAN && model instanceof BayesianModel) {
                throw new IllegalArgumentException(
                        "--logits of a Bayesian network must be used with --by mean, which has single logits");
            }
            if (report != null) {
                OutputPaths.checkFolder(report);
            }
            if (model instanceof BayesianModel bayesian) {
                predict(bayesian);
            } else {
                predict((EpistemicModel) model);
            }
        }
        return 0;
    }

    private void predict(BayesianModel model) throws IOException {
        if (by == Method.INTERVALS) {
            throw new IllegalArgumentException(
                    "--by must be draws or mean, because " + file + " is a Bayesian network; 'epiwrap wrap' wraps it");
        }
        require(
                threshold == null && among.isEmpty(),
                (threshold != null ? "--threshold" : "--among") + " must be used with an interval network",
                "is a Bayesian network; 'epiwrap wrap' wraps it");
        if (by == Method.MEAN) {
            require(draws == null, "--draws must be used with --by draws", "predicts by its mean network");
            write(model, model.meanNetwork());
            return;
        }
        try (BayesianAverage average = model.predictor(draws != null ? draws : BayesianAverage.USUAL_DRAWS)) {
            write(model, average);
        }
    }

    private void predict(EpistemicModel model) throws IOException {
        require(
                draws == null && by != Method.DRAWS,
                (draws != null ? "--draws" : "--by draws") + " must be used with a Bayesian network",
                "is an interval network");
        boolean scored = model.calibration().isPresent();
        require(
                scored || (threshold == null && among.isEmpty()),
                (threshold != null ? "--threshold" : "--among") + " needs calibrated scores",
                "has none; " + HOW_TO_CALIBRATE);
        if (!scored) {
            remarkUnlessQuiet(file + " has no calibrated scores and never abstains; " + HOW_TO_CALIBRATE);
        }
        if (model.network().crossed() == 0) {
            write(model, predictor(model));
            return;
        }
        remarkUnlessQuiet("the bounds of some weights have crossed in fine-tuning; they are reordered, which may change"
                + " predictions");
        try (EpistemicModel ordered = model.inOrder()) {
            write(model, predictor(ordered));
        }
    }

    private Predictor predictor(EpistemicModel model) {
        IntervalPredictor chosen = model.predictor();
        if (by == Method.MEAN && model.averaging() != Averaging.WEIGHTS) {
            chosen = chosen.with(Averaging.WEIGHTS);
            if (threshold == null && model.abstention().isPresent()) {
                remarkUnlessQuiet(
                        "the threshold of " + file + " was chosen for predictions by intervals; with --by mean,"
                                + " its accuracy and coverage may differ");
            }
        }
        return threshold == null ? chosen : chosen.with(new Abstention(score != null ? score : Score.TU, threshold));
    }

    private void require(boolean condition, String rule, String found) {
        if (!condition) {
            throw new IllegalArgumentException(rule + ", but " + file + " " + found);
        }
    }

    private void remarkUnlessQuiet(String text) {
        if (!options.quiet()) {
            remark(text);
        }
    }

    /** Predicts all images, a batch at a time, and prints the predictions. */
    private void write(StoredModel model, Predictor predictor) throws IOException {
        Volume shape = model.architecture().input();
        OptionalInt scale = white == null ? OptionalInt.empty() : OptionalInt.of(white);
        // A wrong name is reported before any image is read.
        ClassSet classes = predictor.classNames().set(among.toArray(String[]::new));
        PredictionReport page = new PredictionReport();
        Set<Score> shown = EnumSet.noneOf(Score.class);
        try (ImageFiles images = ImageFiles.of(files, shape, resize, scale)) {
            for (ImageFiles.Batch read = images.next(BATCH); !read.names().isEmpty(); read = images.next(BATCH)) {
                Predictions batch = predictor.predict(read.images());
                for (int i = 0; i < batch.size(); i++) {
                    Prediction prediction = batch.get(i);
                    out().println(text(read.names().get(i), prediction, classes));
                    prediction.abstention().ifPresent(why -> shown.add(why.score()));
                    if (report != null) {
                        page.add(read.names().get(i), read.images(), i, prediction);
                    }
                }
                if (out().checkError()) {
                    // The reader is gone, as after 'head', or the disk is full, which is reported at the end.
                    return;
                }
            }
        }
        if (!options.json() && !describe) {
            out().flush();
            ScoreLegend.lines(shown).forEach(this::remarkUnlessQuiet);
        }
        if (report != null) {
            Path written = ReportWriter.write(page.report("epiwrap predict", run(file, model)), report);
            remarkUnlessQuiet("report: " + written);
        }
    }

    private String text(String name, Prediction prediction, ClassSet classes) throws IOException {
        return options.json() ? json(name, prediction, classes) : line(name, prediction, classes);
    }

    private String json(String name, Prediction prediction, ClassSet classes) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("image", name);
        fields.putAll(prediction.fields());
        if (logits) {
            fields.putAll(prediction.logitFields());
        }
        if (classes.size() > 0) {
            Map<String, Object> asked = new LinkedHashMap<>();
            asked.put("classes", among);
            asked.put("belief", prediction.belief(classes));
            asked.put("plausibility", prediction.plausibility(classes));
            fields.put("among", asked);
        }
        return JSON.writeValueAsString(fields);
    }

    private String line(String name, Prediction prediction, ClassSet classes) {
        List<String> parts = new ArrayList<>();
        if (classes.size() > 0) {
            parts.add(String.format(
                    Locale.ROOT,
                    "%s with belief %.3f and plausibility %.3f",
                    prediction.classNames().describe(classes),
                    prediction.belief(classes),
                    prediction.plausibility(classes)));
        }
        if (logits) {
            prediction.describeLogits().ifPresent(parts::add);
        }
        // The name of a file may contain control characters, which a terminal would interpret.
        StringBuilder text = new StringBuilder(Text.visible(name)).append(": ");
        if (describe) {
            text.append(prediction.describe());
            parts.forEach(part -> text.append(part).append(System.lineSeparator()));
        } else {
            text.append(prediction);
            parts.forEach(part -> text.append(", ").append(part));
        }
        return text.toString();
    }
}
