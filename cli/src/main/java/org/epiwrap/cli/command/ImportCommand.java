package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.OnnxImporter;
import org.epiwrap.exchange.WeightDraws;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
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

    @Override
    public Integer call() throws IOException {
        OutputPaths.checkFile(out, file);
        Normalisation normalisation = normalisation();
        try (ImportedNetwork imported = read()) {
            BayesianModel model = model(imported, normalisation);
            Optional<String> note = imported.draws()
                    .map(draws -> "the model has the mean and the standard deviation of the " + draws.count()
                            + " draws of each weight");
            if (wrap) {
                WeightDraws draws = imported.draws()
                        .orElseThrow(() -> new IllegalArgumentException("--wrap must be used with draws, but the file"
                                + " has none; import it without --wrap and use 'epiwrap wrap'"));
                note = Optional.of(wrap(draws, model));
            } else {
                model.write(out);
            }
            out().print(imported.report().text());
            note.ifPresent(text -> out().println("note         " + text));
            out().println("written to   " + out);
        }
        return 0;
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
