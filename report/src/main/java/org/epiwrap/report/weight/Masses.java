package org.epiwrap.report.weight;

import java.util.stream.IntStream;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.ContourBelief;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.wrap.WrappedPosterior;

/** The focal intervals of a wrapped weight, and the size of the dots that show their masses. */
final class Masses {
    /** The points of the grid that approximates a continuous belief, in which no single interval has mass. */
    private static final int FINE_GRID = 60;

    private Masses() {}

    static NestedBelief of(WrappedPosterior wrapped) {
        if (wrapped.belief() instanceof ContourBelief continuous) {
            return NestedBelief.of(continuous.posterior(), continuous.contour(), Complement.CONTINUOUS, FINE_GRID);
        }
        return (NestedBelief) wrapped.belief();
    }

    static double largest(NestedBelief belief) {
        return IntStream.range(0, belief.size()).mapToDouble(belief::mass).max().orElseThrow();
    }

    /** Returns the radius of a dot whose area shows a share of the largest mass, but at least a visible one. */
    static double radius(double share, double largest) {
        return Math.max(0.8, largest * Math.sqrt(share));
    }

    static String describe(FocalInterval focal) {
        return "[" + focal.interval().lower() + ", " + focal.interval().upper() + "], mass "
                + Numbers.significant(focal.mass());
    }
}
