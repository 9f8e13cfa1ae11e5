package org.epiwrap.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.Volume;

/**
 * What a file cannot say of its network.
 *
 * @param architecture where it is not to be inferred, or cannot be
 * @param input the shape of an image; by default 784 inputs are 1×28×28 and 3072 are 3×32×32
 * @param pool of the convolutions' outputs, where the architecture is inferred
 * @param sigma of a network of plain weights: one number, or one for each layer
 * @param axes where they are not those of the convention
 * @param convention where it is not to be recognised
 */
public record ImportOptions(
        Optional<Architecture> architecture,
        Optional<Volume> input,
        Pool pool,
        List<Double> sigma,
        Optional<Axes> axes,
        Optional<Convention> convention) {

    /** How the places of an image are brought together. */
    public enum Pool {
        MAX,
        AVERAGE
    }

    public ImportOptions {
        sigma = List.copyOf(sigma);
        sigma.forEach(each -> Check.nonNegative("sigma", each));
    }

    /** Everything is recognised or inferred. */
    public static ImportOptions withDefaults() {
        return new ImportOptions(
                Optional.empty(), Optional.empty(), Pool.MAX, List.of(), Optional.empty(), Optional.empty());
    }

    public ImportOptions with(Architecture newArchitecture) {
        return new ImportOptions(Optional.of(newArchitecture), input, pool, sigma, axes, convention);
    }

    public ImportOptions with(Volume newInput) {
        return new ImportOptions(architecture, Optional.of(newInput), pool, sigma, axes, convention);
    }

    public ImportOptions with(Pool newPool) {
        return new ImportOptions(architecture, input, newPool, sigma, axes, convention);
    }

    public ImportOptions withSigma(double... newSigma) {
        List<Double> boxed = Arrays.stream(newSigma).boxed().toList();
        return new ImportOptions(architecture, input, pool, boxed, axes, convention);
    }

    public ImportOptions with(Axes newAxes) {
        return new ImportOptions(architecture, input, pool, sigma, Optional.of(newAxes), convention);
    }

    public ImportOptions with(Convention newConvention) {
        return new ImportOptions(architecture, input, pool, sigma, axes, Optional.of(newConvention));
    }
}
