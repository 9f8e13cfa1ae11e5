package org.epiwrap.promise;

/** Thrown if calibration examples cannot support a promise: there are too few of them, or too many are wrong. */
public final class PromiseException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PromiseException(String message) {
        super(message);
    }
}
