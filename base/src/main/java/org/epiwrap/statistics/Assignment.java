package org.epiwrap.statistics;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * The assignment of each row of a square matrix to a column of its own with the largest sum, by the Hungarian method in
 * O(n³): rows are added one by one along the cheapest augmenting path under potentials of rows and columns (Kuhn 1955;
 * Jonker and Volgenant 1987).
 */
public final class Assignment {
    private Assignment() {}

    /** Returns the column of each row, such that the sum of the finite values there is the largest. */
    public static int[] largest(double[][] values) {
        int n = values.length;
        for (double[] row : values) {
            Check.sameLength("a row", row.length, "the column", n);
            Check.finite("values", row);
        }
        // Index 0 stands for no row and no column; rows and columns count from 1.
        double[] rowPotential = new double[n + 1];
        double[] columnPotential = new double[n + 1];
        int[] rowOf = new int[n + 1];
        for (int row = 1; row <= n; row++) {
            augment(values, rowPotential, columnPotential, rowOf, row);
        }
        int[] columns = new int[n];
        for (int column = 1; column <= n; column++) {
            columns[rowOf[column] - 1] = column - 1;
        }
        return columns;
    }

    private static void augment(double[][] values, double[] rows, double[] columns, int[] rowOf, int row) {
        int n = values.length;
        int[] before = new int[n + 1];
        double[] slack = new double[n + 1];
        Arrays.fill(slack, Double.POSITIVE_INFINITY);
        boolean[] reached = new boolean[n + 1];
        rowOf[0] = row;
        int column = 0;
        do {
            reached[column] = true;
            int at = rowOf[column];
            int next = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int j = 1; j <= n; j++) {
                if (!reached[j]) {
                    double cost = -values[at - 1][j - 1] - rows[at] - columns[j];
                    if (cost < slack[j]) {
                        slack[j] = cost;
                        before[j] = column;
                    }
                    if (slack[j] < least) {
                        least = slack[j];
                        next = j;
                    }
                }
            }
            for (int j = 0; j <= n; j++) {
                if (reached[j]) {
                    rows[rowOf[j]] += least;
                    columns[j] -= least;
                } else {
                    slack[j] -= least;
                }
            }
            column = next;
        } while (rowOf[column] != 0);
        while (column != 0) {
            rowOf[column] = rowOf[before[column]];
            column = before[column];
        }
    }
}
