package org.epiwrap.wrap;

import java.util.function.ToDoubleFunction;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.posterior.TruncatedGaussian;
import org.epiwrap.posterior.Truncation;
import org.jspecify.annotations.Nullable;

/**
 * One quantity of a wrapped Gaussian's law as a function of sigma.
 *
 * <p>The law depends on the multiplier c alone. It is therefore one constant for all sigma up to the truncation's
 * {@link Truncation#widestFullSigma()}, and a smooth function of c, and so of sigma, beyond.
 */
final class GaussianShape {
    /** Below this multiplier the posterior is flat, and nothing changes by more than 1e-11 any more. */
    private static final double FLAT = 5e-6;

    private final EpistemicWrapper wrapper;
    private final ToDoubleFunction<IntervalLaw> quantity;
    private final float fullSigma;
    private final double constant;
    /** Without a lock: a table is immutable, and one that two threads make at once is made equal twice. */
    private @Nullable SigmaTable table;

    private @Nullable FloatTable floatTable;

    GaussianShape(EpistemicWrapper wrapper, ToDoubleFunction<IntervalLaw> quantity) {
        this.wrapper = wrapper;
        this.quantity = quantity;
        this.fullSigma = widestFullSigma(wrapper.truncation());
        this.constant = law(wrapper.truncation().maxSigmas());
    }

    /** Returns the widest float that is cut at the full multiplier: the nearest float may be a little too wide. */
    static float widestFullSigma(Truncation truncation) {
        float nearest = (float) truncation.widestFullSigma();
        return nearest <= truncation.widestFullSigma() ? nearest : Math.nextDown(nearest);
    }

    /** Returns the value for every sigma up to the widest full one. */
    double constant() {
        return constant;
    }

    /** Returns the value for any sigma from 0, within 1e-10 relative of the direct evaluation. */
    double at(float sigma) {
        return sigma <= fullSigma ? constant : table().value(sigma);
    }

    /** Returns the values beyond the widest full sigma, made when first needed: few networks have such. */
    SigmaTable table() {
        SigmaTable made = table;
        if (made == null) {
            double flat = wrapper.truncation().maxHalfWidth() / FLAT;
            made = SigmaTable.of(this::direct, fullSigma, (float) Math.min(flat, Float.MAX_VALUE));
            table = made;
        }
        return made;
    }

    /** Returns the value times the greatest half-width, in float, for a sigma beyond the widest full one. */
    float wide(float sigma) {
        FloatTable made = floatTable;
        if (made == null) {
            made = new FloatTable(table(), wrapper.truncation().maxHalfWidth());
            floatTable = made;
        }
        return made.value(sigma);
    }

    /** Returns the value for a sigma cut at the greatest half-width; smooth a little below the widest full one, too. */
    private double direct(double sigma) {
        return law(wrapper.truncation().maxHalfWidth() / sigma);
    }

    /** Returns the value for a multiplier, by going through the whole chain. */
    private double law(double multiplier) {
        return quantity.applyAsDouble(
                wrapper.wrapTruncated(TruncatedGaussian.standard(multiplier)).law());
    }
}
