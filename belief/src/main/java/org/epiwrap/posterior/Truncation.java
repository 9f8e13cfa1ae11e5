package org.epiwrap.posterior;

import org.epiwrap.check.Check;

/**
 * Where a Gaussian's tails are cut: at mu ± min({@code maxSigmas}·sigma, {@code maxHalfWidth}).
 *
 * <p>The method's rule is mu ± min(5·sigma, 1): the multiplier is c = min(5, 1/sigma).
 *
 * @param maxSigmas the largest multiplier of sigma, finite, above 0
 * @param maxHalfWidth the largest distance from the mean, above 0; infinite for none
 */
public record Truncation(double maxSigmas, double maxHalfWidth) {

    private static final Truncation DEFAULT = new Truncation(5, 1);

    public Truncation {
        Check.positive("maxSigmas", maxSigmas);
        if (!(maxHalfWidth > 0)) {
            throw new IllegalArgumentException("maxHalfWidth must be > 0, but is " + maxHalfWidth);
        }
    }

    /** mu ± min(5·sigma, 1). */
    public static Truncation withDefaults() {
        return DEFAULT;
    }

    /** mu ± {@code multiplier}·sigma, however wide that is. */
    public static Truncation sigmas(double multiplier) {
        return new Truncation(multiplier, Double.POSITIVE_INFINITY);
    }

    /** Up to this sigma the multiplier is {@link #maxSigmas}: every such posterior has the same shape. */
    public double widestFullSigma() {
        return maxHalfWidth / maxSigmas;
    }

    /** c, the half-width of the domain in units of sigma; never 0, below which nothing changes any more. */
    public double multiplier(double sigma) {
        return Math.max(Double.MIN_NORMAL, Math.min(maxSigmas, maxHalfWidth / sigma));
    }

    /** c·sigma, computed so that 0 and the largest sigma are exact. */
    public double halfWidth(double sigma) {
        return Math.min(maxSigmas * sigma, maxHalfWidth);
    }
}
