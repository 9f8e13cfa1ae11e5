package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.ForeignNetworkOptions;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Split;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.data.load.Division;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.OnnxImporter;
import org.epiwrap.exchange.draws.DrawsAccuracy;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.reference.CommonExamples;
import org.epiwrap.exchange.reference.LabelOrder;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.ImportRecord.TrainedOn;
import org.epiwrap.tensor.TensorEngine;
import org.epiwrap.wrap.EpistemicWrapper;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports a Bayesian network that another library has trained. */
@Command(name = "import")
public final class ImportCommand extends Subcommand {
    /** Examples on which networks of draws are compared: far more than are needed to see one that is far below others. */
    private static final int MEASURED = 1000;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE")
    private Path out = Path.of("");

    @Mixin
    private final ForeignNetworkOptions foreign = new ForeignNetworkOptions();

    @Option(names = "--posterior", paramLabel = "FILE")
    private @Nullable Path posterior;

    @Option(names = "--data", paramLabel = "DATA")
    private @Nullable String data;

    @Option(names = "--label", paramLabel = "COLUMN")
    private @Nullable String label;

    @Option(names = "--test", paramLabel = "PATH")
    private @Nullable Path test;

    @Option(names = "--calibration", paramLabel = "PATH")
    private @Nullable Path calibration;

    @Option(names = "--trained-on", paramLabel = "all|none|N|PATH")
    private @Nullable String trainedOn;

    @Option(names = "--schema", paramLabel = "FILE")
    private @Nullable Path schema;

    @Option(names = "--mean", paramLabel = "X", split = ",")
    private double[] mean = {0};

    @Option(names = "--scale", paramLabel = "X", split = ",")
    private double[] scale = {1};

    @Option(names = "--wrap")
    private boolean wrap;

    @Option(names = "--ensemble")
    private boolean ensemble;

    @Option(names = "--align")
    private boolean align;

    private @Nullable LabelOrder labels;

    @Override
    public Integer call() throws IOException {
        OutputPaths.checkFile(out, file);
        Normalisation normalisation = normalisation();
        if (ensemble && (wrap || align)) {
            throw new IllegalArgumentException("--ensemble must be used without " + (wrap ? "--wrap" : "--align")
                    + ": it keeps members as they are");
        }
        try (ImportedNetwork imported = read()) {
            if (imported.draws().isEmpty()) {
                require(!wrap, "--wrap", "; import it without --wrap and use 'epiwrap wrap'");
                require(!ensemble && !align, ensemble ? "--ensemble" : "--align", "");
                BayesianModel model = model(imported, normalisation);
                model.write(out);
                print(imported, model, List.of());
            } else if (align) {
                importAligned(imported, normalisation);
            } else {
                importDraws(imported, model(imported, normalisation));
            }
        }
        return 0;
    }

    private static void require(boolean condition, String option, String instead) {
        if (!condition) {
            throw new IllegalArgumentException(option + " must be used with draws, but the file has none" + instead);
        }
    }

    private void print(ImportedNetwork imported, BayesianModel model, List<String> notes) {
        out().print(imported.report().text());
        if (labels != null) {
            out().println("data         " + labels.text());
        }
        remarkOnTraining(model);
        notes.forEach(text -> out().println("note         " + text));
        out().println("written to   " + out);
    }

    private void importAligned(ImportedNetwork imported, Normalisation normalisation) throws IOException {
        try (ImportedNetwork aligned = imported.aligned()) {
            BayesianModel model = model(aligned, normalisation);
            List<String> notes = new ArrayList<>();
            if (data != null) {
                Dataset heldOut = heldOut(model, data);
                DrawsAccuracy before = imported.draws().orElseThrow().accuracy(model.card(), heldOut);
                DrawsAccuracy after = aligned.draws().orElseThrow().accuracy(model.card(), heldOut);
                notes.add(String.format(
                        Locale.ROOT,
                        "alignment raises the accuracy of the network of mean weights from %.1f %% to %.1f %%",
                        100 * before.meanNetwork(),
                        100 * after.meanNetwork()));
                after.requireUsefulMean();
                notes.add(after.inWords());
            }
            notes.add(write(aligned.draws().orElseThrow(), model));
            print(aligned, model, notes);
        }
    }

    /** Writes what fits the draws: where data is given, that is measured. */
    private void importDraws(ImportedNetwork imported, BayesianModel model) throws IOException {
        WeightDraws draws = imported.draws().orElseThrow();
        List<String> notes = new ArrayList<>();
        boolean kept = ensemble;
        if (data != null) {
            DrawsAccuracy accuracy = draws.accuracy(model.card(), heldOut(model, data));
            if (wrap) {
                accuracy.requireUsefulMean();
            }
            kept = ensemble || accuracy.isMeanFarBelow();
            notes.add(accuracy.inWords() + (kept && !ensemble ? ", so they are kept as an ensemble" : ""));
        } else if (!ensemble) {
            draws.warning().ifPresent(notes::add);
            notes.add("whether the mean of the draws is a useful network is measured with --data; --ensemble keeps the"
                    + " draws as they are, --align matches their hidden units first, --wrap takes their intervals");
        }
        if (kept) {
            try (EnsembleModel members = draws.ensemble(model.card())) {
                members.write(out);
            }
            notes.add("the model is an ensemble of the " + draws.count() + " members");
        } else {
            notes.add(write(draws, model));
        }
        print(imported, model, notes);
    }

    /** Returns examples to measure accuracies on, held-out ones or, if there are none, those to test on. */
    private Dataset heldOut(BayesianModel model, String name) throws IOException {
        TensorEngine.useThreads(ComputeOptions.defaultThreads(model.architecture()));
        ModelData all = ModelData.read(model, name, dataOptions());
        Dataset choices = all.calibration(CalibrationSet.DEFAULT_HELD_OUT).choices();
        Dataset measured = choices.size() > 0 ? choices : all.test();
        if (measured.size() == 0) {
            throw new IllegalArgumentException("--data must have held-out examples to measure draws on, but all of "
                    + name + " are those it was trained on; give others with --calibration or --test");
        }
        return measured.subset(0, Math.min(MEASURED, measured.size()));
    }

    /** Writes a summary of the draws, and returns what it is. */
    private String write(WeightDraws draws, BayesianModel model) throws IOException {
        if (wrap) {
            return wrap(draws, model);
        }
        model.write(out);
        return "the model has the mean and the standard deviation of the " + draws.count() + " draws of each weight";
    }

    private ImportedNetwork read() throws IOException {
        if (posterior == null) {
            return NetworkImporter.read(file, foreign.options());
        }
        if (!OnnxImporter.isNamedLikeOne(file)) {
            throw new IllegalArgumentException(
                    "--posterior applies to ONNX graphs (.onnx) only, but the file is " + file);
        }
        return OnnxImporter.read(file, posterior, foreign.options());
    }

    private Normalisation normalisation() {
        Check.sameLength("--scale", scale.length, "--mean", mean.length);
        Check.finite("--mean", mean);
        for (double each : scale) {
            Check.positive("--scale", each);
        }
        return new Normalisation(boxed(mean), boxed(scale));
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    private BayesianModel model(ImportedNetwork imported, Normalisation normalisation) throws IOException {
        int outputs = imported.network().architecture().classes();
        foreign.checkClasses(outputs);
        Input input = schema != null
                ? imported.schema(schema)
                : new PictureInput(imported.network().architecture().input(), normalisation);
        if (data == null) {
            if (trainedOn != null || label != null || test != null || calibration != null) {
                throw new IllegalArgumentException((trainedOn != null
                                ? "--trained-on"
                                : label != null ? "--label" : test != null ? "--test" : "--calibration")
                        + " must be used with --data");
            }
            List<String> numbers =
                    IntStream.range(0, outputs).mapToObj(String::valueOf).toList();
            return imported.model(input, foreign.classNames().orElse(numbers), TrainedOn.unknown());
        }
        List<String> names =
                foreign.classNames().isPresent() ? foreign.classNames().get() : classes(data, input);
        BayesianModel unknown = imported.model(input, names, TrainedOn.unknown());
        ModelData examples = ModelData.read(unknown, data, dataOptions());
        if (examples.test().size() > 0) {
            labels = labels(imported, unknown, examples.test());
        }
        return imported.model(input, names, trained(unknown, examples));
    }

    private static LabelOrder labels(ImportedNetwork imported, BayesianModel model, Dataset test) {
        if (imported.draws().isEmpty()) {
            return LabelOrder.of(model, test);
        }
        // The mean of the weights of draws may be useless; that of their predictions is not.
        try (EnsembleModel members = imported.draws().get().ensemble(model.card())) {
            return LabelOrder.of(members, test);
        }
    }

    private DataOptions dataOptions() {
        DataOptions options = Given.with(DataOptions.withDefaults(), label, DataOptions::withLabel);
        options = Given.with(options, test, DataOptions::withTest);
        return Given.with(options, calibration, DataOptions::withCalibration);
    }

    private List<String> classes(String name, Input input) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(name);
        if (builtIn.isPresent()) {
            return builtIn.get().load(Part.TEST).classNames();
        }
        Data own = input instanceof PictureInput
                ? Data.like(name, dataOptions(), input, List.of())
                : Data.of(name, dataOptions());
        return own.split().train().classNames();
    }

    /** Returns what {@code --trained-on} says of the examples of {@code --data}. */
    private TrainedOn trained(BayesianModel model, ModelData examples) throws IOException {
        if (trainedOn == null) {
            return TrainedOn.unknown();
        }
        if (trainedOn.equals("none")) {
            return TrainedOn.nothing();
        }
        boolean number = trainedOn.matches("\\d{1,9}");
        if (!number && !trainedOn.equals("all")) {
            return trainedElsewhere(model, examples, trainedOn);
        }
        Optional<BuiltInData> builtIn = BuiltInData.find(String.valueOf(data));
        if (builtIn.isPresent()) {
            Dataset all = builtIn.get().load(Part.TRAIN);
            int count = number ? Check.between("--trained-on", Integer.parseInt(trainedOn), 1, all.size()) : all.size();
            return TrainedOn.examples(DataRecord.of(all.subset(0, count)));
        }
        if (number || calibration == null) {
            throw new IllegalArgumentException("--trained-on "
                    + (number ? "with a number must be used with built-in data" : "all must be used with --calibration")
                    + ", since no other examples of " + data + " are known to be held out");
        }
        Division division = Data.like(
                        String.valueOf(data),
                        dataOptions(),
                        model.input(),
                        model.card().classNames())
                .division();
        return TrainedOn.examples(DataRecord.of(examples.train(), model.input(), Optional.of(division)));
    }

    /** Returns that none of the data was trained on, as the examples that were show. */
    private TrainedOn trainedElsewhere(BayesianModel model, ModelData examples, String path) throws IOException {
        if (!Files.exists(Path.of(path))) {
            throw new IllegalArgumentException(
                    "--trained-on must be all, none, the number of the first examples that were"
                            + " trained on, or the path of these, but is '" + path + "'");
        }
        Split trained = Data.like(
                        path,
                        Given.with(DataOptions.withDefaults(), label, DataOptions::withLabel),
                        model.input(),
                        model.card().classNames())
                .split();
        long common = CommonExamples.count(
                List.of(examples.train(), examples.split().heldOut()),
                List.of(trained.train(), trained.calibration(), trained.test()),
                model.input());
        if (common > 0) {
            throw new IllegalArgumentException("the examples of --data must not be among those of --trained-on, but "
                    + common + " are; leave them out of --data");
        }
        return TrainedOn.nothing();
    }

    private void remarkOnTraining(BayesianModel model) {
        TrainedOn known = model.card().origin().orElseThrow().trainedOn();
        if (known.data().isEmpty() && !known.none()) {
            out().println(
                            "note         which examples the network was trained on is not known: thresholds and guarantees"
                                    + " hold only if those it is calibrated on were not among them (--data with --trained-on)");
        }
    }

    /** Writes the interval network of the draws, and returns what it is. */
    private String wrap(WeightDraws draws, BayesianModel model) throws IOException {
        String what =
                "the intervals are those of the " + draws.count() + " draws of each weight; radii and scores are ";
        if (data == null) {
            try (EpistemicModel wrapped = draws.model(EpistemicWrapper.withDefaults(), model.card())) {
                wrapped.write(out);
            }
            return what + "not calibrated: to calibrate them, import again with --data and the name of the dataset that"
                    + " the network was trained on";
        }
        TensorEngine.useThreads(ComputeOptions.defaultThreads(model.architecture()));
        DataArguments.Data images = DataArguments.Data.of(model, data, dataOptions(), err());
        CalibrationSet heldOut = images.calibration(CalibrationSet.DEFAULT_HELD_OUT);
        try (EpistemicModel calibrated = draws.model(
                EpistemicWrapping.withDefaults(),
                model.card(),
                images.training().train(),
                heldOut)) {
            calibrated.write(out);
        }
        return what + "calibrated on " + images.plural() + " of " + data;
    }
}
