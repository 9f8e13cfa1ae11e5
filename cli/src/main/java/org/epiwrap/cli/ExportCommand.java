package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.exchange.ArrayExport;
import org.epiwrap.exchange.OnnxExport;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.onnx.OnnxGraph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "export",
        description = "Writes a model in a form that other tools read.",
        footer = {
            "  epiwrap export model.safetensors --to npz -o posterior.npz",
            "  epiwrap export wrapped.safetensors --to onnx -o network.onnx"
        })
final class ExportCommand extends ExchangeCommand {
    @Parameters(paramLabel = "MODEL", description = "A Bayesian or an interval model that epiwrap has written.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            required = true,
            converter = FormatName.class,
            completionCandidates = FormatName.class,
            description =
                    "${COMPLETION-CANDIDATES}; npy is a folder of files, new or empty, onnx the graph of the interval network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Format format;

    @Option(
            names = "--what",
            paramLabel = "NUMBERS",
            converter = NumbersName.class,
            completionCandidates = NumbersName.class,
            description =
                    "Of npz, npy and safetensors: ${COMPLETION-CANDIDATES}; bounds of a Bayesian model are those of"
                            + " its network wrapped with the defaults (default: what the model has).")
    private @Nullable Numbers numbers;

    private enum Format {
        ONNX,
        NPZ,
        NPY,
        SAFETENSORS
    }

    private enum Numbers {
        POSTERIOR,
        BOUNDS
    }

    @Override
    public Integer call() throws IOException {
        if (numbers != null && format == Format.ONNX) {
            throw new IllegalArgumentException("--what must be given for arrays alone, but --to is onnx");
        }
        try (StoredModel stored = StoredModel.read(file)) {
            if (stored instanceof EpistemicModel interval) {
                write(interval);
            } else if (stored instanceof BayesianModel bayesian) {
                write(bayesian);
            }
        }
        print().println("written to " + out()
                + (format == Format.ONNX ? " (operator set " + OnnxGraph.OPSET + ")" : ""));
        return 0;
    }

    private void write(EpistemicModel model) throws IOException {
        if (numbers == Numbers.POSTERIOR) {
            throw new IllegalArgumentException(
                    "--what must be bounds for an interval model, which has no posterior, but is posterior");
        }
        if (format == Format.ONNX) {
            OnnxExport.of(model).write(out());
        } else {
            write(ArrayExport.bounds(model.network()));
        }
    }

    private void write(BayesianModel model) throws IOException {
        if (format != Format.ONNX && numbers != Numbers.BOUNDS) {
            write(ArrayExport.posterior(model.network()));
            return;
        }
        try (IntervalNetwork wrapped = IntervalNetwork.wrap(model.network(), Wrapping.withDefaults())) {
            if (format == Format.ONNX) {
                OnnxExport.of(wrapped).with(model.card()).write(out());
            } else {
                write(ArrayExport.bounds(wrapped));
            }
            print().println("the network is wrapped with the defaults");
        }
    }

    private void write(ArrayExport export) throws IOException {
        switch (format) {
            case NPZ -> export.writeNpz(out());
            case NPY -> export.writeFolder(out());
            default -> export.writeSafetensors(out());
        }
    }

    static final class FormatName extends Choices<Format> {
        FormatName() {
            add("onnx", Format.ONNX);
            add("npz", Format.NPZ);
            add("npy", Format.NPY);
            add("safetensors", Format.SAFETENSORS);
        }
    }

    static final class NumbersName extends Choices<Numbers> {
        NumbersName() {
            add("posterior", Numbers.POSTERIOR);
            add("bounds", Numbers.BOUNDS);
        }
    }
}
