package org.epiwrap.data.input;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Draws smooth pictures: random levels on a coarse grid, interpolated linearly between its points. */
final class RandomPattern {
    /** The points of the grid along each side. */
    private static final int POINTS = 5;

    private static final int WHITE = 255;

    private RandomPattern() {}

    /** Returns pixels from 0 to 1, each a whole number of 255ths, in the order channels, height, width. */
    static float[] draw(Volume shape, UniformRandomProvider random) {
        float[] pixels = new float[shape.size()];
        double[][] levels = new double[POINTS][POINTS];
        int place = 0;
        for (int channel = 0; channel < shape.channels(); channel++) {
            for (double[] row : levels) {
                for (int i = 0; i < POINTS; i++) {
                    row[i] = random.nextDouble();
                }
            }
            for (int y = 0; y < shape.height(); y++) {
                for (int x = 0; x < shape.width(); x++) {
                    double level = level(levels, at(y, shape.height()), at(x, shape.width()));
                    pixels[place++] = (float) Math.rint(WHITE * level) / WHITE;
                }
            }
        }
        return pixels;
    }

    /** Returns the place on the grid of the middle of a pixel. */
    private static double at(int pixel, int side) {
        return (pixel + 0.5) / side * (POINTS - 1);
    }

    private static double level(double[][] levels, double y, double x) {
        int row = (int) y;
        int column = (int) x;
        double above = between(levels[row][column], levels[row][column + 1], x - column);
        double below = between(levels[row + 1][column], levels[row + 1][column + 1], x - column);
        return between(above, below, y - row);
    }

    private static double between(double from, double to, double share) {
        return from + share * (to - from);
    }
}
