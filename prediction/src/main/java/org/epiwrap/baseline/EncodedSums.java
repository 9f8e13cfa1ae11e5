package org.epiwrap.baseline;

import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;

/**
 * Sums of encoded rows. Their numbers are scaled, with means near 0 and deviations near 1, so that covariances lose few
 * digits. Each sum is computed by one thread in the order of the rows: the number of threads changes no bit.
 */
final class EncodedSums extends InputSums {
    /** The maximum of numbers in an encoded row: their covariances take 128 MB. */
    static final int MAX_NUMBERS = 4_000;

    private static final int BATCH = 256;
    /** A smaller share than this of the mean square is rounding error, and the number constant. */
    private static final double NEGLIGIBLE = 1e-12;

    /** classes × numbers; empty for a class without rows. */
    private final double[][] sums;

    private final double[] totals;
    /** Row i starts with the product of number i with itself; those with earlier ones are in the rows above. */
    private final double[][] products;

    private EncodedSums(int rows, int classes, int numbers) {
        super(rows, classes);
        this.sums = new double[classes][0];
        this.totals = new double[numbers];
        this.products = new double[numbers][];
        for (int i = 0; i < numbers; i++) {
            products[i] = new double[numbers - i];
        }
    }

    static EncodedSums of(Dataset data, Input input) {
        int length =
                Check.between("the numbers of an encoded row", input.shape().size(), 1, MAX_NUMBERS);
        EncodedSums all = new EncodedSums(data.size(), data.classNames().size(), length);
        Input.Encoder encoder = input.encoder(data);
        float[] batch = new float[BATCH * length];
        for (int first = 0; first < data.size(); first += BATCH) {
            int last = Math.min(first + BATCH, data.size());
            for (int row = first; row < last; row++) {
                encoder.encode(row, batch, (row - first) * length);
                all.add(data.label(row), batch, (row - first) * length);
            }
            int end = (last - first) * length;
            IntStream.range(0, length).parallel().forEach(place -> all.addProducts(place, batch, end));
        }
        return all;
    }

    @Override
    double mean(int place) {
        return totals[place] / examples;
    }

    @Override
    double mean(int label, int place) {
        return sums[label][place] / counts[label];
    }

    @Override
    double covariance(int i, int j) {
        return isConstant(i) || isConstant(j) ? 0 : product(i, j) - mean(i) * mean(j);
    }

    private double product(int i, int j) {
        return products[Math.min(i, j)][Math.abs(i - j)] / examples;
    }

    private boolean isConstant(int i) {
        return !(product(i, i) - mean(i) * mean(i) > NEGLIGIBLE * product(i, i));
    }

    private void add(int label, float[] batch, int start) {
        if (counts[label]++ == 0) {
            sums[label] = new double[totals.length];
        }
        for (int i = 0; i < totals.length; i++) {
            sums[label][i] += batch[start + i];
            totals[i] += batch[start + i];
        }
    }

    private void addProducts(int place, float[] batch, int end) {
        double[] row = products[place];
        for (int start = place; start < end; start += totals.length) {
            double factor = batch[start];
            // Most numbers of a category are 0.
            if (factor != 0) {
                for (int i = 0; i < row.length; i++) {
                    row[i] += factor * batch[start + i];
                }
            }
        }
    }
}
