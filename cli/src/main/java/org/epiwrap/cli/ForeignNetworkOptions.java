package org.epiwrap.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.exchange.ArchitectureText;
import org.epiwrap.exchange.Convention;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.SpreadRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what a file cannot say of its network. */
final class ForeignNetworkOptions {
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

    ImportOptions options() throws IOException {
        Check.nonNegative("--sigma", sigma);
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
        return options;
    }

    static final class PoolName extends Choices<ImportOptions.Pool> {
        PoolName() {
            add("max", ImportOptions.Pool.MAX);
            add("average", ImportOptions.Pool.AVERAGE);
        }
    }
}
