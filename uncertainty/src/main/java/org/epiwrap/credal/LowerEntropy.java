package org.epiwrap.credal;

/**
 * The smallest entropy of a credal set, in nats, between two proven bounds. They are the same, up to
 * rounding, unless the search for it was too long: see {@link ProbabilityIntervals#lowerEntropy()}.
 *
 * @param proven no distribution of the set has less
 * @param attained some distribution of the set has this much
 */
public record LowerEntropy(double proven, double attained) {
    /** Bounds that are this close count as equal. */
    static final double ROUNDING = 1e-12;

    public boolean isExact() {
        return attained - proven <= ROUNDING;
    }
}
