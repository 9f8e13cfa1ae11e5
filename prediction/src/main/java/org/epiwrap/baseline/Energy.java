package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.epiwrap.familiarity.UnfamiliarityCalibration;

/** Scores an example by its energy −ln Σ_c exp z_c (Liu et al., 2020). */
public record Energy() implements FeatureBaseline {

    @Override
    public String name() {
        return "energy";
    }

    @Override
    public double[] scores(Features examples) {
        return IntStream.range(0, examples.size())
                .mapToDouble(i -> UnfamiliarityCalibration.energy(examples.logits(i)))
                .toArray();
    }
}
