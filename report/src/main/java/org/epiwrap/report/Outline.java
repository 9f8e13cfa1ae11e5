package org.epiwrap.report;

/** A path of straight lines. */
final class Outline {
    private final StringBuilder data = new StringBuilder();

    Outline moveTo(double x, double y) {
        return add('M', x, y);
    }

    Outline lineTo(double x, double y) {
        return add(data.isEmpty() ? 'M' : 'L', x, y);
    }

    Outline close() {
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
