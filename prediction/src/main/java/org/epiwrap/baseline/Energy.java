package org.epiwrap.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Scores an example by its energy −ln Σ_c exp z_c (Liu et al., 2020). */
public record Energy() implements FeatureBaseline {

    @Override
    public String name() {
        return "energy";
    }

    @Override
    public double[] scores(Features examples) {
        return IntStream.range(0, examples.size())
                .mapToDouble(i -> of(examples.logits(i)))
                .toArray();
    }

    static double of(double[] logits) {
        double top = Arrays.stream(logits).max().orElseThrow();
        return -top - Math.log(Arrays.stream(logits).map(z -> Math.exp(z - top)).sum());
    }
}
