package org.epiwrap.data.profile;

import java.util.List;
import org.epiwrap.data.input.TextIndex;

/**
 * What the codes of a column's cells mean that {@link TableProfile.Builder#add} gave while the column was not yet known to
 * have numbers or categories: the place of the cell's text among the different ones, as long as these were counted, and from
 * then on the bits of its number. For one thread.
 */
public final class ColumnCodes {
    /** The code of a missing cell. */
    static final int MISSING = -1;

    private final TextIndex texts;
    private final float[] numbers;
    private final long codedRows;
    private final boolean numeric;

    ColumnCodes(TextIndex texts, float[] numbers, long codedRows, boolean numeric) {
        this.texts = texts;
        this.numbers = numbers;
        this.codedRows = codedRows;
        this.numeric = numeric;
    }

    /** Returns whether every cell is missing or a number. */
    public boolean isNumeric() {
        return numeric;
    }

    /** Returns what the codes of a column of numbers mean. */
    public Decoder numbers() {
        float[] cells = new float[numbers.length + 1];
        cells[0] = Float.NaN;
        System.arraycopy(numbers, 0, cells, 1, numbers.length);
        return (row, code) -> row < codedRows ? cells[code + 1] : Float.intBitsToFloat(code);
    }

    /**
     * Returns what the codes of a column of categories mean.
     *
     * @param categories all texts of the column, each a cell by its place
     */
    public Decoder categories(List<String> categories) {
        float[] cells = new float[texts.size() + 1];
        cells[0] = Float.NaN;
        for (int i = 0; i < categories.size(); i++) {
            cells[texts.find(categories.get(i)) + 1] = i;
        }
        return (row, code) -> cells[code + 1];
    }

    /** Turns codes into cells of a dataset. */
    @FunctionalInterface
    public interface Decoder {
        /** Returns the cell of a row, NaN if it is missing. */
        float cell(long row, int code);
    }
}
