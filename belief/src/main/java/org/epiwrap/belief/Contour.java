package org.epiwrap.belief;

import org.epiwrap.posterior.TruncatedPosterior;

/** How a density becomes a contour: the plausibility of single weights, with 1 as its largest value. */
public enum Contour {
    /** p(w)/max p. For a Gaussian Bel ≤ P ≤ Pl follows; for other densities it may fail. */
    SUP_NORMALISED,
    /** Dubois and Prade's P({v : p(v) ≤ p(w)}). Bel ≤ P ≤ Pl for every density. */
    DUBOIS_PRADE;

    /** Returns the contour's largest value, where the density is largest, on the closed reduced interval [from, to]. */
    public double supremum(TruncatedPosterior posterior, double from, double to) {
        return this == SUP_NORMALISED ? posterior.relativeDensity(from, to) : posterior.probabilityNoDenser(from, to);
    }

    /** Returns the contour's supremum on the open reduced interval (from, to), from below to. */
    public double supremumInside(TruncatedPosterior posterior, double from, double to) {
        return this == SUP_NORMALISED
                ? posterior.relativeDensity(from, to)
                : posterior.probabilityNoDenserInside(from, to);
    }
}
