package org.epiwrap.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.epiwrap.activation.Activation;
import org.epiwrap.check.Check;
import org.epiwrap.exchange.GivenArchitecture;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.SpreadRule;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that describe what the file of another library does not contain about its network. */
public final class ForeignNetworkOptions {
    private static final int USUAL_CLASSES = 10;

    @Option(names = "--arch", paramLabel = "NAME")
    private @Nullable String architecture;

    @Option(names = "--input", paramLabel = "CxHxW")
    private @Nullable String input;

    @Option(names = "--classes", paramLabel = "N|NAME", split = ",")
    private List<String> classes = List.of();

    @Option(names = "--activation", paramLabel = "NAME")
    private @Nullable String activation;

    @Option(names = "--pool", paramLabel = "KIND")
    private @Nullable Pool pool;

    @Option(names = "--sigma", paramLabel = "X", split = ",")
    private double[] sigma = {};

    @Option(names = "--axes", paramLabel = "ORDER")
    private @Nullable String axes;

    @Option(names = "--map", paramLabel = "NAMES")
    private @Nullable String map;

    @Option(names = "--spread", paramLabel = "RULE")
    private @Nullable String spread;

    @Option(names = "--order", paramLabel = "LAYER", split = ",")
    private List<String> order = List.of();

    @Option(names = "--model", paramLabel = "FILE")
    private @Nullable Path network;

    @Option(names = "--check", paramLabel = "FILE")
    private @Nullable Path check;

    @Option(names = "--ignore", paramLabel = "NAME", split = ",")
    private List<String> ignored = List.of();

    public ImportOptions options() throws IOException {
        Check.nonNegative("--sigma", sigma);
        ImportOptions options =
                ImportOptions.withDefaults().withSigma(sigma).withOrder(order).ignoring(ignored);
        options = Given.with(options, pool, ImportOptions::with);
        if (spread != null && map != null) {
            throw new IllegalArgumentException(
                    "--spread must be given with a known convention; with --map, give sigma= instead");
        }
        options = Given.with(options, spread, (chosen, text) -> chosen.with(SpreadRule.parse(text)));
        options = Given.with(options, input, (chosen, text) -> chosen.with(GivenArchitecture.volume(text)));
        Optional<Activation> between = Optional.ofNullable(activation).map(Activation::of);
        if (architecture != null) {
            options = options.with(GivenArchitecture.parse(architecture, options.input(), numberOfClasses(), between));
        } else {
            options = Given.with(options, activation, (chosen, text) -> chosen.with(Activation.of(text)));
        }
        options = Given.with(options, network, ImportOptions::withNetwork);
        if (check != null) {
            options = options.with(ReferenceOutputs.read(check));
        }
        options = Given.with(options, axes, (chosen, text) -> chosen.with(Convention.axes(text)));
        return Given.with(options, map, (chosen, text) -> chosen.with(Convention.parse(text)));
    }

    private int numberOfClasses() {
        if (classes.isEmpty()) {
            return USUAL_CLASSES;
        }
        boolean number = classes.size() == 1 && classes.get(0).matches("\\d{1,9}");
        int count = number ? Integer.parseInt(classes.get(0)) : classes.size();
        if (count < 2) {
            throw new IllegalArgumentException("--classes must be at least 2, but is " + count + ": a network with one"
                    + " output is imported as a classifier of 2 classes by its sigmoid, and a regression network cannot"
                    + " be imported");
        }
        return count;
    }

    /** Returns the names of the classes, if they are given. */
    public Optional<List<String>> classNames() {
        numberOfClasses();
        return classes.size() < 2 ? Optional.empty() : Optional.of(classes);
    }

    /** Checks that a number of classes, if it is given, is that of a network. */
    public void checkClasses(int outputs) {
        if (!classes.isEmpty()) {
            Check.sameLength("--classes", numberOfClasses(), "the network's outputs", outputs);
        }
    }
}
