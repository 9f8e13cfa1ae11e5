package org.epiwrap.baseline;

import java.util.Arrays;

/** Rows of numbers, and the exact distance of others to the k-th nearest of them: every one is compared. */
final class Neighbours {
    /** Rows that are compared at once: their distances stay in the first cache. */
    private static final int BLOCK = 512;

    private final int numbers;
    private final int neighbour;
    /** Blocks of rows, each [numbers][rows of the block]. */
    private final float[][] blocks;

    private Neighbours(int numbers, int neighbour, float[][] blocks) {
        this.numbers = numbers;
        this.neighbour = neighbour;
        this.blocks = blocks;
    }

    /** Writes a row. */
    @FunctionalInterface
    interface Source {
        void write(int row, float[] target);
    }

    /**
     * Takes rows from a source.
     *
     * @param neighbour which neighbour the distance is to, from 1 to size
     */
    static Neighbours of(int size, int numbers, int neighbour, Source source) {
        float[][] blocks = new float[(size + BLOCK - 1) / BLOCK][];
        float[] row = new float[numbers];
        for (int b = 0; b < blocks.length; b++) {
            int width = Math.min(BLOCK, size - b * BLOCK);
            blocks[b] = new float[width * numbers];
            for (int e = 0; e < width; e++) {
                source.write(b * BLOCK + e, row);
                for (int i = 0; i < numbers; i++) {
                    blocks[b][i * width + e] = row[i];
                }
            }
        }
        return new Neighbours(numbers, neighbour, blocks);
    }

    /** Returns a name such as {@code 10 nearest neighbours}. */
    String inWords() {
        return neighbour == 1 ? "nearest neighbour" : neighbour + " nearest neighbours";
    }

    /** Returns the distance of the row that starts at a place. */
    double distance(float[] rows, int start) {
        double[] nearest = new double[neighbour];
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        double[] sums = new double[BLOCK];
        for (float[] block : blocks) {
            int width = block.length / numbers;
            Arrays.fill(sums, 0, width, 0);
            for (int i = 0; i < numbers; i++) {
                addSquares(rows[start + i], block, i * width, width, sums);
            }
            for (int e = 0; e < width; e++) {
                insert(sums[e], nearest);
            }
        }
        return Math.sqrt(nearest[neighbour - 1]);
    }

    /** Puts a square in its place among the smallest so far, which ascend; few are. */
    private static void insert(double square, double[] nearest) {
        int place = nearest.length - 1;
        if (square < nearest[place]) {
            while (place > 0 && nearest[place - 1] > square) {
                nearest[place] = nearest[place - 1];
                place--;
            }
            nearest[place] = square;
        }
    }

    /** A loop that the compiler vectorises: each row has a sum of its own. */
    private static void addSquares(double number, float[] block, int from, int width, double[] sums) {
        for (int e = 0; e < width; e++) {
            double apart = number - block[from + e];
            sums[e] += apart * apart;
        }
    }
}
