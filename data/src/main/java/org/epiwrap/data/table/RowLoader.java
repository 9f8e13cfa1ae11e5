package org.epiwrap.data.table;

import java.io.IOException;
import java.util.Optional;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.RowText;

/** Loads rows into records. */
final class RowLoader {
    /** Java's arrays hold no more. */
    static final int MAX_ROWS = Integer.MAX_VALUE - 8;

    private RowLoader() {}

    static Dataset load(String name, RowSource rows, RowParser parser, Optional<LabelCells> labels) throws IOException {
        ExampleType type = new ExampleType.Rows(parser.columns());
        RowText texts = new RowText();
        float[] cells = new float[parser.columns().size()];
        try (Records.Builder records = Records.builder(type.bytes())) {
            while (rows.next(texts)) {
                if (labels.isPresent() && !labels.get().add(texts, rows)) {
                    continue;
                }
                if (records.size() == MAX_ROWS) {
                    throw new DataException(rows.place() + ": expected at most " + MAX_ROWS + " rows, but found more");
                }
                try {
                    parser.parse(texts, cells);
                } catch (IllegalArgumentException e) {
                    throw new DataException(rows.place() + ", " + e.getMessage(), e);
                }
                records.add(cells);
            }
            return labels.isPresent()
                    ? Dataset.of(
                            name,
                            type,
                            labels.get().classes(),
                            records.build(),
                            labels.get().labels())
                    : Dataset.unlabelled(name, type, records.build());
        }
    }
}
