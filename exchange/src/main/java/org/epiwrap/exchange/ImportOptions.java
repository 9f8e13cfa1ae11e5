package org.epiwrap.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;

/**
 * What a file cannot say of its network. What does not apply to the file at hand is refused, not passed over. Messages
 * name the option of the command line that says it.
 *
 * @param architecture where it is not to be inferred, or cannot be
 * @param input the shape of an image; by default 784 inputs are 1×28×28 and 3072 are 3×32×32
 * @param pool of the convolutions' outputs, where the architecture is inferred; by default the largest
 * @param sigma of a network of plain weights: one number, or one for each layer
 * @param axes where they are not those of the convention
 * @param convention where it is not to be recognised
 * @param spread how σ is derived, where that is not as the convention has it
 * @param order the names of the layers from the first to the last, where neither shapes nor the file tell; batch norms may
 *     be among them, and are where nothing else tells their order
 * @param ignored names, with {@code *} for any text, of arrays that are known not to matter
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

    /** How the places of an image are brought together. */
    public enum Pool {
        MAX,
        AVERAGE
    }

    public ImportOptions {
        sigma = List.copyOf(sigma);
        order = List.copyOf(order);
        ignored = List.copyOf(ignored);
        sigma.forEach(each -> Check.nonNegative("sigma", each));
    }

    /** Everything is recognised or inferred. */
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

    public ImportOptions with(Architecture newArchitecture) {
        return new ImportOptions(
                Optional.of(newArchitecture), input, pool, sigma, axes, convention, spread, order, ignored);
    }

    public ImportOptions with(Volume newInput) {
        return new ImportOptions(
                architecture, Optional.of(newInput), pool, sigma, axes, convention, spread, order, ignored);
    }

    public ImportOptions with(Pool newPool) {
        return new ImportOptions(
                architecture, input, Optional.of(newPool), sigma, axes, convention, spread, order, ignored);
    }

    public ImportOptions withSigma(double... newSigma) {
        List<Double> boxed = Arrays.stream(newSigma).boxed().toList();
        return new ImportOptions(architecture, input, pool, boxed, axes, convention, spread, order, ignored);
    }

    public ImportOptions with(Axes newAxes) {
        return new ImportOptions(
                architecture, input, pool, sigma, Optional.of(newAxes), convention, spread, order, ignored);
    }

    public ImportOptions with(Convention newConvention) {
        return new ImportOptions(
                architecture, input, pool, sigma, axes, Optional.of(newConvention), spread, order, ignored);
    }

    public ImportOptions with(SpreadRule newSpread) {
        return new ImportOptions(
                architecture, input, pool, sigma, axes, convention, Optional.of(newSpread), order, ignored);
    }

    public ImportOptions withOrder(List<String> layers) {
        return new ImportOptions(architecture, input, pool, sigma, axes, convention, spread, layers, ignored);
    }

    public ImportOptions ignoring(List<String> names) {
        return new ImportOptions(architecture, input, pool, sigma, axes, convention, spread, order, names);
    }
}
