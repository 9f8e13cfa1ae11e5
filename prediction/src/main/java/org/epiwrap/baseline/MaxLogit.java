package org.epiwrap.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Scores an example by −max_c z_c, the negative of its largest logit (Hendrycks et al., 2022). */
public record MaxLogit() implements FeatureBaseline {

    @Override
    public String name() {
        return "maximum logit";
    }

    @Override
    public double[] scores(Features examples) {
        return IntStream.range(0, examples.size())
                .mapToDouble(i -> -Arrays.stream(examples.logits(i)).max().orElseThrow())
                .toArray();
    }
}
