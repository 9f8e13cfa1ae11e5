package org.epiwrap.intervalnet.pass;

import java.util.Arrays;

/** Numbers of several images, as many for each: float as the engine gives them, double as the scores want them. */
public final class Rows {
    private final float[] values;
    private final int length;

    public Rows(float[] values, int images) {
        this.values = values;
        this.length = values.length / images;
    }

    public double[] of(int image) {
        double[] row = new double[length];
        Arrays.setAll(row, i -> values[image * length + i]);
        return row;
    }
}
