package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import org.epiwrap.check.Check;

/** How some numbers are spread: quantiles, and a histogram of bins of equal width from the least to the greatest. */
final class Distribution {
    private static final int BINS = 16;
    private static final String BARS = " ▁▂▃▄▅▆▇█";

    private final float[] sorted;
    private final int[] counts = new int[BINS];

    private Distribution(float[] sorted) {
        this.sorted = sorted;
        double least = sorted[0];
        double width = sorted[sorted.length - 1] - least;
        for (float value : sorted) {
            counts[width > 0 ? (int) Math.min(BINS - 1, BINS * ((value - least) / width)) : 0]++;
        }
    }

    /** Of at least one number. */
    static Distribution of(float[] values) {
        Check.atLeast("the number of values", values.length, 1);
        float[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Distribution(sorted);
    }

    /** The least number that at least a share of all does not exceed. */
    double quantile(double share) {
        Check.share("share", share);
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    /** A letter a bin, from empty to the fullest; none is empty that holds a number. */
    String bars() {
        int most = Arrays.stream(counts).max().orElseThrow();
        StringBuilder text = new StringBuilder();
        for (int count : counts) {
            text.append(BARS.charAt((int) Math.ceil((BARS.length() - 1.0) * count / most)));
        }
        return text.toString();
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("least", quantile(0))
                .put("q05", quantile(0.05))
                .put("median", quantile(0.5))
                .put("q95", quantile(0.95))
                .put("greatest", quantile(1));
        Arrays.stream(counts).forEach(node.putArray("histogram")::add);
        return node;
    }
}
