package org.epiwrap.exchange.alignment;

import java.util.Arrays;

/**
 * The linear assignment problem: each row takes a column of its own so that the sum of gains is largest. Exact, in O(n³), by
 * shortest augmenting paths with prices for rows and columns (Jonker and Volgenant).
 */
final class Assignment {
    private Assignment() {}

    /** Returns the column of each row of a square matrix of finite gains. */
    static int[] largest(double[][] gains) {
        int n = gains.length;
        // Rows and columns count from 1; column 0 stands for the row that is being added.
        double[] rowPrice = new double[n + 1];
        double[] columnPrice = new double[n + 1];
        int[] rowOf = new int[n + 1];
        int[] before = new int[n + 1];
        for (int row = 1; row <= n; row++) {
            rowOf[0] = row;
            int column = 0;
            double[] shortest = new double[n + 1];
            Arrays.fill(shortest, Double.POSITIVE_INFINITY);
            boolean[] reached = new boolean[n + 1];
            do {
                reached[column] = true;
                int from = rowOf[column];
                double step = Double.POSITIVE_INFINITY;
                int next = 0;
                for (int j = 1; j <= n; j++) {
                    if (!reached[j]) {
                        double cost = -gains[from - 1][j - 1] - rowPrice[from] - columnPrice[j];
                        if (cost < shortest[j]) {
                            shortest[j] = cost;
                            before[j] = column;
                        }
                        if (shortest[j] < step) {
                            step = shortest[j];
                            next = j;
                        }
                    }
                }
                for (int j = 0; j <= n; j++) {
                    if (reached[j]) {
                        rowPrice[rowOf[j]] += step;
                        columnPrice[j] -= step;
                    } else {
                        shortest[j] -= step;
                    }
                }
                column = next;
            } while (rowOf[column] != 0);
            for (int j = column; j != 0; j = before[j]) {
                rowOf[j] = rowOf[before[j]];
            }
        }
        int[] columns = new int[n];
        for (int j = 1; j <= n; j++) {
            columns[rowOf[j] - 1] = j - 1;
        }
        return columns;
    }
}
