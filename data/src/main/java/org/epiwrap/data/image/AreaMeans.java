package org.epiwrap.data.image;

/**
 * Resizes a line of values: each new value is the mean of the old values that it covers, weighted by how much of each is
 * covered.
 *
 * @param shares row i has the weight of each old value in the new value i; each row adds up to 1
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AreaMeans(int from, int to, double[] shares) {
    static AreaMeans of(int from, int to) {
        double[] shares = new double[to * from];
        double length = (double) from / to;
        for (int i = 0; i < to; i++) {
            for (int j = 0; j < from; j++) {
                double covered = Math.min(j + 1, (i + 1) * length) - Math.max(j, i * length);
                shares[i * from + j] = Math.max(0, covered) / length;
            }
        }
        return new AreaMeans(from, to, shares);
    }

    /** Resizes every {@code step}-th value: a row with step 1, a column with the width as step. */
    void apply(double[] source, int sourceStart, double[] target, int targetStart, int step) {
        for (int i = 0; i < to; i++) {
            double sum = 0;
            for (int j = 0; j < from; j++) {
                sum += shares[i * from + j] * source[sourceStart + j * step];
            }
            target[targetStart + i * step] = sum;
        }
    }
}
