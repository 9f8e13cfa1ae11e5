package org.epiwrap.data.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.profile.ColumnUse;

/** How a table is read. Immutable. */
public final class TableOptions {
    private final Optional<String> label;
    private final Map<String, ColumnUse> uses;
    private final CellFormat cells;
    private final Optional<Character> delimiter;
    private final boolean dropUnlabelled;

    private TableOptions(
            Optional<String> label,
            Map<String, ColumnUse> uses,
            CellFormat cells,
            Optional<Character> delimiter,
            boolean dropUnlabelled) {
        this.label = label;
        this.uses = Map.copyOf(uses);
        this.cells = cells;
        this.delimiter = delimiter;
        this.dropUnlabelled = dropUnlabelled;
    }

    /** Returns the usual options: no label, all columns as they seem, the standard format of cells. */
    public static TableOptions withDefaults() {
        return new TableOptions(Optional.empty(), Map.of(), CellFormat.standard(), Optional.empty(), false);
    }

    /** Returns these options with a column that has the class of each row. */
    public TableOptions withLabel(String column) {
        return new TableOptions(Optional.of(column), uses, cells, delimiter, dropUnlabelled);
    }

    /** Returns these options with columns that are numbers, or dates to be used as days since 1970. */
    public TableOptions withNumeric(Collection<String> columns) {
        return with(columns, ColumnUse.NUMBER);
    }

    /** Returns these options with columns that are categories; the label, if it has classes however it looks. */
    public TableOptions withCategory(Collection<String> columns) {
        return with(columns, ColumnUse.CATEGORY);
    }

    /** Returns these options with columns that are not used. */
    public TableOptions withIgnored(Collection<String> columns) {
        return with(columns, ColumnUse.IGNORED);
    }

    private TableOptions with(Collection<String> columns, ColumnUse use) {
        Map<String, ColumnUse> all = new HashMap<>(uses);
        for (String column : columns) {
            ColumnUse earlier = all.put(column, use);
            if (earlier != null && earlier != use) {
                throw new IllegalArgumentException(
                        "the column '" + column + "' must have one use, but has two: " + earlier + " and " + use);
            }
        }
        return new TableOptions(label, all, cells, delimiter, dropUnlabelled);
    }

    /** Returns these options for cells written as a model says, with the missing texts of both. */
    public TableOptions like(CellFormat format) {
        return with(format.withMissing(cells.missing()));
    }

    /** Returns these options with another format of cells. */
    public TableOptions with(CellFormat format) {
        return new TableOptions(label, uses, format, delimiter, dropUnlabelled);
    }

    /** Returns these options with a delimiter of text tables, in place of the one that the header has. */
    public TableOptions withDelimiter(char character) {
        return new TableOptions(label, uses, cells, Optional.of(character), dropUnlabelled);
    }

    /** Returns these options in which rows without a label are left out; they are refused otherwise. */
    public TableOptions withoutUnlabelled() {
        return new TableOptions(label, uses, cells, delimiter, true);
    }

    /** Returns the column that has the class of each row, if any. */
    public Optional<String> label() {
        return label;
    }

    /** Returns how cells are written. */
    public CellFormat cells() {
        return cells;
    }

    /** Returns whether rows without a label are left out. */
    public boolean dropsUnlabelled() {
        return dropUnlabelled;
    }

    /** Returns the format of text tables. */
    public DelimitedFormat text() {
        DelimitedFormat format = DelimitedFormat.standard();
        format = cells.decimalComma() ? format.withDecimalComma() : format;
        return delimiter.isPresent() ? format.withDelimiter(delimiter.get()) : format;
    }

    /** Returns whether the label is said to have classes. */
    boolean isSureOfLabel() {
        return label.map(uses::get).filter(use -> use == ColumnUse.CATEGORY).isPresent();
    }

    /** Returns the columns whose use is not left to what they seem. */
    Map<String, ColumnUse> uses() {
        if (label.isEmpty()) {
            return uses;
        }
        ColumnUse other = uses.get(label.get());
        if (other != null && other != ColumnUse.CATEGORY) {
            throw new IllegalArgumentException("the label '" + label.get() + "' must have classes, but is to be "
                    + (other == ColumnUse.IGNORED ? "ignored" : "a number"));
        }
        Map<String, ColumnUse> all = new HashMap<>(uses);
        all.put(label.get(), ColumnUse.LABEL);
        return all;
    }
}
