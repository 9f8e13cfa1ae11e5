package org.epiwrap.metrics;

/** Thrown if no threshold gives the images that are kept the accuracy that is wanted. */
public final class UnreachableAccuracyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnreachableAccuracyException(String message) {
        super(message);
    }
}
