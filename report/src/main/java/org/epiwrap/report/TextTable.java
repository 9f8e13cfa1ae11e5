package org.epiwrap.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Tables for terminals: columns under their headers, numbers aligned right. */
public final class TextTable {
    private static final String GAP = "  ";
    /** Wider tables have their long texts wrapped. */
    private static final int MAX_WIDTH = 120;

    private static final int WRAPPED = 44;

    private TextTable() {}

    /** Returns the caption, the headers and the rows, one line each, unless long texts would make them too wide. */
    public static List<String> lines(Table table) {
        List<String[]> grid = new ArrayList<>();
        grid.add(table.columns().stream().map(Column::shownHeader).toArray(String[]::new));
        for (List<Cell> row : table.rows()) {
            String[] shown = new String[row.size()];
            for (int c = 0; c < shown.length; c++) {
                shown[c] = table.shown(row, c);
            }
            grid.add(shown);
        }
        int[] widths = widths(grid);
        if (Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) > MAX_WIDTH) {
            grid = grid.stream().flatMap(TextTable::wrapped).toList();
            widths = widths(grid);
        }
        List<String> lines = new ArrayList<>();
        lines.add(table.caption());
        for (String[] row : grid) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                String space = " ".repeat(widths[c] - row[c].length());
                line.append(c == 0 ? "" : GAP);
                line.append(table.columns().get(c).isNumeric() ? space + row[c] : row[c] + space);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static int[] widths(List<String[]> grid) {
        int[] widths = new int[grid.get(0).length];
        for (String[] row : grid) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row[c].length());
            }
        }
        return widths;
    }

    /** Returns a row as several, with no more than some characters of a text in each; a long word stays whole. */
    private static Stream<String[]> wrapped(String[] row) {
        List<String[]> lines = new ArrayList<>();
        for (int c = 0; c < row.length; c++) {
            int line = 0;
            StringBuilder text = new StringBuilder();
            for (String word : row[c].split(" ", -1)) {
                if (text.length() > 0 && text.length() + 1 + word.length() > WRAPPED) {
                    set(lines, line++, c, row.length, text.toString());
                    text.setLength(0);
                }
                text.append(text.length() == 0 ? "" : " ").append(word);
            }
            set(lines, line, c, row.length, text.toString());
        }
        return lines.stream();
    }

    private static void set(List<String[]> lines, int line, int column, int columns, String text) {
        if (line == lines.size()) {
            String[] empty = new String[columns];
            Arrays.fill(empty, "");
            lines.add(empty);
        }
        lines.get(line)[column] = text;
    }
}
