package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.epiwrap.check.Check;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.ForeignNetworkOptions;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.exchange.DrawsAccuracy;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.OnnxImporter;
import org.epiwrap.exchange.WeightDraws;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.ModelData;
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
    /** Images on which networks of draws are compared: far more than are needed to see one that is far below others. */
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
    private @Nullable BuiltInData data;

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
                model(imported, normalisation).write(out);
                print(imported, List.of());
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

    private void print(ImportedNetwork imported, List<String> notes) {
        out().print(imported.report().text());
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
            print(aligned, notes);
        }
    }

    /** Writes what fits the draws: where images are given, that is measured. */
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
        print(imported, notes);
    }

    /** Returns images to measure accuracies on. */
    private Dataset heldOut(BayesianModel model, BuiltInData images) throws IOException {
        TensorEngine.useThreads(ComputeOptions.defaultThreads(model.architecture()));
        Dataset choices = ModelData.read(model, images.toString(), DataOptions.withDefaults())
                .calibration(CalibrationSet.DEFAULT_HELD_OUT)
                .choices();
        return choices.subset(0, Math.min(MEASURED, choices.size()));
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
        if (data == null) {
            return imported.model(normalisation);
        }
        Dataset test = data.load(Part.TEST);
        BayesianModel model = imported.model(normalisation, test.classNames());
        model.input().check(test);
        return model;
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
        DataArguments.Data images = DataArguments.Data.of(model, data.toString(), DataOptions.withDefaults(), err());
        CalibrationSet heldOut = images.calibration(CalibrationSet.DEFAULT_HELD_OUT);
        try (EpistemicModel calibrated = draws.model(
                EpistemicWrapping.withDefaults(),
                model.card(),
                images.training().train(),
                heldOut)) {
            calibrated.write(out);
        }
        return what + "calibrated on images of " + data;
    }
}
