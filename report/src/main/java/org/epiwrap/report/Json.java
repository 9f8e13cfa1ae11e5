package org.epiwrap.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reports as JSON: facts and tables, whose rows are objects with the columns' headers as names. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static ObjectNode of(Report report) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("title", report.title());
        report.summary().forEach(root.putArray("summary")::add);
        if (!report.results().isEmpty()) {
            report.results().forEach(root.putObject("results")::put);
        }
        ObjectNode run = root.putObject("run");
        run.put("command", report.run().command());
        report.run().seeds().forEach(run.putArray("seeds")::add);
        report.run().settings().forEach(run.putObject("settings")::put);
        report.run().versions().forEach(run.putObject("versions")::put);
        ObjectNode seconds = run.putObject("seconds");
        report.run().timings().forEach((step, time) -> seconds.put(step, time.toNanos() / 1e9));
        ObjectNode tables = root.putObject("tables");
        for (Table table : report.tables()) {
            ObjectNode node = tables.putObject(table.name());
            node.put("caption", table.caption());
            for (List<Cell> row : table.rows()) {
                fill(node.withArray("rows").addObject(), table, row);
            }
        }
        return root;
    }

    /** Returns the names of the tables of an earlier report; none if there is no such file. */
    static Set<String> tables(Path file) {
        Set<String> names = new HashSet<>();
        try {
            MAPPER.readTree(Files.readAllBytes(file))
                    .path("tables")
                    .fieldNames()
                    .forEachRemaining(name -> {
                        // They are about to be used as file names.
                        if (Table.isName(name)) {
                            names.add(name);
                        }
                    });
        } catch (IOException e) {
            // Missing or not a report: then nothing has to be replaced.
            names.clear();
        }
        return names;
    }

    static String text(ObjectNode root) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fill(ObjectNode object, Table table, List<Cell> row) {
        for (int c = 0; c < row.size(); c++) {
            Column column = table.columns().get(c);
            row.get(c).put(object, column.header());
            if (row.get(c) instanceof Cell.Value value) {
                value.deviation().ifPresent(d -> object.put(Csv.deviationOf(column), d));
            }
        }
    }
}
