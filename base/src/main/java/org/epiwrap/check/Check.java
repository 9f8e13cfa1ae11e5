package org.epiwrap.check;

/**
 * Argument checks. Each accepts what is allowed and refuses the rest, so that NaN never slips through; each message
 * names the parameter, the value and the allowed range.
 */
public final class Check {
    private static final String FINITE = "a finite number";
    private static final String NON_NEGATIVE = "a finite number >= 0";

    private Check() {}

    /** Anything but NaN, so that it can be compared. */
    public static double number(String name, double value) {
        return inside(name, value, !Double.isNaN(value), "a number");
    }

    /** Returns a number that is finite; refuses others. */
    public static double finite(String name, double value) {
        return inside(name, value, Double.isFinite(value), FINITE);
    }

    /** Returns a number that is finite and above 0; refuses others. */
    public static double positive(String name, double value) {
        return inside(name, value, value > 0 && Double.isFinite(value), "a finite number > 0");
    }

    /** Returns a number that is finite and at least 0; refuses others. */
    public static double nonNegative(String name, double value) {
        return inside(name, value, value >= 0 && Double.isFinite(value), NON_NEGATIVE);
    }

    /** Checks a share of a whole, which is between 0 and 1, and returns it. */
    public static double share(String name, double value) {
        return inside(name, value, value >= 0 && value <= 1, "in [0, 1]");
    }

    /** Finite numbers; a message names the first that is not. */
    public static void finite(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw refused(name + "[" + i + "]", values[i], FINITE);
            }
        }
    }

    /** Finite numbers, at least 0; a message names the first that is not. */
    public static void nonNegative(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] >= 0 && values[i] <= Double.MAX_VALUE)) {
                throw refused(name + "[" + i + "]", values[i], NON_NEGATIVE);
            }
        }
    }

    /** Returns an integer that is at least a minimum; refuses others. */
    public static int atLeast(String name, int value, int minimum) {
        if (value >= minimum) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be a whole number >= " + minimum + ", but is " + value);
    }

    /** Returns an integer from a minimum to a maximum, both included; refuses others. */
    public static int between(String name, int value, int minimum, int maximum) {
        if (value >= minimum && value <= maximum) {
            return value;
        }
        throw new IllegalArgumentException(
                name + " must be a whole number from " + minimum + " to " + maximum + ", but is " + value);
    }

    /** Two arrays that go together, such as the means and the deviations of one layer. */
    public static void sameLength(String name, int length, String expectedName, int expectedLength) {
        if (length != expectedLength) {
            throw new IllegalArgumentException(name + " must be as long as " + expectedName + " (" + expectedLength
                    + "), but its length is " + length);
        }
    }

    /** Refuses dimensions below 1, and those whose product, in a unit such as bytes, exceeds an int. */
    public static void volume(String what, String unit, int channels, int height, int width) {
        atLeast("channels", channels, 1);
        atLeast("height", height, 1);
        atLeast("width", width, 1);
        long plane = (long) height * width;
        if (plane > Integer.MAX_VALUE || plane * channels > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(what + " must have at most " + Integer.MAX_VALUE + " " + unit
                    + ", but has " + channels + " x " + height + " x " + width);
        }
    }

    private static double inside(String name, double value, boolean allowed, String range) {
        if (allowed) {
            return value;
        }
        throw refused(name, value, range);
    }

    private static IllegalArgumentException refused(String name, double value, String range) {
        return new IllegalArgumentException(name + " must be " + range + ", but is " + value);
    }
}
