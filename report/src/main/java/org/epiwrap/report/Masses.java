package org.epiwrap.report;

import org.epiwrap.belief.Complement;
import org.epiwrap.belief.ContourBelief;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.wrap.WrappedPosterior;

/** The focal intervals of a wrapped weight, and how drawings show their masses. */
final class Masses {
    /** Points of the grid that stands for the continuum, where no interval has mass of its own. */
    private static final int FINE_GRID = 60;

    private Masses() {}

    static NestedBelief of(WrappedPosterior wrapped) {
        if (wrapped.belief() instanceof ContourBelief continuous) {
            return NestedBelief.of(continuous.posterior(), continuous.contour(), Complement.CONTINUOUS, FINE_GRID);
        }
        return (NestedBelief) wrapped.belief();
    }

    static double largest(NestedBelief belief) {
        double largest = 0;
        for (int k = 0; k < belief.size(); k++) {
            largest = Math.max(largest, belief.mass(k));
        }
        return largest;
    }

    /** The radius of a dot whose area shows a share of the largest mass; the least one can still be seen. */
    static double radius(double share, double largest) {
        return Math.max(0.8, largest * Math.sqrt(share));
    }

    static String told(FocalInterval focal) {
        return "[" + focal.interval().lower() + ", " + focal.interval().upper() + "], mass "
                + Numbers.significant(focal.mass());
    }
}
