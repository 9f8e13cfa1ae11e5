package org.epiwrap.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.exchange.ArchitectureText;
import org.epiwrap.exchange.Convention;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.SpreadRule;
import org.epiwrap.exchange.WeightDraws;
import org.epiwrap.hybrid.IntervalNetwork;
import org.epiwrap.hybrid.Wrapping;
import org.epiwrap.model.IntervalModel;
import org.epiwrap.model.Model;
import org.epiwrap.model.ModelCard;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.network.Volume;
import org.epiwrap.study.NamedData;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "import",
        description = "Makes a model of a Bayesian network that another library has trained.",
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap import bnn.npz -o model.safetensors",
            "  epiwrap import laplace.npz --arch mlp:784-8-10 -o model.safetensors",
            "  epiwrap import plain.safetensors --sigma 0.05 -o model.safetensors",
            "  epiwrap import ensemble.npz --wrap -o wrapped.safetensors"
        })
final class ImportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            description = "npz, npy, safetensors, HDF5 (.h5, .weights.h5), or a folder of npy files. Never a pickle.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "Where the model goes, as safetensors.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Option(
            names = "--arch",
            paramLabel = "NAME",
            description =
                    "mlp with all its sizes such as mlp:784-8-10, lenet-5, resnet-18, vgg-16 (:N for N classes), or"
                            + " a .json file (default: inferred from the shapes).")
    private @Nullable String architecture;

    @Option(
            names = "--input",
            paramLabel = "CxHxW",
            description = "An image's channels, height and width (default: the usual ones for so many inputs).")
    private @Nullable String input;

    @Option(
            names = "--pool",
            paramLabel = "KIND",
            converter = PoolName.class,
            completionCandidates = PoolName.class,
            description = "What the pools of inferred convolutions take: ${COMPLETION-CANDIDATES} (default: max).")
    private ImportOptions.@Nullable Pool pool;

    @Option(
            names = "--sigma",
            paramLabel = "X",
            split = ",",
            description = "The standard deviation of plain weights: one for all, or one a layer, separated by commas.")
    private double[] sigma = {};

    @Option(
            names = "--axes",
            paramLabel = "ORDER",
            description =
                    "outputs-first or inputs-first, where the kernels are not laid out as their convention has it.")
    private @Nullable String axes;

    @Option(
            names = "--map",
            paramLabel = "NAMES",
            description =
                    "The names of a convention that is not known, with * for the layer: weight=*.w_loc,"
                            + "spread=*.w_scale,bias=*.b_loc,bias-spread=*.b_scale,sigma=softplus,axes=outputs-first,form=layers.")
    private @Nullable String map;

    @Option(
            names = "--spread",
            paramLabel = "RULE",
            description =
                    "How sigma is derived from what a known convention keeps, where it is not as usual: softplus, exp,"
                            + " std, variance, log-variance, precision or sigmoid:MAX.")
    private @Nullable String spread;

    @Option(
            names = "--order",
            paramLabel = "LAYER",
            split = ",",
            description =
                    "The names of all layers from the first to the last, separated by commas, where their shapes fit"
                            + " in several orders; with the batch norms, where these do.")
    private List<String> order = List.of();

    @Option(
            names = "--ignore",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Arrays that do not matter, with * for any text, separated by commas; others that no layer takes"
                            + " are refused.")
    private List<String> ignored = List.of();

    @Option(
            names = "--data",
            paramLabel = "NAME",
            converter = Choices.DataChoice.class,
            completionCandidates = Choices.DataChoice.class,
            description = "The dataset it was trained on, for the names of the classes: ${COMPLETION-CANDIDATES}"
                    + " (default: classes are numbers).")
    private @Nullable NamedData data;

    @Option(
            names = "--mean",
            paramLabel = "X",
            split = ",",
            description = "What was subtracted from pixels between 0 and 1, for each channel (default: 0).")
    private double[] mean = {0};

    @Option(
            names = "--scale",
            paramLabel = "X",
            split = ",",
            description = "What they were then divided by (default: 1).")
    private double[] scale = {1};

    @Option(
            names = "--wrap",
            description =
                    "Of draws, such as an ensemble's: wraps the draws themselves, whatever their distribution, and"
                            + " writes the interval network (default: a Bayesian model with their means and standard"
                            + " deviations, which 'epiwrap wrap' takes).")
    private boolean wrap;

    @Override
    public Integer call() throws IOException {
        ImportOptions options =
                ImportOptions.withDefaults().withSigma(sigma).withOrder(order).ignoring(ignored);
        if (pool != null) {
            options = options.with(pool);
        }
        if (spread != null && map != null) {
            throw new IllegalArgumentException(
                    "--spread must be given with a known convention; that of --map is its sigma");
        }
        if (spread != null) {
            options = options.with(SpreadRule.parse(spread));
        }
        if (input != null) {
            options = options.with(ArchitectureText.volume(input));
        }
        if (architecture != null) {
            Optional<Volume> volume = options.input();
            options = options.with(ArchitectureText.parse(architecture, volume));
        }
        if (axes != null) {
            options = options.with(Convention.axes(axes));
        }
        if (map != null) {
            options = options.with(Convention.parse(map));
        }
        Normalisation normalisation = new Normalisation(boxed(mean), boxed(scale));
        try (ImportedNetwork imported = NetworkImporter.read(file, options)) {
            Model model = model(imported, normalisation);
            Optional<WeightDraws> draws = imported.draws();
            if (wrap) {
                write(
                        draws.orElseThrow(() -> new IllegalArgumentException(
                                "--wrap must be given for draws alone, but the file has none; 'epiwrap wrap' wraps the"
                                        + " model that is written without it")),
                        model.card());
            } else {
                model.write(out);
            }
            PrintWriter print = spec.commandLine().getOut();
            print.print(imported.report().text());
            if (draws.isPresent()) {
                String count = draws.get().count() + " draws of each weight";
                print.println("note         "
                        + (wrap
                                ? "the intervals are those of the " + count + "; scores are not calibrated"
                                : "the model has the mean and the standard deviation of the " + count));
            }
            print.println("written to   " + out);
        }
        return 0;
    }

    private Model model(ImportedNetwork imported, Normalisation normalisation) throws IOException {
        if (data == null) {
            return imported.model(normalisation);
        }
        Dataset test = data.load(Part.TEST);
        imported.network().architecture().input().check(test);
        return imported.model(normalisation, test.classNames());
    }

    private void write(WeightDraws draws, ModelCard card) throws IOException {
        Wrapping wrapping = Wrapping.withDefaults();
        try (IntervalNetwork network = draws.wrap(wrapping.wrapper())) {
            IntervalModel.of(network, card, network.usualAveraging())
                    .with(WrappingRecord.of(wrapping))
                    .write(out);
        }
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    static final class PoolName extends Choices<ImportOptions.Pool> {
        PoolName() {
            add("max", ImportOptions.Pool.MAX);
            add("average", ImportOptions.Pool.AVERAGE);
        }
    }
}
