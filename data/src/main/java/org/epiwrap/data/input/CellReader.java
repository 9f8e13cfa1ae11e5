package org.epiwrap.data.input;

/** Reads cells that are written in one {@linkplain CellFormat format}, many of them. Immutable. */
public final class CellReader {
    private final CellFormat format;
    private final TextIndex missing;
    /** Looking up every number would take longer than reading it. */
    private final boolean lookUpNumbers;

    /** Creates a reader. */
    public CellReader(CellFormat format) {
        this.format = format;
        this.missing = TextIndex.of(format.missing());
        this.lookUpNumbers = format.missing().stream().anyMatch(text -> !Double.isNaN(format.number(text)));
    }

    /** Returns the format of the cells. */
    public CellFormat format() {
        return format;
    }

    /** Returns whether the cell from index {@code from} (inclusive) to {@code to} (exclusive) is missing. */
    public boolean isMissing(char[] characters, int from, int to) {
        return missing.find(characters, from, to) >= 0;
    }

    /** Returns the number that a cell is, or NaN if it is missing or no number; see {@link CellFormat#number}. */
    public double number(char[] characters, int from, int to) {
        double number = format.number(characters, from, to);
        return lookUpNumbers && isMissing(characters, from, to) ? Double.NaN : number;
    }
}
