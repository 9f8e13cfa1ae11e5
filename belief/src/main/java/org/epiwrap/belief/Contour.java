package org.epiwrap.belief;

import org.epiwrap.posterior.TruncatedPosterior;

/** How a density becomes a contour: the plausibility of single weights, with 1 as its largest value. */
public enum Contour {
    /** p(w)/max p. For a Gaussian Bel ≤ P ≤ Pl follows; for other densities it may fail. */
    SUP_NORMALISED {
        @Override
        public double supremum(TruncatedPosterior posterior, double from, double to) {
            return posterior.relativeDensity(from, to);
        }

        @Override
        public double supremumInside(TruncatedPosterior posterior, double from, double to) {
            return posterior.relativeDensity(from, to);
        }
    },

    /** Dubois and Prade's P({v : p(v) ≤ p(w)}). Bel ≤ P ≤ Pl for every density. */
    DUBOIS_PRADE {
        @Override
        public double supremum(TruncatedPosterior posterior, double from, double to) {
            return posterior.probabilityNoDenser(from, to);
        }

        @Override
        public double supremumInside(TruncatedPosterior posterior, double from, double to) {
            return posterior.probabilityNoDenserInside(from, to);
        }
    };

    /**
     * The contour's largest value on the closed reduced interval [from, to]. Both contours grow with the density, so it
     * lies where the density is largest.
     */
    public abstract double supremum(TruncatedPosterior posterior, double from, double to);

    /** The contour's supremum on the open reduced interval (from, to), from below to. */
    public abstract double supremumInside(TruncatedPosterior posterior, double from, double to);
}
