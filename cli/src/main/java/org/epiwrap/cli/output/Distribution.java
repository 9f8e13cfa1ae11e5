package org.epiwrap.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import org.epiwrap.check.Check;

/** The distribution of some numbers: quantiles, and a histogram of equal bins from the minimum to the maximum. */
final class Distribution {
    private static final int BINS = 16;
    private static final String BARS = " ▁▂▃▄▅▆▇█";

    private final float[] sorted;
    private final int[] counts = new int[BINS];

    private Distribution(float[] sorted) {
        this.sorted = sorted;
        double min = sorted[0];
        double width = sorted[sorted.length - 1] - min;
        for (float value : sorted) {
            counts[width > 0 ? (int) Math.min(BINS - 1, BINS * ((value - min) / width)) : 0]++;
        }
    }

    /** Returns the distribution of at least one number. */
    static Distribution of(float[] values) {
        Check.atLeast("the number of values", values.length, 1);
        float[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Distribution(sorted);
    }

    /** Returns the smallest number that at least this share of all does not exceed. */
    double quantile(double share) {
        Check.share("share", share);
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    /** Returns the histogram, one character per bin; only empty bins are blank. */
    String bars() {
        int max = Arrays.stream(counts).max().orElseThrow();
        StringBuilder text = new StringBuilder();
        for (int count : counts) {
            text.append(BARS.charAt((int) Math.ceil((BARS.length() - 1.0) * count / max)));
        }
        return text.toString();
    }

    ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("min", quantile(0))
                .put("q05", quantile(0.05))
                .put("median", quantile(0.5))
                .put("q95", quantile(0.95))
                .put("max", quantile(1));
        Arrays.stream(counts).forEach(node.putArray("histogram")::add);
        return node;
    }
}
