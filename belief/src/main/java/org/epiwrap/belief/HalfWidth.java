package org.epiwrap.belief;

import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.epiwrap.posterior.TruncatedGaussian;

/**
 * The law of the focal half-width h of a truncated Gaussian as the grid grows without end. In units of sigma, with c
 * the multiplier:
 *
 * <ul>
 *   <li>sup-normalised: Rayleigh cut at c, E[h] = √(π/2)·erf(c/√2), E[h²] = 2(1 - exp(-c²/2));
 *   <li>Dubois–Prade: half-normal truncated at c, E[h] = √(2/π)·(1 - exp(-c²/2))/erf(c/√2).
 * </ul>
 *
 * @param shortfall 1 - E[h]/c: the expected share of the domain outside the focal interval
 * @param variance the variance of h/c
 */
public record HalfWidth(double shortfall, double variance) {
    /** Below this c²/2 the series is used: it converges fast there, while the closed form would lose digits. */
    private static final double SERIES_BELOW = 0.5;

    /** Returns the moments of h/c for a Gaussian truncated at c standard deviations. */
    public static HalfWidth of(TruncatedGaussian posterior, Contour contour) {
        double c = posterior.multiplier();
        return switch (contour) {
            case SUP_NORMALISED -> rayleigh(c);
            case DUBOIS_PRADE -> halfNormal(c);
        };
    }

    private static HalfWidth rayleigh(double c) {
        double y = 0.5 * c * c;
        double meanShortfall;
        double squareShortfall;
        if (y < SERIES_BELOW) {
            // E[h]/c = Σ (-y)^k / (k!(2k+1)) and E[h²]/c² = Σ (-y)^k / (k+1)!, both without their leading 1.
            meanShortfall = 0;
            squareShortfall = 0;
            double term = 1;
            for (int k = 1; k <= 20; k++) {
                term *= -y / k;
                meanShortfall -= term / (2 * k + 1);
                squareShortfall -= term / (k + 1);
            }
        } else {
            meanShortfall = 1 - Math.sqrt(0.5 * Math.PI) * Erf.value(c * Math.sqrt(0.5)) / c;
            squareShortfall = 1 + Math.expm1(-y) / y;
        }
        double variance = 2 * meanShortfall - squareShortfall - meanShortfall * meanShortfall;
        return new HalfWidth(meanShortfall, Math.max(0, variance));
    }

    private static HalfWidth halfNormal(double c) {
        if (c < 1e-8) {
            return new HalfWidth(0.5, 1.0 / 12); // flat to the last digit, and c² could vanish below
        }
        double y = 0.5 * c * c;
        double mean = -Math.expm1(-y) * Math.sqrt(2 / Math.PI) / (c * Erf.value(c * Math.sqrt(0.5)));
        double square = RegularizedGamma.P.value(1.5, y) / (RegularizedGamma.P.value(0.5, y) * c * c);
        return new HalfWidth(1 - mean, square - mean * mean);
    }
}
