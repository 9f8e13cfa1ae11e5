package org.epiwrap.exchange;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.configuration.Configuration;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.SpreadRule;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.exchange.reference.ReferenceOutputs;

/**
 * What a file does not contain about its network. Options that do not apply to the file are refused. Messages name the
 * corresponding option of the command line.
 */
public final class ImportOptions extends Configuration<ImportOptions> {
    private Optional<Architecture> architecture = Optional.empty();
    private Optional<Volume> input = Optional.empty();
    private Optional<Activation> activation = Optional.empty();
    private Optional<Pool> pool = Optional.empty();
    private List<Double> sigma = List.of();
    private Optional<Axes> axes = Optional.empty();
    private Optional<Convention> convention = Optional.empty();
    private Optional<SpreadRule> spread = Optional.empty();
    private List<String> order = List.of();
    private List<String> ignored = List.of();
    private Optional<Path> network = Optional.empty();
    private Optional<ReferenceOutputs> reference = Optional.empty();

    private ImportOptions() {}

    /** Returns options by which everything is recognised or inferred. */
    public static ImportOptions withDefaults() {
        return new ImportOptions();
    }

    /** Gives the architecture, where it is not to be inferred, or cannot be. */
    public ImportOptions with(Architecture given) {
        return copy(c -> c.architecture = Optional.of(given));
    }

    /** Gives the shape of an image; by default 784 inputs are 1×28×28 and 3072 are 3×32×32. */
    public ImportOptions with(Volume given) {
        return copy(c -> c.input = Optional.of(given));
    }

    /** Gives the activation between the layers of an inferred architecture; by default ReLU. */
    public ImportOptions with(Activation given) {
        return copy(c -> c.activation = Optional.of(given));
    }

    /** Gives what reduces images in an inferred architecture; by default max pooling, unless strides would fit as well. */
    public ImportOptions with(Pool given) {
        return copy(c -> c.pool = Optional.of(given));
    }

    /** Gives the standard deviations of plain weights, one for all or one per layer. */
    public ImportOptions withSigma(double... newSigma) {
        Check.nonNegative("sigma", newSigma);
        return copy(c -> c.sigma = Arrays.stream(newSigma).boxed().toList());
    }

    /** Gives the axes of the kernels, where they are not those of the convention. */
    public ImportOptions with(Axes given) {
        return copy(c -> c.axes = Optional.of(given));
    }

    /** Gives the convention, where it is not to be recognised. */
    public ImportOptions with(Convention given) {
        return copy(c -> c.convention = Optional.of(given));
    }

    /** Replaces the rule by which the convention derives σ. */
    public ImportOptions with(SpreadRule given) {
        return copy(c -> c.spread = Optional.of(given));
    }

    /**
     * Gives the names of the layers from the first to the last, where neither shapes nor the file determine it. Batch norms
     * may be among them, and must be where nothing else determines their order.
     */
    public ImportOptions withOrder(List<String> layers) {
        List<String> names = List.copyOf(layers);
        return copy(c -> c.order = names);
    }

    /** Ignores arrays whose names match, with {@code *} for any text. */
    public ImportOptions ignoring(List<String> names) {
        List<String> all = List.copyOf(names);
        return copy(c -> c.ignored = all);
    }

    /** Gives the file of the whole network, where the imported one holds the posterior of its last layer only. */
    public ImportOptions withNetwork(Path file) {
        return copy(c -> c.network = Optional.of(file));
    }

    /** Compares the mean network with outputs of the original one, and refuses it where they differ. */
    public ImportOptions with(ReferenceOutputs given) {
        return copy(c -> c.reference = Optional.of(given));
    }

    /** Returns the same without a comparison. */
    ImportOptions withoutReference() {
        return copy(c -> c.reference = Optional.empty());
    }

    /** Returns the same with an inferred architecture, which has the activation and the pooling that were given. */
    ImportOptions inferredAs(Architecture inferred) {
        return copy(c -> {
            c.architecture = Optional.of(activation.map(inferred::with).orElse(inferred));
            c.activation = Optional.empty();
            c.pool = Optional.empty();
        });
    }

    /** Returns the architecture, if it is given. */
    public Optional<Architecture> architecture() {
        return architecture;
    }

    /** Returns the shape of an image, if it is given. */
    public Optional<Volume> input() {
        return input;
    }

    /** Returns whether something is given that a graph says itself: its architecture, or how its arrays are read. */
    boolean describesFile() {
        return Stream.of(architecture, activation, pool, axes, convention, spread, network)
                        .anyMatch(Optional::isPresent)
                || !order.isEmpty()
                || !ignored.isEmpty();
    }

    Optional<Activation> activation() {
        return activation;
    }

    Optional<Pool> pool() {
        return pool;
    }

    List<Double> sigma() {
        return sigma;
    }

    Optional<Axes> axes() {
        return axes;
    }

    Optional<Convention> convention() {
        return convention;
    }

    Optional<SpreadRule> spread() {
        return spread;
    }

    List<String> order() {
        return order;
    }

    List<String> ignored() {
        return ignored;
    }

    Optional<Path> network() {
        return network;
    }

    Optional<ReferenceOutputs> reference() {
        return reference;
    }
}
