package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Blurs every channel. */
final class Blur implements Corruptor {
    private final Volume shape;
    private final BoxBlur blur;

    /** Creates a blur whose standard deviation is a part of the shorter side. */
    Blur(Volume shape, double deviation) {
        this.shape = shape;
        this.blur = new BoxBlur(shape.height(), shape.width(), deviation * Math.min(shape.height(), shape.width()));
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        for (int start = 0; start < image.length; start += shape.plane()) {
            blur.apply(image, start);
        }
        Tone.clip(image);
    }
}
