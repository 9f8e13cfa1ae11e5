package org.epiwrap.intervalnet.pass;

/** The bounds have grown out of the range of float. */
public final class IntervalOverflowException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public IntervalOverflowException(String layer) {
        super("the bounds overflow at " + layer + "; scale the radii by a smaller factor k, below 1 at that layer and"
                + " those before it");
    }
}
