package org.epiwrap.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.epiwrap.check.Check;

/**
 * A table: on the page with the best numbers in bold and rows that can be sorted, and in a file of its own.
 *
 * @param name of the file, without its ending: small letters, digits and hyphens
 * @param caption what the table shows
 * @param rows each with one cell per column; columns of text hold words and columns of numbers values, or nothing
 */
public record Table(String name, String caption, List<Column> columns, List<List<Cell>> rows) implements Block {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final String NOTHING = "–";
    /** Letters that words may have and still always stand on one line. */
    private static final int SHORT = 12;

    public Table {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "the name of a table must be of small letters, digits and hyphens, but is '" + name + "'");
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
            if (numeric ? row.get(c) instanceof Cell.Words : row.get(c) instanceof Cell.Value) {
                throw new IllegalArgumentException("row " + r + " of table " + name + " must have "
                        + (numeric ? "a number" : "words") + " under '"
                        + columns.get(c).header() + "', but has " + row.get(c));
            }
        }
    }

    /** A table without rows. */
    public static Table of(String name, String caption, Column... columns) {
        return new Table(name, caption, Arrays.asList(columns), List.of());
    }

    /** With one more row. */
    public Table row(Cell... cells) {
        List<List<Cell>> more = new ArrayList<>(rows);
        more.add(Arrays.asList(cells));
        return new Table(name, caption, columns, more);
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

    /** Whether a column has numbers with deviations, which files hold in a column of their own. */
    boolean hasDeviations(int column) {
        return rows.stream()
                .anyMatch(row -> row.get(column) instanceof Cell.Value value
                        && value.deviation().isPresent());
    }

    /** A cell as people read it. */
    String shown(List<Cell> row, int column) {
        return shownValue(row, column) + shownDeviation(row, column);
    }

    /** A cell without its deviation. */
    String shownValue(List<Cell> row, int column) {
        if (row.get(column) instanceof Cell.Words words) {
            return words.text();
        }
        return row.get(column) instanceof Cell.Value value ? columns.get(column).shown(value.value()) : NOTHING;
    }

    /** What follows the number of a cell; nothing where there was one run. */
    String shownDeviation(List<Cell> row, int column) {
        return row.get(column) instanceof Cell.Value value && value.deviation().isPresent()
                ? " ± " + columns.get(column).shown(value.deviation().getAsDouble())
                : "";
    }

    /** How the page sets a column: only words that are long may be wrapped. */
    String css(int column) {
        if (columns.get(column).isNumeric()) {
            return "number";
        }
        boolean isLong = rows.stream()
                .anyMatch(row -> row.get(column) instanceof Cell.Words words
                        && words.text().length() > SHORT);
        return isLong ? "words long" : "words";
    }

    /** What a cell is sorted by; nothing for a missing one, which comes last either way. */
    String sortKey(List<Cell> row, int column) {
        if (row.get(column) instanceof Cell.Words words) {
            return words.text();
        }
        return row.get(column) instanceof Cell.Value value ? Double.toString(value.value()) : "";
    }

    /** Whether a cell is among the best of its column: numbers that look equal are equally good. */
    boolean isBest(List<Cell> row, int column) {
        Column style = columns.get(column);
        if (style.better() == Column.Better.NEITHER || !(row.get(column) instanceof Cell.Value value)) {
            return false;
        }
        Comparator<Double> order =
                style.better() == Column.Better.HIGHER ? Comparator.naturalOrder() : Comparator.reverseOrder();
        double best = rows.stream()
                .filter(other -> other.get(column) instanceof Cell.Value)
                .map(other -> ((Cell.Value) other.get(column)).value())
                .max(order)
                .orElseThrow();
        return rows.size() > 1 && style.shown(best).equals(style.shown(value.value()));
    }
}
