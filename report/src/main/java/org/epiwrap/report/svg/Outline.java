package org.epiwrap.report.svg;

/** A path of straight lines, built point by point. */
public final class Outline {
    private final StringBuilder data = new StringBuilder();

    /** Begins a new line at a point. */
    public Outline moveTo(double x, double y) {
        return add('M', x, y);
    }

    /** Draws a straight line to a point; the first point begins the path. */
    public Outline lineTo(double x, double y) {
        return add(data.isEmpty() ? 'M' : 'L', x, y);
    }

    /** Draws a straight line back to where the current line began. */
    public Outline close() {
        data.append('Z');
        return this;
    }

    private Outline add(char command, double x, double y) {
        data.append(command).append(Numbers.coordinate(x)).append(' ').append(Numbers.coordinate(y));
        return this;
    }

    @Override
    public String toString() {
        return data.toString();
    }
}
