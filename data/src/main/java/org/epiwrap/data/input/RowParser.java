package org.epiwrap.data.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.ColumnNames;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows whose columns may have any order and which may have more columns than are read. Immutable, and used by any
 * number of threads.
 */
public final class RowParser {
    private static final Set<String> TRUE = Set.of("true", "t", "yes", "y", "1");
    private static final Set<String> FALSE = Set.of("false", "f", "no", "n", "0");

    private final List<Column> columns;
    private final CellFormat format;
    private final CellParser[] parsers;
    private final int[] sources;

    private RowParser(List<Column> columns, CellFormat format, CellParser[] parsers, int[] sources) {
        this.columns = columns;
        this.format = format;
        this.parsers = parsers;
        this.sources = sources;
    }

    /**
     * Returns what reads the columns of a model's input from rows with this header.
     *
     * @throws IllegalArgumentException if a column is missing; the message goes on after the name of the table
     */
    public static RowParser of(TableInput input, List<String> header) {
        return of(input.columnTypes(), input.format(), header);
    }

    /**
     * Returns what reads columns from rows with this header.
     *
     * @throws IllegalArgumentException if a column is missing; the message goes on after the name of the table
     */
    public static RowParser of(List<Column> columns, CellFormat format, List<String> header) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < header.size(); i++) {
            places.put(header.get(i), i);
        }
        CellReader reader = new CellReader(format);
        CellParser[] parsers = new CellParser[columns.size()];
        int[] sources = new int[columns.size()];
        for (int i = 0; i < sources.length; i++) {
            Integer place = places.get(columns.get(i).name());
            if (place == null) {
                throw new IllegalArgumentException(
                        ColumnNames.missing(columns.get(i).name(), header));
            }
            sources[i] = place;
            parsers[i] = CellParser.of(columns.get(i), reader);
        }
        return new RowParser(List.copyOf(columns), format, parsers, sources);
    }

    /** Returns the columns that are read, in the order of their cells. */
    public List<Column> columns() {
        return columns;
    }

    /**
     * Reads a row.
     *
     * @param row the row's cells in the order of the header
     * @param target receives a cell for each column that is read
     * @throws IllegalArgumentException if a text is no cell of its column; the message names the column
     */
    public void parse(RowText row, float[] target) {
        Check.sameLength("target", target.length, "the columns", sources.length);
        char[] characters = row.characters();
        for (int i = 0; i < sources.length; i++) {
            try {
                target[i] = parsers[i].parse(characters, row.start(sources[i]), row.end(sources[i]));
            } catch (IllegalArgumentException e) {
                int from = row.start(sources[i]);
                String hint = e instanceof CellParser.NoNumberException
                        ? hint(new String(characters, from, row.end(sources[i]) - from))
                        : "";
                throw new IllegalArgumentException(
                        "column '" + columns.get(i).name() + "': " + e.getMessage() + hint, e);
            }
        }
    }

    private String hint(String text) {
        boolean comma = format.decimalComma();
        CellFormat other = new CellFormat(format.missing(), !comma);
        return Double.isNaN(other.number(text))
                ? " (if it stands for a missing one, --missing says so)"
                : " (numbers are read with a decimal " + (comma ? "comma" : "point") + " here)";
    }

    /** Reads a row of texts; see {@link #parse(RowText, float[])}. */
    public void parse(String[] texts, float[] target) {
        RowText row = new RowText();
        row.set(texts);
        parse(row, target);
    }

    /**
     * Returns the texts of the columns that are read, in their order.
     *
     * @param texts the row's cells in the order of the header
     */
    public List<String> texts(String[] texts) {
        return Arrays.stream(sources).mapToObj(source -> texts[source]).toList();
    }

    /**
     * Returns what is unlike all training rows in a row, each a sentence without its full stop.
     *
     * @param texts the row's cells in the order of the header
     * @param cells what {@link #parse(RowText, float[])} read from them
     */
    public List<String> remarks(TableInput input, String[] texts, float[] cells) {
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            input.features().get(i).remark(cells[i], texts[sources[i]]).ifPresent(remarks::add);
        }
        return List.copyOf(remarks);
    }

    /**
     * Reads a row of values by the names of their columns: numbers, texts, booleans, or null for a missing one.
     *
     * @throws IllegalArgumentException if a column is missing or has a value that it cannot have
     */
    public static float[] cells(TableInput input, Map<String, ? extends @Nullable Object> row) {
        List<Column> columns = input.columnTypes();
        float[] cells = new float[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            Column column = columns.get(i);
            if (!row.containsKey(column.name())) {
                throw new IllegalArgumentException("a row " + ColumnNames.missing(column.name(), row.keySet()));
            }
            try {
                cells[i] = cell(column, input.format(), row.get(column.name()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("column '" + column.name() + "': " + e.getMessage(), e);
            }
        }
        return cells;
    }

    /** Returns what is unlike all training rows in a row of values, each a sentence without its full stop. */
    public static List<String> remarks(TableInput input, Map<String, ? extends @Nullable Object> row) {
        float[] cells = cells(input, row);
        List<String> texts = texts(input, row);
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            input.features().get(i).remark(cells[i], texts.get(i)).ifPresent(remarks::add);
        }
        return List.copyOf(remarks);
    }

    /** Returns the values of a row as texts, in the order of the input's columns; empty for a missing one. */
    public static List<String> texts(TableInput input, Map<String, ? extends @Nullable Object> row) {
        List<String> texts = new ArrayList<>();
        for (String column : input.columns()) {
            Object value = row.get(column);
            texts.add(value == null ? "" : text(value));
        }
        return List.copyOf(texts);
    }

    private static float cell(Column column, CellFormat format, @Nullable Object value) {
        if (value == null) {
            return Float.NaN;
        }
        if (value instanceof String text) {
            return parse(column, format, text);
        }
        CellFormat point = new CellFormat(Set.of("NaN"), false);
        if (value instanceof Boolean truth) {
            Set<String> words = truth ? TRUE : FALSE;
            return column instanceof Column.Category category
                    ? word(category, words).orElse((float) TableInput.UNSEEN)
                    : truth ? 1 : 0;
        }
        if (value instanceof Number) {
            return parse(column, point, text(value));
        }
        throw new IllegalArgumentException(
                "expected a number, a text, a boolean or null, but found " + value.getClass());
    }

    private static float parse(Column column, CellFormat format, String text) {
        return CellParser.of(column, new CellReader(format)).parse(text.toCharArray(), 0, text.length());
    }

    private static Optional<Float> word(Column.Category column, Set<String> words) {
        for (int i = 0; i < column.categories().size(); i++) {
            if (words.contains(column.categories().get(i).toLowerCase(Locale.ROOT))) {
                return Optional.of((float) i);
            }
        }
        return Optional.empty();
    }

    /** Whole numbers are written without decimals, as in tables. */
    private static String text(Object value) {
        if (value instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && Math.abs(number.doubleValue()) < 1e15) {
            return String.valueOf(number.longValue());
        }
        return value.toString();
    }
}
