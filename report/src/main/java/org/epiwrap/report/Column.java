package org.epiwrap.report;

import org.epiwrap.check.Check;

/**
 * One column of a table.
 *
 * @param decimals of numbers as they are shown; files hold them in full
 */
public record Column(String header, Kind kind, int decimals, Better better) {
    private static final int MOST_DECIMALS = 12;

    /** What the cells of a column hold. */
    public enum Kind {
        TEXT,
        NUMBER,
        /** Shares of a whole: shown times a hundred, and held in files as they are. */
        PERCENT
    }

    /** Which of a column's numbers are the best ones, to be set in bold. */
    public enum Better {
        HIGHER,
        LOWER,
        NEITHER
    }

    public Column {
        Check.between("decimals", decimals, 0, MOST_DECIMALS);
    }

    public static Column text(String header) {
        return new Column(header, Kind.TEXT, 0, Better.NEITHER);
    }

    public static Column number(String header, int decimals) {
        return new Column(header, Kind.NUMBER, decimals, Better.NEITHER);
    }

    public static Column percent(String header, int decimals) {
        return new Column(header, Kind.PERCENT, decimals, Better.NEITHER);
    }

    public Column higherIsBetter() {
        return new Column(header, kind, decimals, Better.HIGHER);
    }

    public Column lowerIsBetter() {
        return new Column(header, kind, decimals, Better.LOWER);
    }

    boolean isNumeric() {
        return kind != Kind.TEXT;
    }

    /** The header with the unit in which numbers are shown. */
    String shownHeader() {
        return kind == Kind.PERCENT ? header + ",\u00a0%" : header;
    }

    /** The header where it may be wrapped: numbers and their units stay together. */
    String wrappableHeader() {
        return shownHeader().replace(" %", "\u00a0%");
    }

    String shown(double value) {
        return Numbers.fixed(kind == Kind.PERCENT ? 100 * value : value, decimals);
    }
}
