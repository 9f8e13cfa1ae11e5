package org.epiwrap.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.check.Check;

/**
 * A table: on a page with the best numbers in bold and sortable rows, and in a CSV file of its own.
 *
 * @param name of the file, without its extension: lower-case letters, digits and hyphens
 * @param caption what the table shows
 * @param rows each with one cell per column: text or numbers as the column demands, or missing
 */
public record Table(String name, String caption, List<Column> columns, List<List<Cell>> rows) implements Block {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final String MISSING = "–";
    /** The number of characters up to which text is never wrapped. */
    private static final int SHORT = 12;

    public Table {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "the name of a table must consist of lower-case letters, digits and hyphens, but is '" + name
                            + "'");
        }
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        Check.atLeast("the number of columns", columns.size(), 1);
        HashSet<String> headers = new HashSet<>();
        for (Column column : columns) {
            if (!headers.add(column.header())) {
                throw new IllegalArgumentException("the columns of table " + name
                        + " must have different headers, but two are '" + column.header() + "'");
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            check(name, columns, rows.get(r), r);
        }
    }

    private static void check(String name, List<Column> columns, List<Cell> row, int r) {
        Check.sameLength("row " + r + " of table " + name, row.size(), "the columns", columns.size());
        for (int c = 0; c < row.size(); c++) {
            boolean numeric = columns.get(c).isNumeric();
            Cell cell = row.get(c);
            boolean text = cell instanceof Cell.Words || cell instanceof Cell.Identifier;
            if (numeric ? text : cell instanceof Cell.Value) {
                throw new IllegalArgumentException("row " + r + " of table " + name + " must have "
                        + (numeric ? "a number" : "text") + " under '"
                        + columns.get(c).header() + "', but has " + cell);
            }
        }
    }

    /** Returns a table without rows. */
    public static Table of(String name, String caption, Column... columns) {
        return new Table(name, caption, Arrays.asList(columns), List.of());
    }

    /** Returns this table with one more row. */
    public Table row(Cell... cells) {
        List<List<Cell>> more = new ArrayList<>(rows);
        more.add(Arrays.asList(cells));
        return new Table(name, caption, columns, more);
    }

    /** Returns this table with one more row: text in the first column, numbers in the others. */
    public Table row(String text, double... numbers) {
        return row(
                Stream.concat(Stream.of(Cell.of(text)), Arrays.stream(numbers).mapToObj(Cell::of))
                        .toArray(Cell[]::new));
    }

    String fileName() {
        return fileName(name);
    }

    static String fileName(String name) {
        return name + ".csv";
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns whether a column has standard deviations, which files hold in a column of their own. */
    boolean hasDeviations(int column) {
        return rows.stream()
                .anyMatch(row -> row.get(column) instanceof Cell.Value value
                        && value.deviation().isPresent());
    }

    String shown(List<Cell> row, int column) {
        return shownValue(row, column) + shownDeviation(row, column);
    }

    /** Returns a cell as it is shown, without its deviation. */
    String shownValue(List<Cell> row, int column) {
        if (row.get(column) instanceof Cell.Words words) {
            return words.text();
        }
        if (row.get(column) instanceof Cell.Identifier identifier) {
            return Long.toString(identifier.number());
        }
        return row.get(column) instanceof Cell.Value value ? columns.get(column).shown(value.value()) : MISSING;
    }

    /** Returns what follows the number of a cell; empty for a single run. */
    String shownDeviation(List<Cell> row, int column) {
        return row.get(column) instanceof Cell.Value value && value.deviation().isPresent()
                ? " ± " + columns.get(column).shown(value.deviation().getAsDouble())
                : "";
    }

    /** Returns the style classes of a column: only long text may be wrapped. */
    String css(int column) {
        if (columns.get(column).isNumeric()) {
            return "number";
        }
        boolean isLong = rows.stream()
                .anyMatch(row -> row.get(column) instanceof Cell.Words words
                        && words.text().length() > SHORT);
        return isLong ? "words long" : "words";
    }

    /** Returns what a cell is sorted by; empty for a missing one, which comes last in either direction. */
    String sortKey(List<Cell> row, int column) {
        if (row.get(column) instanceof Cell.Words words) {
            return words.text();
        }
        if (row.get(column) instanceof Cell.Identifier identifier) {
            return Long.toString(identifier.number());
        }
        return row.get(column) instanceof Cell.Value value ? Double.toString(value.value()) : "";
    }

    /** Returns whether a cell is among the best of its column and group; numbers that look equal are equally good. */
    boolean isBest(List<Cell> row, int column) {
        Column style = columns.get(column);
        if (style.better() == Column.Better.NEITHER || !(row.get(column) instanceof Cell.Value value)) {
            return false;
        }
        List<Double> rivals = rows.stream()
                .filter(other -> sameGroup(row, other) && other.get(column) instanceof Cell.Value)
                .map(other -> ((Cell.Value) other.get(column)).value())
                .toList();
        double best = style.better() == Column.Better.HIGHER ? Collections.max(rivals) : Collections.min(rivals);
        return rivals.size() > 1 && style.shown(best).equals(style.shown(value.value()));
    }

    private boolean sameGroup(List<Cell> row, List<Cell> other) {
        return IntStream.range(0, columns.size())
                .allMatch(c -> !columns.get(c).groups() || row.get(c).equals(other.get(c)));
    }
}
