package org.epiwrap.prediction.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSink.Field;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.jspecify.annotations.Nullable;

/**
 * Predictions as columns of a table: {@code label}, {@code probability}, {@code lower}, {@code upper} (of the predicted
 * class), {@code set} (the prediction set with a promised coverage), {@code possible} (the classes not ruled out),
 * {@code abstains}, {@code reason}, {@code explanation}, the p-values {@code p_unfamiliar} and {@code p_ambiguous}, for rows
 * {@code remarks}, and scores such as {@code eu}. What a predictor does not compute has no column.
 */
public final class PredictionColumns {
    /** What a column is called if the table has one of its name already. */
    static final String PREFIX = "predicted_";

    private static final List<Score> SCORES = List.of(
            Score.EU,
            Score.TU,
            Score.TU0,
            Score.U,
            Score.DELTA,
            Score.UNFAMILIARITY,
            Score.ENTROPY,
            Score.MUTUAL_INFORMATION);

    private final List<Field> fields = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();

    private interface Value {
        @Nullable
        Object of(Prediction prediction, List<String> remarks, Optional<Explanation> why);
    }

    private PredictionColumns(Predictions example, boolean rows) {
        add("label", RowSink.Type.TEXT, Prediction::labelName);
        add("probability", RowSink.Type.NUMBER, Prediction::confidence);
        if (example.hasIntervals()) {
            add(
                    "lower",
                    RowSink.Type.NUMBER,
                    each -> each.intervals().orElseThrow().lower(each.label()));
            add(
                    "upper",
                    RowSink.Type.NUMBER,
                    each -> each.intervals().orElseThrow().upper(each.label()));
        }
        if (example.hasSets()) {
            add("set", RowSink.Type.TEXTS, each -> names(each, each.set().orElseThrow()));
        }
        if (example.hasPossible()) {
            add(
                    "possible",
                    RowSink.Type.TEXTS,
                    each -> names(each, each.possible().orElseThrow()));
        }
        add("abstains", RowSink.Type.BOOLEAN, Prediction::abstains);
        add(
                "reason",
                RowSink.Type.TEXT,
                each -> each.reason().map(reason -> reason.id()).orElse(null));
        fields.add(new Field("explanation", RowSink.Type.TEXT));
        values.add((prediction, remarks, why) -> why.map(prediction::inWords)
                .or(() -> prediction.scoreCheck().map(check -> prediction.checksInWords()))
                .orElse(null));
        example.get(0)
                .pValues()
                .keySet()
                .forEach(reason -> add(
                        "p_" + reason.id(),
                        RowSink.Type.NUMBER,
                        each -> each.pValues().get(reason)));
        if (rows) {
            fields.add(new Field("remarks", RowSink.Type.TEXTS));
            values.add((prediction, remarks, why) -> remarks.isEmpty() ? null : remarks);
        }
        for (Score score : SCORES) {
            if (example.has(score)) {
                add(score.id(), RowSink.Type.NUMBER, each -> each.batch().score(score, each.example()));
            }
        }
    }

    /** Returns the columns of a predictor, which predicts one example to find out what it computes. */
    public static PredictionColumns of(Predictor predictor) {
        if (predictor.input() instanceof TableInput table) {
            float[] missing = new float[table.features().size()];
            Arrays.fill(missing, Float.NaN);
            return new PredictionColumns(predictor.predict(missing).batch(), true);
        }
        byte[] black = new byte[predictor.input().shape().size()];
        return new PredictionColumns(predictor.predict(black).batch(), false);
    }

    private void add(String name, RowSink.Type type, Function<Prediction, @Nullable Object> value) {
        fields.add(new Field(name, type));
        values.add((prediction, remarks, why) -> value.apply(prediction));
    }

    private static List<String> names(Prediction prediction, ClassSet set) {
        return set.classes().mapToObj(prediction.classNames()::of).toList();
    }

    /**
     * Returns the columns beside those of a table. A name that the table has already gets a prefix; see {@link #renamed}.
     *
     * @throws IllegalArgumentException if the table has that name, too; the message goes on after the name of the table
     */
    public List<Field> fields(Collection<String> own) {
        Map<String, String> names = renamed(own);
        for (Map.Entry<String, String> each : names.entrySet()) {
            if (own.contains(each.getValue())) {
                throw new IllegalArgumentException("must not have both columns '" + each.getKey() + "' and '"
                        + each.getValue() + "', since predictions are written under one of these names, but has both");
            }
        }
        return fields.stream()
                .map(field -> new Field(names.getOrDefault(field.name(), field.name()), field.type()))
                .toList();
    }

    /** Returns the new names of those columns whose name a table has already. */
    public Map<String, String> renamed(Collection<String> own) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Field field : fields) {
            if (own.contains(field.name())) {
                names.put(field.name(), PREFIX + field.name());
            }
        }
        return names;
    }

    /** Adds the values of a prediction to a row of a table; an explanation is part of {@code explanation}. */
    public void addTo(
            List<@Nullable Object> row, Prediction prediction, List<String> remarks, Optional<Explanation> why) {
        values.forEach(value -> row.add(value.of(prediction, remarks, why)));
    }
}
