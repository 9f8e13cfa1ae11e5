package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** A random number for every pixel, alike among neighbours: noise that is blurred, then given the mean 0 and the variance 1. */
final class SmoothField {
    private final BoxBlur blur;
    private final float[] values;

    /** Creates fields that vary over distances of a part of the shorter side. */
    SmoothField(Volume shape, double distance) {
        blur = new BoxBlur(shape.height(), shape.width(), distance * Math.min(shape.height(), shape.width()));
        values = new float[shape.plane()];
    }

    /** Returns new values, which the next call replaces; all 0 if there is one pixel alone. */
    float[] draw(UniformRandomProvider random) {
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        blur.apply(values, 0);
        double sum = 0;
        for (float value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (float value : values) {
            squares += (value - mean) * (value - mean);
        }
        double deviation = Math.sqrt(squares / values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = deviation > 0 ? (float) ((values[i] - mean) / deviation) : 0;
        }
        return values;
    }
}
