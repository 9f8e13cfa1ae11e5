package org.epiwrap.data.image;

/**
 * Resizes a line of values: each new value is the mean of the old values that it covers, weighted by how much of each is
 * covered.
 */
final class AreaMeans {
    /** The first old value that each new one covers. */
    private final int[] first;
    /** Of each new value, the weights of the old ones that it covers, which add up to 1. */
    private final double[][] shares;

    private AreaMeans(int[] first, double[][] shares) {
        this.first = first;
        this.shares = shares;
    }

    static AreaMeans of(int from, int to) {
        int[] first = new int[to];
        // Only the covered ones: a picture of one row can have millions of columns.
        double[][] shares = new double[to][];
        double length = (double) from / to;
        for (int i = 0; i < to; i++) {
            double begin = i * length;
            double end = (i + 1) * length;
            first[i] = Math.min(from - 1, (int) begin);
            shares[i] = new double[Math.min(from, (int) Math.ceil(end)) - first[i]];
            for (int k = 0; k < shares[i].length; k++) {
                int j = first[i] + k;
                double covered = Math.min(j + 1, end) - Math.max(j, begin);
                shares[i][k] = Math.max(0, covered) / length;
            }
        }
        return new AreaMeans(first, shares);
    }

    /** Resizes every {@code step}-th value: a row with step 1, a column with the width as step. */
    void apply(double[] source, int sourceStart, double[] target, int targetStart, int step) {
        for (int i = 0; i < shares.length; i++) {
            double[] weights = shares[i];
            int start = sourceStart + first[i] * step;
            double sum = 0;
            for (int k = 0; k < weights.length; k++) {
                sum += weights[k] * source[start + k * step];
            }
            target[targetStart + i * step] = sum;
        }
    }
}
