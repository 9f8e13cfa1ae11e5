package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.output.PredictionPrinter;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.array.ArrayData;
import org.epiwrap.data.image.ImageFiles;
import org.epiwrap.data.image.Pictures;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.DelimitedFormat;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormats;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.table.PredictionSink;
import org.epiwrap.prediction.table.RowPrediction;
import org.epiwrap.prediction.table.RowScoring;
import org.epiwrap.prediction.table.ScoredRows;
import org.epiwrap.prediction.table.Tally;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.evaluation.PredictionReport;
import org.epiwrap.report.evaluation.ScoreLegend;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Classifies images, or the rows of a table. */
@Command(name = "predict")
public final class PredictCommand extends Subcommand {
    private static final String HOW_TO_CALIBRATE =
            "'epiwrap wrap' adds them to a Bayesian network, 'epiwrap tune' to an interval network";

    /** The number of images that are held at once. */
    private static final int BATCH = 500;

    private static final int BYTE_WHITE = 255;

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

    @Option(
            names = {"-o", "--out"},
            paramLabel = "TABLE")
    private @Nullable Path out;

    @Option(names = "--id", paramLabel = "COLUMN")
    private @Nullable String id;

    @Option(names = "--label", paramLabel = "COLUMN")
    private @Nullable String label;

    @Option(names = "--missing", paramLabel = "TEXT", split = ",")
    private List<String> missing = List.of();

    @Option(names = "--delimiter", paramLabel = "CHARACTER")
    private @Nullable Character delimiter;

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
        if (Files.isDirectory(file) || TableFormats.matches(file) || Pictures.hasExtension(file)) {
            throw new IllegalArgumentException(
                    "the model must come first, as in 'epiwrap predict model.safetensors FILE', but " + file
                            + " is not a model");
        }
        if (out != null) {
            checkOut(out);
        }
        // Images are decoded, never shown.
        System.setProperty("java.awt.headless", "true");
        try (StoredModel model = remarked(file, StoredModel.read(file))) {
            options.useThreads(model.architecture());
            checkInput(model.input());
            if (logits && by != Method.MEAN && model instanceof BayesianModel) {
                throw new IllegalArgumentException(
                        "--logits of a Bayesian network must be used with --by mean, which has single logits");
            }
            if (report != null) {
                OutputPaths.checkFolder(report);
            }
            if (model instanceof BayesianModel bayesian) {
                predict(bayesian);
            } else if (model instanceof EnsembleModel ensemble) {
                predict(ensemble);
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

    private void predict(EnsembleModel model) throws IOException {
        String option = by != null
                ? "--by"
                : draws != null
                        ? "--draws"
                        : threshold != null ? "--threshold" : !among.isEmpty() ? "--among" : logits ? "--logits" : "";
        require(option.isEmpty(), option + " must be used with a single network", "is an ensemble");
        write(model, model.predictor());
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
            if (threshold == null
                    && (model.abstention().isPresent() || model.promises().isPresent())) {
                remarkUnlessQuiet("the thresholds of " + file
                        + " were chosen for predictions by intervals; with --by mean," + " its promises do not hold");
            }
        }
        return threshold == null ? chosen : chosen.with(Abstention.above(score != null ? score : Score.TU, threshold));
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

    private void checkOut(Path table) throws IOException {
        List<Path> sources = new ArrayList<>(files);
        sources.add(file);
        OutputPaths.checkFile(table, sources.toArray(Path[]::new));
        if (!TableFormats.matches(table)) {
            throw new IllegalArgumentException(
                    "--out must be named .csv, .tsv, .csv.gz, .parquet or .jsonl, but is " + table);
        }
        if (logits || !among.isEmpty()) {
            throw new IllegalArgumentException((logits ? "--logits" : "--among")
                    + " must be used without --out, whose columns are always the same");
        }
    }

    private void checkInput(Input input) throws IOException {
        if (input instanceof TableInput) {
            require(
                    !resize && white == null,
                    (resize ? "--resize" : "--white") + " must be used with images",
                    "takes rows of a table");
            if (out != null && files.size() > 1) {
                throw new IllegalArgumentException(
                        "--out must be used with one table, but " + files.size() + " are given");
            }
            for (Path each : files) {
                checkTable(each);
            }
            return;
        }
        require(
                id == null && label == null && missing.isEmpty() && delimiter == null,
                (id != null ? "--id" : label != null ? "--label" : delimiter != null ? "--delimiter" : "--missing")
                        + " must be used with a table",
                "takes images");
        for (Path each : files) {
            String name = each.toString().toLowerCase(Locale.ROOT);
            require(
                    !name.endsWith(".npz") && !name.endsWith(".npy"),
                    each + " must be pictures, CSV or an IDX file",
                    "takes images of shape " + input.shape() + ", and predictions are not made of npz and npy files");
            boolean table = Files.isRegularFile(each) && TableFormats.matches(each);
            require(
                    !table || name.endsWith(".csv") || name.endsWith(".csv.gz") || name.endsWith(".txt"),
                    each + " must be images",
                    "takes images of shape " + input.shape() + ", and this is a table");
        }
    }

    private void checkTable(Path each) throws IOException {
        String kind = Files.isDirectory(each)
                ? "a folder"
                : Pictures.hasExtension(each)
                        ? "a picture"
                        : Files.isRegularFile(each) && ArrayData.matches(each) ? "a file of arrays" : "";
        require(
                kind.isEmpty(),
                each + " must be a table (CSV, TSV or Parquet)",
                "takes rows of a table, and this is " + kind);
    }

    private void write(StoredModel model, Predictor predictor) throws IOException {
        if (model.input() instanceof TableInput) {
            writeRows(model, predictor);
        } else {
            writeImages(model, predictor);
        }
    }

    /** Explains examples that the model abstains from in descriptions and on the page. */
    private boolean explains() {
        return describe || report != null;
    }

    private void writeRows(StoredModel model, Predictor predictor) throws IOException {
        RowScoring scoring = RowScoring.of(predictor).withMissing(Set.copyOf(missing));
        scoring = Given.with(scoring, id, RowScoring::withId);
        scoring = label != null
                ? scoring.withLabel(label)
                : Given.with(scoring, model.labelColumn().orElse(null), RowScoring::withLabelIfPresent);
        scoring = explains() ? scoring.explained() : scoring;
        PredictionReport page = new PredictionReport();
        DelimitedFormat text = Given.with(scoring.text(), delimiter, DelimitedFormat::withDelimiter);
        PredictionPrinter printer = printer(predictor);
        Set<Score> shown = EnumSet.noneOf(Score.class);
        for (Path each : files) {
            try (RowSource rows = TableFormats.open(each, text)) {
                if (out != null) {
                    score(scoring, rows, out, printer, page);
                } else if (!print(scoring, rows, printer, shown, page)) {
                    return;
                }
            }
        }
        explain(shown);
        publish(page, model);
    }

    /** Refuses classes that the model does not have. */
    private PredictionPrinter printer(Predictor predictor) {
        return new PredictionPrinter(
                options.json(),
                new PredictionPrinter.Detail(describe, logits),
                predictor.classNames().set(among.toArray(String[]::new)));
    }

    private void publish(PredictionReport page, StoredModel model) throws IOException {
        if (report != null) {
            Path written = ReportWriter.write(page.report("epiwrap predict", run(file, model)), report);
            remarkUnlessQuiet("report: " + written);
        }
    }

    private void show(PredictionReport page, RowScoring scoring, RowSource rows, RowPrediction row) {
        if (report != null) {
            page.addRow(name(rows, row), scoring.inputs(rows, row), row.prediction(), row.remarks(), row.why());
        }
    }

    private String name(RowSource rows, RowPrediction row) {
        return id == null ? row.place() : row.cells().get(rows.header().indexOf(id));
    }

    private void score(RowScoring scoring, RowSource rows, Path table, PredictionPrinter printer, PredictionReport page)
            throws IOException {
        Map<String, String> renamed = scoring.renamed(rows);
        if (!renamed.isEmpty()) {
            remarkUnlessQuiet("the table has the " + (renamed.size() == 1 ? "column " : "columns ")
                    + Text.visible(String.join(", ", renamed.keySet())) + " already; predictions are written as "
                    + String.join(", ", renamed.values()));
        }
        // Refused before a file is created.
        scoring.predict(rows);
        AtomicLong unlike = new AtomicLong();
        Tally tally = untilStopped(() -> {
            try (RowSink sink = TableFormats.create(table, scoring.fields(rows), scoring.text())) {
                Tally all = scoring.score(rows, sink, row -> {
                    show(page, scoring, rows, row);
                    unlike.addAndGet(
                            row.prediction().abstains() || row.remarks().isEmpty() ? 0 : 1);
                });
                sink.commit();
                return all;
            }
        });
        out().println(printer.summary(table, tally, "rows"));
        if (unlike.get() > 0) {
            remarkUnlessQuiet(unlike + (unlike.get() == 1 ? " decided row has" : " decided rows have")
                    + " values never seen in training; the column 'remarks' says which");
        }
    }

    /** Prints the predictions of a table's rows, and returns false if nobody reads them. */
    private boolean print(
            RowScoring scoring, RowSource rows, PredictionPrinter printer, Set<Score> shown, PredictionReport page)
            throws IOException {
        ScoredRows scored = scoring.predict(rows);
        for (List<RowPrediction> batch = scored.next(); !batch.isEmpty(); batch = scored.next()) {
            for (RowPrediction row : batch) {
                show(page, scoring, rows, row);
                out().println(printer.row(name(rows, row), row));
                row.prediction().abstention().ifPresent(why -> shown.add(why.score()));
            }
            if (out().checkError()) {
                return false;
            }
        }
        if (scored.tally().hasClasses()) {
            remarkUnlessQuiet(scored.tally().inWords("rows"));
        }
        return true;
    }

    /** Predicts all images, a batch at a time, and prints the predictions or writes them to a table. */
    private void writeImages(StoredModel model, Predictor predictor) throws IOException {
        Volume shape = model.architecture().input();
        OptionalInt scale = white == null ? OptionalInt.empty() : OptionalInt.of(white);
        // A wrong name is reported before any image is read.
        PredictionPrinter printer = printer(predictor);
        PredictionReport page = new PredictionReport();
        Optional<Explainer> explainer = explains() ? predictor.explainer() : Optional.empty();
        Set<Score> shown = EnumSet.noneOf(Score.class);
        Tally tally = new Tally();
        try (ImageFiles images = ImageFiles.of(files, shape, resize, scale);
                PredictionSink sink = out == null ? PredictionSink.none() : PredictionSink.create(out, predictor)) {
            for (ImageFiles.Batch read = images.next(BATCH); !read.names().isEmpty(); read = images.next(BATCH)) {
                Predictions batch = predictor.predict(read.images());
                for (int i = 0; i < batch.size(); i++) {
                    Prediction prediction = batch.get(i);
                    String name = read.names().get(i);
                    Optional<Explanation> why = why(explainer, read.images(), prediction);
                    read.className(i, predictor.classNames().all())
                            .ifPresentOrElse(truth -> tally.add(prediction, truth), () -> tally.add(prediction));
                    if (out == null) {
                        out().println(printer.image(name, prediction, why));
                    }
                    sink.write(name, prediction, why);
                    prediction.abstention().ifPresent(check -> shown.add(check.score()));
                    if (report != null) {
                        page.add(name, read.images(), i, prediction, why);
                    }
                }
                if (out().checkError()) {
                    // The reader is gone, as after 'head', or the disk is full, which is reported at the end.
                    return;
                }
            }
            sink.commit();
        }
        if (out != null) {
            out().println(printer.summary(out, tally, "images"));
        } else {
            explain(shown);
            if (tally.hasClasses()) {
                remarkUnlessQuiet(tally.inWords("images"));
            }
        }
        publish(page, model);
    }

    private static Optional<Explanation> why(Optional<Explainer> explainer, Dataset images, Prediction prediction) {
        return prediction.needsExplanation()
                ? explainer.map(each -> each.explain(images, prediction.example()))
                : Optional.empty();
    }

    /** Explains the scores that decided to abstain. */
    private void explain(Set<Score> shown) {
        if (out == null && !options.json() && !describe) {
            out().flush();
            ScoreLegend.lines(shown).forEach(this::remarkUnlessQuiet);
        }
    }
}
