package org.epiwrap.data.corruption;

import java.util.Arrays;
import java.util.Locale;
import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;

/**
 * A way in which images get worse while their class remains, in five severities, from mild to severe. It applies to images of
 * any size and number of channels; lengths are parts of the image's shorter side, so that a severity looks alike at any size.
 *
 * <pre>{@code
 * Corruptor blur = Corruption.BLUR.of(new Volume(1, 28, 28), 3);
 * blur.apply(image, new RandomStreams(seed).stream(0));
 * }</pre>
 *
 * All choices are in the table below. They were made by looking at images alone, before any score was computed.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state, and numbers that are never handed out
public enum Corruption {
    /** Gaussian blur; the standard deviation, a part of the shorter side. */
    BLUR(Blur::new, 0.018, 0.028, 0.04, 0.056, 0.076),
    /** Poisson noise of few photons; the number of photons of a white pixel. */
    SHOT_NOISE(Noise::shot, 120, 50, 20, 9, 4),
    /** Gaussian noise added to every value; the standard deviation. */
    GAUSSIAN_NOISE(Noise::gaussian, 0.06, 0.12, 0.2, 0.31, 0.45),
    /** Less contrast; the part of each value's distance from the image's mean that is left. */
    CONTRAST(Tone::contrast, 0.7, 0.5, 0.34, 0.22, 0.13),
    /** White fog, denser in some places; the share of light that comes from the fog where it is densest. */
    FOG(Fog::new, 0.3, 0.45, 0.6, 0.74, 0.87),
    /** More brightness; what is added to every value. */
    BRIGHTNESS(Tone::brightness, 0.1, 0.2, 0.3, 0.42, 0.56),
    /** Shear along one axis; the tangent of the angle. */
    SHEAR(Affine::shear, 0.15, 0.3, 0.45, 0.65, 0.9),
    /** Translation by whole pixels; the distance, a part of each side. */
    TRANSLATION(Affine::translation, 0.06, 0.11, 0.17, 0.23, 0.3),
    /** Larger or smaller, by chance; the factor. */
    SCALE(Affine::scale, 1.12, 1.25, 1.4, 1.6, 1.85),
    /** Rotation about the centre, in either direction; degrees. */
    ROTATION(Affine::rotation, 10, 20, 32, 45, 60),
    /** Elastic distortion; how far pixels move (root mean square), a part of the shorter side. */
    ELASTIC(Elastic::new, 0.015, 0.028, 0.042, 0.06, 0.085),
    /** A grey square in front; its side, a part of the shorter one. */
    OCCLUSION(Occlusion::new, 0.18, 0.26, 0.35, 0.45, 0.55),
    /** Bright strokes get thicker; how far they grow, a part of the shorter side. */
    DILATION(Morphology::dilation, 0.012, 0.025, 0.04, 0.058, 0.08),
    /** Bright strokes get thinner; how far they shrink, a part of the shorter side. */
    EROSION(Morphology::erosion, 0.009, 0.016, 0.023, 0.029, 0.035),
    /** Coarse pixels; their number along a side, a part of the number before. */
    PIXELATION(Pixelation::new, 0.7, 0.55, 0.43, 0.33, 0.25);

    /** The number of severities. */
    public static final int SEVERITIES = 5;

    /** Creates what changes images of a shape with a parameter. */
    private interface Factory {
        Corruptor of(Volume shape, double parameter);
    }

    private final Factory factory;
    private final double[] parameters;

    Corruption(Factory factory, double... parameters) {
        this.factory = factory;
        this.parameters = parameters;
    }

    /** Returns the parameter of a severity from 1 to 5. */
    public double parameter(int severity) {
        return parameters[Check.between("severity", severity, 1, SEVERITIES) - 1];
    }

    /** Returns all parameters, from severity 1 to 5. */
    public double[] parameters() {
        return Arrays.copyOf(parameters, SEVERITIES);
    }

    /** Returns what changes images of a shape in a severity from 1 to 5. */
    public Corruptor of(Volume shape, int severity) {
        return factory.of(shape, parameter(severity));
    }

    /** Returns the name, such as {@code shot-noise}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
