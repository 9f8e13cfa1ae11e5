package org.epiwrap.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.epiwrap.exchange.ArrayExport;
import org.epiwrap.exchange.OnnxExport;
import org.epiwrap.hybrid.IntervalNetwork;
import org.epiwrap.hybrid.Wrapping;
import org.epiwrap.model.Model;
import org.epiwrap.onnx.OnnxGraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "export",
        description = "Writes a model in a form that other tools read.",
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap export model.safetensors --to npz -o posterior.npz",
            "  epiwrap export model.safetensors --to onnx -o network.onnx"
        })
final class ExportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "A model that epiwrap has written.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--to",
            paramLabel = "FORMAT",
            required = true,
            converter = FormatName.class,
            completionCandidates = FormatName.class,
            description = "${COMPLETION-CANDIDATES}; onnx is the graph of the wrapped network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Format format;

    @Option(
            names = "--what",
            paramLabel = "NUMBERS",
            converter = NumbersName.class,
            completionCandidates = NumbersName.class,
            description = "Of npz and safetensors: ${COMPLETION-CANDIDATES}; bounds are those of the wrapped network"
                    + " (default: posterior).")
    private Numbers numbers = Numbers.POSTERIOR;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "Where it goes.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    private enum Format {
        ONNX,
        NPZ,
        SAFETENSORS
    }

    private enum Numbers {
        POSTERIOR,
        BOUNDS
    }

    @Override
    public Integer call() throws IOException {
        try (Model model = Model.read(file)) {
            if (format == Format.ONNX || numbers == Numbers.BOUNDS) {
                try (IntervalNetwork wrapped = IntervalNetwork.wrap(model.network(), Wrapping.withDefaults())) {
                    write(wrapped);
                }
            } else {
                write(ArrayExport.posterior(model.network()));
            }
        }
        spec.commandLine()
                .getOut()
                .println(
                        "written to " + out + (format == Format.ONNX ? " (operator set " + OnnxGraph.OPSET + ")" : ""));
        return 0;
    }

    private void write(IntervalNetwork wrapped) throws IOException {
        if (format == Format.ONNX) {
            OnnxExport.of(wrapped).write(out);
        } else {
            write(ArrayExport.bounds(wrapped));
        }
    }

    private void write(ArrayExport export) throws IOException {
        if (format == Format.NPZ) {
            export.writeNpz(out);
        } else {
            export.writeSafetensors(out);
        }
    }

    static final class FormatName extends Choices<Format> {
        FormatName() {
            add("onnx", Format.ONNX);
            add("npz", Format.NPZ);
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
