package org.epiwrap.report;

import java.util.ArrayList;
import java.util.List;

/** Tables for terminals: columns under their headers, numbers aligned right. */
public final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    /** Returns the caption, the headers and the rows, one line each. */
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
        int[] widths = new int[table.columns().size()];
        for (String[] row : grid) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row[c].length());
            }
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
}
