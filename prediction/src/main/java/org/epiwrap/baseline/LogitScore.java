package org.epiwrap.baseline;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.epiwrap.familiarity.UnfamiliarityCalibration;

/**
 * Scores an example by its logits alone.
 *
 * @param function of the logits of an example
 */
public record LogitScore(String name, ToDoubleFunction<double[]> function) implements FeatureBaseline {
    /** −max_c z_c, the negative of the largest logit (Hendrycks et al., 2022). */
    public static final LogitScore MAXIMUM = new LogitScore(
            "maximum logit", logits -> -Arrays.stream(logits).max().orElseThrow());
    /** The energy −ln Σ_c exp z_c (Liu et al., 2020). */
    public static final LogitScore ENERGY = new LogitScore("energy", UnfamiliarityCalibration::energy);

    @Override
    public double[] scores(Features examples) {
        return IntStream.range(0, examples.size())
                .mapToDouble(i -> function.applyAsDouble(examples.logits(i)))
                .toArray();
    }
}
