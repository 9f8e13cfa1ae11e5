package org.epiwrap.prediction.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Prediction;

/**
 * The prediction of a row.
 *
 * @param place where the row was read, such as {@code churn.csv, line 17}
 * @param cells the row's own texts, in the order of the table's header
 * @param remarks what is unlike all training rows in it, each a sentence without its full stop
 * @param why the row is as unfamiliar as it is; empty where that was not asked for or there is nothing to explain
 */
public record RowPrediction(
        String place, List<String> cells, Prediction prediction, List<String> remarks, Optional<Explanation> why) {
    /** Copies the lists. */
    public RowPrediction {
        cells = List.copyOf(cells);
        remarks = List.copyOf(remarks);
    }

    /** Returns the named values of the {@linkplain Prediction#fields prediction}, explained if it is, and {@code remarks}. */
    public Map<String, Object> fields() {
        Map<String, Object> fields =
                new LinkedHashMap<>(why.map(prediction::fields).orElseGet(prediction::fields));
        fields.put("remarks", remarks);
        return fields;
    }

    /** Returns the prediction in several lines of plain text, and a line for each remark that these do not contain. */
    public String describe() {
        String described = why.map(prediction::describe).orElseGet(prediction::describe);
        StringBuilder text = new StringBuilder(described);
        remarks.stream()
                .filter(remark -> !described.contains(remark))
                .forEach(remark -> text.append(remark).append(System.lineSeparator()));
        return text.toString();
    }
}
