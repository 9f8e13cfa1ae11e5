package org.epiwrap.data.corruption;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;
import org.epiwrap.statistics.SampleMoments;

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
        double[] blurred = new double[values.length];
        Arrays.setAll(blurred, i -> values[i]);
        SampleMoments moments = SampleMoments.of("values", blurred);
        double deviation = moments.populationDeviation();
        for (int i = 0; i < values.length; i++) {
            values[i] = deviation > 0 ? (float) ((blurred[i] - moments.mean()) / deviation) : 0;
        }
        return values;
    }
}
