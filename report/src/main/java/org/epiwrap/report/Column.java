package org.epiwrap.report;

import org.epiwrap.check.Check;
import org.epiwrap.report.svg.Numbers;

/**
 * One column of a table.
 *
 * @param decimals of numbers as they are shown; files hold them in full
 * @param better which numbers are the best
 * @param groups whether only rows that agree in this column compete for the best numbers
 */
public record Column(String header, Kind kind, int decimals, Better better, boolean groups) {
    private static final int MAX_DECIMALS = 12;

    /** The contents of a column; shares of a whole are shown in percent and held in files from 0 to 1. */
    public enum Kind {
        TEXT,
        NUMBER,
        PERCENT
    }

    /** Which numbers of a column are the best, shown in bold. */
    public enum Better {
        HIGHER,
        LOWER,
        NEITHER
    }

    public Column {
        Check.between("decimals", decimals, 0, MAX_DECIMALS);
    }

    /** Returns a column of text. */
    public static Column text(String header) {
        return new Column(header, Kind.TEXT, 0, Better.NEITHER, false);
    }

    /** Returns a column of numbers. */
    public static Column number(String header, int decimals) {
        return new Column(header, Kind.NUMBER, decimals, Better.NEITHER, false);
    }

    /** Returns a column of shares, shown in percent. */
    public static Column percent(String header, int decimals) {
        return new Column(header, Kind.PERCENT, decimals, Better.NEITHER, false);
    }

    /** Returns this column as one that groups rows, such as by dataset: the best numbers are chosen in each group. */
    public Column grouping() {
        return new Column(header, kind, decimals, better, true);
    }

    /** Returns this column with the highest numbers as the best. */
    public Column higherIsBetter() {
        return new Column(header, kind, decimals, Better.HIGHER, groups);
    }

    /** Returns this column with the lowest numbers as the best. */
    public Column lowerIsBetter() {
        return new Column(header, kind, decimals, Better.LOWER, groups);
    }

    boolean isNumeric() {
        return kind != Kind.TEXT;
    }

    /** Returns the header with the unit in which numbers are shown. */
    String shownHeader() {
        return kind == Kind.PERCENT ? header + ",\u00a0%" : header;
    }

    /** Returns the header with no-break spaces between numbers and their units. */
    String wrappableHeader() {
        return shownHeader().replace(" %", "\u00a0%");
    }

    String shown(double value) {
        return Numbers.fixed(kind == Kind.PERCENT ? 100 * value : value, decimals);
    }
}
