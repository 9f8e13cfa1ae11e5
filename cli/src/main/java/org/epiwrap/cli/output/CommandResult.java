package org.epiwrap.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Table;
import org.epiwrap.report.TextTable;

/**
 * The result of a command, as text or as JSON.
 *
 * @param headline the first line of the text
 * @param facts the fields of the JSON object
 * @param tables of both: in JSON each is an array of objects, with shares as numbers from 0 to 1
 * @param notes the lines of text below the tables
 */
public record CommandResult(String headline, ObjectNode facts, List<Table> tables, List<String> notes) {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[ -]");

    public CommandResult {
        tables = List.copyOf(tables);
        notes = List.copyOf(notes);
    }

    /** Returns a number with a noun: {@code 1 epoch}, {@code 2 epochs}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** Writes a report and prints a result with its page; if the page cannot be written, the result is printed anyway. */
    public static void publish(Report report, Path folder, Consumer<Optional<Path>> print) throws IOException {
        Path page;
        try {
            page = ReportWriter.write(report, folder).toAbsolutePath().normalize();
        } catch (IOException e) {
            print.accept(Optional.empty());
            throw e;
        }
        print.accept(Optional.of(page));
    }

    /** Returns this result with the page of its report. */
    public CommandResult withReport(Path page) {
        return new CommandResult(
                headline,
                facts.deepCopy().put("report", page.toString()),
                tables,
                Stream.concat(notes.stream(), Stream.of("report: " + page)).toList());
    }

    public void print(PrintWriter out, boolean asJson) {
        if (asJson) {
            out.println(json());
            return;
        }
        out.println(headline);
        for (Table table : tables) {
            out.println();
            TextTable.lines(table).forEach(out::println);
        }
        if (!notes.isEmpty()) {
            out.println();
            notes.forEach(out::println);
        }
    }

    private ObjectNode json() {
        ObjectNode node = facts.deepCopy();
        for (Table table : tables) {
            ArrayNode rows = node.putArray(key(table.name()));
            for (List<Cell> cells : table.rows()) {
                ObjectNode row = rows.addObject();
                for (int c = 0; c < cells.size(); c++) {
                    cells.get(c).put(row, key(table.columns().get(c).header()));
                }
            }
        }
        return node;
    }

    /** Returns a name in snake case: {@code mean size} becomes {@code mean_size}, {@code AUROC} {@code auroc}. */
    private static String key(String name) {
        return BETWEEN_WORDS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("_");
    }
}
