package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.ForeignNetworkOptions;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.exchange.DrawsUse;
import org.epiwrap.exchange.ImportedModel;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.ModelImport;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.OnnxImporter;
import org.epiwrap.exchange.TrainingClaim;
import org.epiwrap.tensor.TensorEngine;
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

    @Override
    public Integer call() throws IOException {
        OutputPaths.checkFile(out, file);
        ModelImport configuration = configuration();
        try (ImportedNetwork imported = read()) {
            foreign.checkClasses(imported.network().architecture().classes());
            TensorEngine.useThreads(
                    ComputeOptions.defaultThreads(imported.network().architecture()));
            try (ImportedModel model = configuration.model(imported)) {
                warn(model);
                model.model().write(out);
                out().print(model.text());
                out().println("written to   " + out);
            }
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

    private ModelImport configuration() {
        if (ensemble && wrap) {
            throw new IllegalArgumentException("--ensemble must be used without --wrap: it keeps members as they are");
        }
        ModelImport chosen = ModelImport.withDefaults()
                .with(normalisation())
                .with(ensemble ? DrawsUse.ENSEMBLE : wrap ? DrawsUse.INTERVALS : DrawsUse.AS_MEASURED);
        chosen = align ? chosen.withAlignment() : chosen;
        chosen = Given.with(chosen, schema, ModelImport::withSchema);
        chosen = Given.with(chosen, foreign.classNames().orElse(null), ModelImport::withClasses);
        if (data == null) {
            Stream.of(
                            label != null ? "--label" : "",
                            test != null ? "--test" : "",
                            calibration != null ? "--calibration" : "")
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .ifPresent(name -> {
                        throw new IllegalArgumentException(name + " must be used with --data");
                    });
        }
        chosen = Given.with(chosen, data, (given, name) -> given.withData(name, dataOptions()));
        return Given.with(chosen, trainedOn, (given, text) -> given.with(TrainingClaim.parse(text)));
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

    private DataOptions dataOptions() {
        DataOptions options = Given.with(DataOptions.withDefaults(), label, DataOptions::withLabel);
        options = Given.with(options, test, DataOptions::withTest);
        return Given.with(options, calibration, DataOptions::withCalibration);
    }

    /** Warns of examples that a model was calibrated on although they may not be held out. */
    private void warn(ImportedModel model) {
        model.calibratedOn()
                .ifPresent(examples -> new DataArguments.Data(String.valueOf(data), examples, examples.test(), err())
                        .calibration(CalibrationSet.DEFAULT_HELD_OUT));
    }
}
