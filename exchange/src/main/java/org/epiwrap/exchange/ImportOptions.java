package org.epiwrap.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.SpreadRule;

/**
 * What a file does not contain about its network. Options that do not apply to the file are refused. Messages name the
 * corresponding option of the command line.
 *
 * @param architecture of the network, where it is not to be inferred, or cannot be
 * @param input the shape of an image; by default 784 inputs are 1×28×28 and 3072 are 3×32×32
 * @param pool the kind of pooling, where the architecture is inferred; by default max
 * @param sigma the standard deviations of a network of plain weights: one for all, or one per layer
 * @param axes of the kernels, where they are not those of the convention
 * @param convention of the file, where it is not to be recognised
 * @param spread how σ is derived, where it is not as in the convention
 * @param order the names of the layers from the first to the last, where neither shapes nor the file determine it; batch
 *     norms may be among them, and must be where nothing else determines their order
 * @param ignored names, with {@code *} for any text, of arrays that are irrelevant
 */
public record ImportOptions(
        Optional<Architecture> architecture,
        Optional<Volume> input,
        Optional<Pool> pool,
        List<Double> sigma,
        Optional<Axes> axes,
        Optional<Convention> convention,
        Optional<SpreadRule> spread,
        List<String> order,
        List<String> ignored) {

    /** The kinds of pooling. */
    public enum Pool {
        /** The largest value of each window. */
        MAX,
        /** The mean of each window. */
        AVERAGE
    }

    public ImportOptions {
        sigma = List.copyOf(sigma);
        order = List.copyOf(order);
        ignored = List.copyOf(ignored);
        sigma.forEach(each -> Check.nonNegative("sigma", each));
    }

    /** Returns options by which everything is recognised or inferred. */
    public static ImportOptions withDefaults() {
        return new ImportOptions(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    /** Gives the architecture. */
    public ImportOptions with(Architecture given) {
        return new ImportOptions(Optional.of(given), input, pool, sigma, axes, convention, spread, order, ignored);
    }

    /** Gives the shape of an image. */
    public ImportOptions with(Volume given) {
        return new ImportOptions(
                architecture, Optional.of(given), pool, sigma, axes, convention, spread, order, ignored);
    }

    /** Gives the kind of pooling of an inferred architecture. */
    public ImportOptions with(Pool given) {
        return new ImportOptions(
                architecture, input, Optional.of(given), sigma, axes, convention, spread, order, ignored);
    }

    /** Gives the standard deviations of plain weights, one for all or one per layer. */
    public ImportOptions withSigma(double... newSigma) {
        List<Double> boxed = Arrays.stream(newSigma).boxed().toList();
        return new ImportOptions(architecture, input, pool, boxed, axes, convention, spread, order, ignored);
    }

    /** Gives the axes of the kernels. */
    public ImportOptions with(Axes given) {
        return new ImportOptions(
                architecture, input, pool, sigma, Optional.of(given), convention, spread, order, ignored);
    }

    /** Gives the convention. */
    public ImportOptions with(Convention given) {
        return new ImportOptions(architecture, input, pool, sigma, axes, Optional.of(given), spread, order, ignored);
    }

    /** Replaces the rule by which the convention derives σ. */
    public ImportOptions with(SpreadRule given) {
        return new ImportOptions(
                architecture, input, pool, sigma, axes, convention, Optional.of(given), order, ignored);
    }

    /** Gives the names of the layers from the first to the last. */
    public ImportOptions withOrder(List<String> layers) {
        return new ImportOptions(architecture, input, pool, sigma, axes, convention, spread, layers, ignored);
    }

    /** Ignores arrays whose names match, with {@code *} for any text. */
    public ImportOptions ignoring(List<String> names) {
        return new ImportOptions(architecture, input, pool, sigma, axes, convention, spread, order, names);
    }
}
