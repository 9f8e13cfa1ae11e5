package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;
import org.epiwrap.report.TextTable;

/**
 * What a command tells at its end.
 *
 * @param headline for people
 * @param facts for programs
 * @param tables for both: in JSON each is an array of objects, with shares as numbers from 0 to 1
 * @param last lines for people after the tables
 */
record Findings(String headline, ObjectNode facts, List<Table> tables, List<String> last) {
    private static final Pattern NEXT_WORD = Pattern.compile("[ -]([a-zA-Z0-9])");

    Findings {
        tables = List.copyOf(tables);
        last = List.copyOf(last);
    }

    /** {@code 1 epoch}, {@code 2 epochs}. */
    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    void print(PrintWriter out, boolean asJson) {
        if (asJson) {
            out.println(json());
            return;
        }
        out.println(headline);
        for (Table table : tables) {
            out.println();
            TextTable.lines(table).forEach(out::println);
        }
        if (!last.isEmpty()) {
            out.println();
            last.forEach(out::println);
        }
    }

    ObjectNode json() {
        ObjectNode node = facts.deepCopy();
        for (Table table : tables) {
            ArrayNode rows = node.putArray(key(table.name()));
            for (List<Cell> cells : table.rows()) {
                ObjectNode row = rows.addObject();
                for (int c = 0; c < cells.size(); c++) {
                    put(row, key(table.columns().get(c).header()), cells.get(c));
                }
            }
        }
        return node;
    }

    private static void put(ObjectNode row, String key, Cell cell) {
        if (cell instanceof Cell.Words words) {
            row.put(key, words.text());
        } else if (cell instanceof Cell.Value value) {
            row.put(key, value.value());
        } else {
            row.putNull(key);
        }
    }

    /** {@code mean size} becomes {@code meanSize}. */
    private static String key(String name) {
        return NEXT_WORD.matcher(name).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
}
