package org.epiwrap.prediction.table;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.table.DelimitedFormat;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.TableFormats;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictor;
import org.jspecify.annotations.Nullable;

/** Writes predictions of images to a table, each beside the name of its image. */
public final class PredictionSink implements Closeable {
    private static final String IMAGE = "image";

    private final Optional<RowSink> table;
    private final Optional<PredictionColumns> columns;

    private PredictionSink(Optional<RowSink> table, Optional<PredictionColumns> columns) {
        this.table = table;
        this.columns = columns;
    }

    /** Returns a sink that writes nothing. */
    public static PredictionSink none() {
        return new PredictionSink(Optional.empty(), Optional.empty());
    }

    /** Creates a table in a file; see {@link TableFormats}. */
    public static PredictionSink create(Path file, Predictor predictor) throws IOException {
        PredictionColumns columns = PredictionColumns.of(predictor);
        List<RowSink.Field> fields = new ArrayList<>();
        fields.add(new RowSink.Field(IMAGE, RowSink.Type.TEXT));
        fields.addAll(columns.fields(List.of(IMAGE)));
        return new PredictionSink(
                Optional.of(TableFormats.create(file, fields, DelimitedFormat.standard())), Optional.of(columns));
    }

    /** Writes the prediction of an image. */
    public void write(String name, Prediction prediction) throws IOException {
        write(name, prediction, Optional.empty());
    }

    /** Writes the prediction of an image, with why it is unfamiliar if that is known. */
    public void write(String name, Prediction prediction, Optional<Explanation> why) throws IOException {
        if (table.isPresent() && columns.isPresent()) {
            List<@Nullable Object> values = new ArrayList<>();
            values.add(name);
            columns.get().addTo(values, prediction, List.of(), why);
            table.get().write(values);
        }
    }

    /** Moves the finished file to its name. Without it, closing leaves no file. */
    public void commit() throws IOException {
        if (table.isPresent()) {
            table.get().commit();
        }
    }

    @Override
    public void close() throws IOException {
        if (table.isPresent()) {
            table.get().close();
        }
    }
}
