package org.epiwrap.prediction.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.epiwrap.data.Column;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.DelimitedFormat;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.prediction.Predictor;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the rows of tables, whose columns may have any order and which may have more columns than the model needs. Rows
 * pass by in batches, so that a table may be larger than memory. Immutable.
 *
 * <pre>{@code
 * RowScoring scoring = RowScoring.of(model);
 * try (RowSource rows = TableFormats.open(Path.of("churn.csv"), scoring.text());
 *         RowSink sink = TableFormats.create(Path.of("scored.csv"), scoring.fields(rows), scoring.text())) {
 *     scoring.score(rows, sink);
 *     sink.commit();
 * }
 * }</pre>
 */
public final class RowScoring {
    private final Predictor predictor;
    private final TableInput input;
    private final PredictionColumns columns;
    private final Choice choice;

    /** The choices that each {@code with} replaces one of. */
    private record Choice(
            Optional<String> id, Optional<String> label, boolean labelRequired, Optional<Explainer> explainer) {}

    private RowScoring(Predictor predictor, TableInput input, PredictionColumns columns, Choice choice) {
        this.predictor = predictor;
        this.input = input;
        this.columns = columns;
        this.choice = choice;
    }

    /**
     * Returns the scoring of rows by a predictor.
     *
     * @throws IllegalArgumentException if it predicts no rows
     */
    public static RowScoring of(Predictor predictor) {
        if (!(predictor.input() instanceof TableInput input)) {
            throw new IllegalArgumentException("the model must take rows of a table, but takes "
                    + predictor.input().plural() + " of shape "
                    + predictor.input().shape());
        }
        Choice plain = new Choice(Optional.empty(), Optional.empty(), false, Optional.empty());
        return new RowScoring(predictor, input, PredictionColumns.of(predictor), plain);
    }

    private RowScoring with(Choice other) {
        return new RowScoring(predictor, input, columns, other);
    }

    /** Returns the same, but of the rows' own columns only this one is written. */
    public RowScoring withId(String column) {
        return with(new Choice(Optional.of(column), choice.label, choice.labelRequired, choice.explainer));
    }

    /** Returns the same for tables in which some more texts are missing cells. */
    public RowScoring withMissing(Set<String> texts) {
        TableInput more = input.with(input.format().withMissing(texts));
        return new RowScoring(predictor, more, columns, choice);
    }

    /** Returns the same for tables in which this column has the class of each row, by which accuracy is counted. */
    public RowScoring withLabel(String column) {
        return with(new Choice(choice.id, Optional.of(column), true, choice.explainer));
    }

    /** Returns the same for tables in which this column, if they have it, has the class of each row. */
    public RowScoring withLabelIfPresent(String column) {
        return with(new Choice(choice.id, Optional.of(column), false, choice.explainer));
    }

    /**
     * Returns the same, but rows that {@linkplain org.epiwrap.prediction.Prediction#needsExplanation need it} are explained,
     * as far as the predictor can.
     */
    public RowScoring explained() {
        return with(new Choice(choice.id, choice.label, choice.labelRequired, predictor.explainer()));
    }

    /** Returns how text tables for the model are written. */
    public DelimitedFormat text() {
        DelimitedFormat standard = DelimitedFormat.standard();
        return input.format().decimalComma() ? standard.withDecimalComma() : standard;
    }

    /**
     * Returns the predictions of a table's rows.
     *
     * @throws DataException if a column is missing
     */
    public ScoredRows predict(RowSource rows) throws DataException {
        List<String> header = rows.header();
        RowParser parser;
        try {
            parser = RowParser.of(input, header);
        } catch (IllegalArgumentException e) {
            throw new DataException(rows.place() + ": the table " + e.getMessage(), e);
        }
        if (choice.id.isPresent()) {
            place(rows, choice.id.get());
        }
        boolean labelled = choice.label.isPresent() && (choice.labelRequired || header.contains(choice.label.get()));
        OptionalInt truth = labelled ? OptionalInt.of(place(rows, choice.label.get())) : OptionalInt.empty();
        return new ScoredRows(predictor, input, choice.explainer, new MatchedTable(rows, parser, truth));
    }

    /** Returns the cells of a row that the model reads, by their columns, in the model's order. */
    public Map<String, String> inputs(RowSource rows, RowPrediction row) {
        Map<String, String> cells = new LinkedHashMap<>();
        input.columns()
                .forEach(column ->
                        cells.put(column, row.cells().get(rows.header().indexOf(column))));
        return cells;
    }

    private static int place(RowSource rows, String column) throws DataException {
        int place = rows.header().indexOf(column);
        if (place < 0) {
            throw new DataException(rows.place() + ": the table " + ColumnNames.missing(column, rows.header()));
        }
        return place;
    }

    private List<String> kept(RowSource rows) {
        return choice.id.isPresent() ? List.of(choice.id.get()) : rows.header();
    }

    /** Returns the columns of a table's predictions whose names the table has already, with the names that they get. */
    public Map<String, String> renamed(RowSource rows) {
        return columns.renamed(kept(rows));
    }

    /**
     * Returns the columns of what {@link #score} writes: the rows' own, and those of {@link PredictionColumns}.
     *
     * @throws DataException if the table has a column of the name that a renamed column would get
     */
    public List<RowSink.Field> fields(RowSource rows) throws DataException {
        List<RowSink.Field> fields = new ArrayList<>();
        Set<String> numbers = numbers();
        kept(rows)
                .forEach(name -> fields.add(
                        new RowSink.Field(name, numbers.contains(name) ? RowSink.Type.NUMBER : RowSink.Type.TEXT)));
        try {
            fields.addAll(columns.fields(kept(rows)));
        } catch (IllegalArgumentException e) {
            throw new DataException(rows.place() + ": the table " + e.getMessage(), e);
        }
        return fields;
    }

    /**
     * Predicts all rows of a table and writes them in their order. The caller commits what was written.
     *
     * @param sink with the columns of {@link #fields}
     * @throws DataException if a row or the table cannot be used; the message names file, line and column
     */
    public Tally score(RowSource rows, RowSink sink) throws IOException {
        return score(rows, sink, row -> {});
    }

    /** Returns the columns that the model reads as numbers. */
    private Set<String> numbers() {
        return input.columnTypes().stream()
                .filter(column -> column instanceof Column.Numeric)
                .map(Column::name)
                .collect(Collectors.toSet());
    }

    /** Returns a cell of such a column as it is written; one that is a date stays a text. */
    private Object number(String text) {
        Optional<BigDecimal> value = input.format().decimal(text);
        return value.isPresent() || input.format().isMissing(text) ? new RowSink.NumberText(text, value) : text;
    }

    /** Predicts all rows of a table, writes them in their order, and shows each to an observer. */
    public Tally score(RowSource rows, RowSink sink, Consumer<RowPrediction> observer) throws IOException {
        ScoredRows scored = predict(rows);
        OptionalInt only = choice.id.isPresent() ? OptionalInt.of(place(rows, choice.id.get())) : OptionalInt.empty();
        Set<String> numbers = numbers();
        boolean[] numeric = new boolean[rows.header().size()];
        for (int i = 0; i < numeric.length; i++) {
            numeric[i] = numbers.contains(rows.header().get(i));
        }
        for (List<RowPrediction> batch = scored.next(); !batch.isEmpty(); batch = scored.next()) {
            for (RowPrediction row : batch) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = only.orElse(0); i < (only.isPresent() ? only.getAsInt() + 1 : numeric.length); i++) {
                    values.add(
                            numeric[i]
                                    ? number(row.cells().get(i))
                                    : row.cells().get(i));
                }
                columns.addTo(values, row.prediction(), row.remarks(), row.why());
                sink.write(values);
                observer.accept(row);
            }
        }
        return scored.tally();
    }
}
