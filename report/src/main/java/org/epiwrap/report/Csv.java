package org.epiwrap.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Tables as CSV (RFC 4180). Numbers are written in full; missing ones are empty fields. */
final class Csv {
    private Csv() {}

    static String of(Table table) {
        StringWriter text = new StringWriter();
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            write(table, writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(Table table, CsvWriter writer) {
        List<String> headers = new ArrayList<>();
        for (int c = 0; c < table.columns().size(); c++) {
            headers.add(table.columns().get(c).header());
            if (table.hasDeviations(c)) {
                headers.add(deviationOf(table.columns().get(c)));
            }
        }
        writer.writeRecord(headers);
        for (List<Cell> row : table.rows()) {
            List<String> fields = new ArrayList<>();
            for (int c = 0; c < row.size(); c++) {
                fields.add(table.sortKey(row, c));
                if (table.hasDeviations(c)) {
                    fields.add(deviation(row.get(c)));
                }
            }
            writer.writeRecord(fields);
        }
    }

    /** Returns the header of the column that holds another's standard deviations. */
    static String deviationOf(Column column) {
        return column.header() + " deviation";
    }

    private static String deviation(Cell cell) {
        return cell instanceof Cell.Value value && value.deviation().isPresent()
                ? Double.toString(value.deviation().getAsDouble())
                : "";
    }
}
