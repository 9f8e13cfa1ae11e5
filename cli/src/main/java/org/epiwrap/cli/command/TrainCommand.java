package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.architecture.Bias;
import org.epiwrap.check.Check;
import org.epiwrap.cli.option.CheckpointOptions;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.terminal.Progress;
import org.epiwrap.cli.terminal.ShutdownMessage;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.Checkpointing;
import org.epiwrap.model.ModelMetrics;
import org.epiwrap.model.Preset;
import org.epiwrap.model.TrainingLog;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.store.Text;
import org.epiwrap.tensor.LearningRate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains Bayesian networks, tests them and writes them to files. */
@Command(name = "train")
public final class TrainCommand extends Subcommand {
    private static final int MAX_WARNINGS = 10;
    private static final String NOT_SAVED = "the model is tested but not saved: --out FILE saves it";
    private static final String NOTHING_SAVED = "stopped; nothing is saved without --out";

    @Mixin
    private final DataArguments data = new DataArguments();

    @Option(names = "--unknown-classes", paramLabel = "CLASS", split = ",")
    private List<String> unknownClasses = List.of();

    @Option(names = "--scaling", paramLabel = "SCALING")
    private Scale.@Nullable Kind scaling;

    @Option(names = "--net", paramLabel = "NET")
    private @Nullable Backbone net;

    @Option(names = "--preset", paramLabel = "PRESET")
    private Preset preset = Preset.SOUND;

    @Option(names = "--estimator", paramLabel = "ESTIMATOR")
    private Estimator estimator = Estimator.FLIPOUT;

    @Option(names = "--bias", paramLabel = "BIAS")
    private Bias bias = Bias.POINT;

    @Option(names = "--epochs", paramLabel = "N")
    private @Nullable Integer epochs;

    @Option(names = "--warm-start", paramLabel = "N")
    private @Nullable Integer warmStart;

    @Option(names = "--batch", paramLabel = "N")
    private @Nullable Integer batch;

    @Option(names = "--learning-rate", paramLabel = "X")
    private @Nullable Double learningRate;

    @Option(names = "--cosine")
    private boolean cosine;

    @Option(names = "--kl-weight", paramLabel = "X")
    private @Nullable Double klWeight;

    @Option(names = "--images", paramLabel = "N")
    private @Nullable Integer images;

    @Option(names = "--patience", paramLabel = "N")
    private @Nullable Integer patience;

    @Option(names = "--balanced")
    private boolean balanced;

    @Option(names = "--augment", paramLabel = "CHANGES")
    private Augmentation augmentation = Augmentation.NONE;

    @Option(names = "--runs", paramLabel = "N")
    private int runs = 1;

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Option(names = "--draws", paramLabel = "N")
    private int draws = BayesianAverage.USUAL_DRAWS;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE")
    private @Nullable Path out;

    @Mixin
    private final CheckpointOptions checkpoints = new CheckpointOptions();

    @Option(names = "--log", paramLabel = "FILE")
    private @Nullable Path log;

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    /** A trained network on test images; accuracies of the average of draws, of one pass and of the mean network. */
    private record Tested(
            long seed, Map<String, Double> metrics, double average, double onePass, double meanNetwork, String file) {
        /** Returns the loss: that of the run alone, or the mean of all runs that were trained together. */
        double loss() {
            return metrics.getOrDefault(ModelMetrics.LOSS, metrics.getOrDefault(ModelMetrics.MEAN_LOSS, Double.NaN));
        }

        boolean hasOwnLoss() {
            return metrics.containsKey(ModelMetrics.LOSS);
        }
    }

    @Override
    public Integer call() throws IOException {
        if (seed > Long.MAX_VALUE - runs) {
            throw new IllegalArgumentException(
                    "--seed must be at most " + (Long.MAX_VALUE - runs) + " for this number of runs, but is " + seed);
        }
        if (out != null) {
            OutputPaths.checkFile(out);
        }
        if (log != null) {
            OutputPaths.checkAppended(log);
        }
        BayesianTraining training = training();
        Dataset train;
        Dataset test;
        Optional<Data> own = Optional.empty();
        Optional<BuiltInData> builtIn = BuiltInData.find(name());
        if (builtIn.isPresent() && !builtIn.get().isTable() && unknownClasses.isEmpty()) {
            train = builtIn.get().load(Part.TRAIN);
            test = builtIn.get().load(Part.TEST);
        } else {
            Data read = Data.of(name(), data.options().withUnknownClasses(unknownClasses));
            read.notes().forEach(this::remark);
            warn(read);
            own = Optional.of(read);
            training = training.with(read.division());
            train = read.split().train();
            test = read.split().test();
        }
        if (images != null) {
            train = train.sample(Check.between("--images", images, 1, train.size()))
                    .train();
        }
        if (scaling != null && !(train.type() instanceof ExampleType.Rows)) {
            throw new IllegalArgumentException("--scaling must be used with a table, but " + name() + " has images");
        }
        if (own.isPresent()) {
            // Fitted to what is trained on alone: of the other rows, a model must know nothing.
            training = training.with(own.get().input(train, scaling != null ? scaling : Scale.Kind.STANDARD));
        }
        test = data.limited(test);
        options.useThreads(training.architecture(train));
        boolean unsaved = out == null && !options.quiet();
        if (unsaved && Progress.isTerminal()) {
            remark(NOT_SAVED);
        }
        long start = System.nanoTime();
        List<Tested> results = train(training, train, test);
        double seconds = (System.nanoTime() - start) / 1e9;
        result(training, train, results, seconds).print(out(), options.json());
        if (unsaved && !Progress.isTerminal()) {
            // Who waits at a terminal was told before; elsewhere, a failure is one sentence.
            out().flush();
            remark(NOT_SAVED);
        }
        return 0;
    }

    /** Repeats what 'data describe' warns of, but for identifiers, which are rightly ignored. */
    private void warn(Data own) {
        List<DataWarning> warnings = own.warnings().stream()
                .filter(warning -> warning.kind() != DataWarning.Kind.IDENTIFIER)
                .toList();
        warnings.stream()
                .limit(MAX_WARNINGS)
                .forEach(warning -> remark("warning: " + Text.visible(warning.sentence())));
        if (warnings.size() > MAX_WARNINGS) {
            remark("warning: there are " + (warnings.size() - MAX_WARNINGS)
                    + " more warnings; 'epiwrap data describe' prints all of them");
        }
    }

    private String name() {
        String given = data.data();
        return given == null ? BuiltInData.MNIST.toString() : given;
    }

    private BayesianTraining training() {
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(preset)
                .with(estimator)
                .with(bias)
                .with(augmentation);
        training = Given.with(training, net, BayesianTraining::with);
        training = Given.with(training, patience, BayesianTraining::withPatience);
        training = balanced ? training.withBalancedClasses() : training;
        training = Given.with(training, epochs, BayesianTraining::withEpochs);
        training = Given.with(training, warmStart, BayesianTraining::withWarmStart);
        training = Given.with(training, batch, BayesianTraining::withBatchSize);
        training = Given.with(training, klWeight, BayesianTraining::withKlWeight);
        if (learningRate != null || cosine) {
            double peak = learningRate != null
                    ? learningRate
                    : TrainingPlan.sound(1, estimator).learningRate().peak();
            training = training.with(cosine ? LearningRate.cosine(peak) : LearningRate.constant(peak));
        }
        return training;
    }

    private List<Tested> train(BayesianTraining chosen, Dataset train, Dataset test) throws IOException {
        List<Long> seeds = LongStream.range(seed, seed + runs).boxed().toList();
        try (Progress progress = new Progress("train", options.quiet());
                PrintWriter lines = new PrintWriter(log == null ? Writer.nullWriter() : appended(log), true)) {
            BayesianTraining training =
                    chosen.withListeners(group -> progress.and(new TrainingLog(lines, group.own())));
            List<Tested> results = out == null
                    ? ShutdownMessage.during(
                            err(), NOTHING_SAVED, () -> tested(training.train(train, seeds), seeds, test))
                    : saved(training, train, seeds, test, out);
            if (lines.checkError()) {
                throw new FileSystemException(String.valueOf(log), null, "its lines could not be written");
            }
            return results;
        }
    }

    private List<Tested> saved(BayesianTraining training, Dataset train, List<Long> seeds, Dataset test, Path file)
            throws IOException {
        List<BayesianModel> models = checkpoints.train(
                file, err(), options.quiet(), kept -> training.with(kept).train(train, seeds));
        List<Tested> results =
                ShutdownMessage.during(err(), CheckpointOptions.AFTER_TRAINING, () -> tested(models, seeds, test));
        training.with(Checkpointing.beside(file)).deleteCheckpoints(train, seeds);
        return results;
    }

    private static Writer appended(Path file) throws IOException {
        return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Tests the networks, and writes them if there is a file to write to. */
    private List<Tested> tested(List<BayesianModel> models, List<Long> seeds, Dataset test) throws IOException {
        try {
            List<Tested> results = new ArrayList<>();
            for (int i = 0; i < models.size(); i++) {
                results.add(tested(models.get(i), seeds.get(i), test));
            }
            return results;
        } finally {
            models.forEach(BayesianModel::close);
        }
    }

    private Tested tested(BayesianModel model, long ownSeed, Dataset test) throws IOException {
        Evaluation evaluation;
        try (BayesianAverage average = model.predictor(draws)) {
            evaluation = Evaluator.of(average).evaluate(test);
        }
        double onePass = accuracy(model.singlePass(estimator), test);
        double meanNetwork = accuracy(model.meanNetwork(), test);
        Map<String, Double> metrics = new TreeMap<>(model.card().metrics());
        String file = "";
        if (out != null) {
            Path path = runs > 1 ? BayesianTraining.withSeed(out, ownSeed) : out;
            Map<String, Double> written = new TreeMap<>(ModelMetrics.of(evaluation));
            written.put("accuracy-one-pass", onePass);
            written.put("accuracy-mean-network", meanNetwork);
            written.put("draws", (double) draws);
            if (metrics.containsKey(ModelMetrics.LOSS)) {
                written.put(ModelMetrics.LOSS, metrics.get(ModelMetrics.LOSS));
            }
            model.with(written).write(path);
            file = path.toString();
        }
        return new Tested(ownSeed, metrics, evaluation.accuracy(), onePass, meanNetwork, file);
    }

    private static double accuracy(Predictor predictor, Dataset test) {
        return Evaluator.of(predictor).evaluate(test).accuracy();
    }

    private CommandResult result(BayesianTraining training, Dataset train, List<Tested> results, double seconds) {
        int allEpochs = training.plan(train).allEpochs();
        Backbone used = training.backbone(train);
        ObjectNode facts = JsonNodeFactory.instance
                .objectNode()
                .put("data", name())
                .put("images", train.size())
                .put("net", used.toString())
                .put("preset", preset.toString())
                .put("epochs", allEpochs)
                .put("draws", draws)
                .put("seconds", Math.round(10 * seconds) / 10.0)
                .put("loss", mean(results, Tested::loss))
                .put("accuracy", mean(results, Tested::average))
                .put("accuracy_one_pass", mean(results, Tested::onePass))
                .put("accuracy_mean_network", mean(results, Tested::meanNetwork));
        String headline = String.format(
                Locale.ROOT,
                "%s on %s, %s, %s: %,d %s, %s, %.0f s",
                used,
                name(),
                preset,
                Choices.nameOf(estimator),
                train.size(),
                train.type().plural(),
                (training.plan(train).patience() > 0 ? "at most " : "") + CommandResult.count(allEpochs, "epoch"),
                seconds);
        return new CommandResult(
                headline,
                facts,
                List.of(table(results, train.type().plural())),
                results.size() > 1 ? List.of(means(facts)) : List.of());
    }

    private Table table(List<Tested> results, String plural) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("seed"),
                Column.number("loss", 4),
                Column.percent("accuracy", 2),
                Column.percent("accuracy one pass", 2),
                Column.percent("accuracy mean network", 2)));
        if (out != null) {
            columns.add(Column.text("file"));
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (Tested result : results) {
            List<Cell> row = new ArrayList<>(List.of(
                    Cell.identifier(result.seed()),
                    result.hasOwnLoss() ? Cell.of(result.loss()) : Cell.missing(),
                    Cell.of(result.average()),
                    Cell.of(result.onePass()),
                    Cell.of(result.meanNetwork())));
            if (out != null) {
                row.add(Cell.of(result.file()));
            }
            rows.add(row);
        }
        return new Table(
                "runs",
                "accuracy on test " + plural + " of the average of " + CommandResult.count(draws, "draw")
                        + ", of one random pass and of the mean network",
                columns,
                rows);
    }

    private static String means(ObjectNode facts) {
        return String.format(
                Locale.ROOT,
                "mean of the runs: loss %.4f, accuracy %.2f %%, one pass %.2f %%, mean network %.2f %%",
                facts.get("loss").asDouble(),
                100 * facts.get("accuracy").asDouble(),
                100 * facts.get("accuracy_one_pass").asDouble(),
                100 * facts.get("accuracy_mean_network").asDouble());
    }

    private static double mean(List<Tested> results, ToDoubleFunction<Tested> value) {
        return results.stream().mapToDouble(value).average().orElseThrow();
    }
}
