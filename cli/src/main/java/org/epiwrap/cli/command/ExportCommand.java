package org.epiwrap.cli.command;

import java.io.IOException;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.ModelFiles;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.exchange.ArrayExport;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.StoredModel;
import org.epiwrap.onnx.OnnxExport;
import org.epiwrap.onnx.OnnxGraph;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a model in a format that other tools read. */
@Command(name = "export")
public final class ExportCommand extends Subcommand {
    @Mixin
    private final ModelFiles files = new ModelFiles();

    @Option(names = "--to", paramLabel = "FORMAT", required = true)
    private Format format = Format.ONNX;

    @Option(names = "--what", paramLabel = "NUMBERS")
    private @Nullable Numbers numbers;

    @Option(names = "--uncalibrated")
    private boolean uncalibrated;

    @Mixin
    private final DataArguments data = new DataArguments();

    /** The formats, by the names that are typed. */
    enum Format {
        ONNX,
        NPZ,
        NPY,
        SAFETENSORS
    }

    /** What arrays contain. */
    enum Numbers {
        POSTERIOR,
        BOUNDS
    }

    @Override
    public Integer call() throws IOException {
        if (numbers != null && format == Format.ONNX) {
            throw new IllegalArgumentException("--what applies to arrays only, but --to is onnx");
        }
        if (format != Format.ONNX && (uncalibrated || data.data() != null)) {
            throw new IllegalArgumentException(
                    "--data and --uncalibrated apply to --to onnx only, which must be given with them");
        }
        try (StoredModel stored = remarked(files.model(), StoredModel.read(files.model()))) {
            if (stored instanceof EpistemicModel interval) {
                write(interval);
            } else if (stored instanceof BayesianModel bayesian) {
                write(bayesian);
            } else {
                throw new IllegalArgumentException(
                        "a model that is exported must be one network, but " + files.model() + " is an ensemble");
            }
        }
        out().println("written to " + files.out()
                + (format == Format.ONNX ? " (operator set " + OnnxGraph.OPSET + ")" : ""));
        return 0;
    }

    private void write(EpistemicModel model) throws IOException {
        if (uncalibrated || data.data() != null) {
            throw new IllegalArgumentException(
                    "--data and --uncalibrated apply to Bayesian networks only, but the model is wrapped already");
        }
        if (numbers == Numbers.POSTERIOR) {
            throw new IllegalArgumentException(
                    "--what must be bounds for an interval network, which has no posterior, but is posterior");
        }
        if (format == Format.ONNX) {
            OnnxExport.of(model).write(files.out());
        } else {
            write(ArrayExport.bounds(model.network()));
        }
    }

    private void write(BayesianModel model) throws IOException {
        if (format == Format.ONNX && !uncalibrated) {
            writeCalibrated(model);
            return;
        }
        if (format != Format.ONNX && numbers != Numbers.BOUNDS) {
            write(ArrayExport.posterior(model.network()));
            return;
        }
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(model.network(), Wrapping.withDefaults())) {
            if (format == Format.ONNX) {
                OnnxExport.of(wrapped).with(model.card()).write(files.out());
            } else {
                write(ArrayExport.bounds(wrapped));
            }
            out().println("the network was wrapped with the default options; its radii are not calibrated");
        }
    }

    /** Wraps and calibrates on the data that the model was trained on, as 'epiwrap wrap' does. */
    private void writeCalibrated(BayesianModel model) throws IOException {
        TensorEngine.useThreads(ComputeOptions.defaultThreads(model.architecture()));
        DataArguments.Data examples = examples(model);
        try (EpistemicModel wrapped = EpistemicWrapping.withDefaults()
                .wrap(model, examples.training().train(), examples.calibration(CalibrationSet.DEFAULT_HELD_OUT))) {
            OnnxExport.of(wrapped).write(files.out());
        }
        out().println("the network was wrapped with the default options and calibrated on " + examples.name());
    }

    private DataArguments.Data examples(BayesianModel model) throws IOException {
        try {
            return data.of(model, err());
        } catch (IllegalArgumentException e) {
            throw data.data() != null
                    ? e
                    : new IllegalArgumentException(
                            e.getMessage() + "; --uncalibrated exports without any, but predicts less accurately", e);
        }
    }

    private void write(ArrayExport export) throws IOException {
        switch (format) {
            case NPZ -> export.writeNpz(files.out());
            case NPY -> export.writeFolder(files.out());
            case SAFETENSORS -> export.writeSafetensors(files.out());
            case ONNX -> throw new IllegalStateException("ONNX has no arrays");
        }
    }
}
