package org.epiwrap.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tables as text for other programs, after RFC 4180: commas between fields, carriage return and line feed after rows,
 * and quotes round fields that hold any of these or a quote. Numbers are in full. What is missing is an empty field.
 */
final class Csv {
    private Csv() {}

    static String of(Table table) {
        List<String> headers = new ArrayList<>();
        for (int c = 0; c < table.columns().size(); c++) {
            headers.add(table.columns().get(c).header());
            if (table.hasDeviations(c)) {
                headers.add(deviationOf(table.columns().get(c)));
            }
        }
        StringBuilder text = new StringBuilder(line(headers));
        for (List<Cell> row : table.rows()) {
            List<String> fields = new ArrayList<>();
            for (int c = 0; c < row.size(); c++) {
                fields.add(table.sortKey(row, c));
                if (table.hasDeviations(c)) {
                    fields.add(deviation(row.get(c)));
                }
            }
            text.append(line(fields));
        }
        return text.toString();
    }

    /** The header of the column that holds another's deviations. */
    static String deviationOf(Column column) {
        return column.header() + " deviation";
    }

    private static String deviation(Cell cell) {
        return cell instanceof Cell.Value value && value.deviation().isPresent()
                ? Double.toString(value.deviation().getAsDouble())
                : "";
    }

    private static String line(List<String> fields) {
        return fields.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
