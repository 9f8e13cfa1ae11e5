package org.epiwrap.prediction.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.prediction.Prediction;

/**
 * The prediction of a row.
 *
 * @param place where the row was read, such as {@code churn.csv, line 17}
 * @param cells the row's own texts, in the order of the table's header
 * @param remarks what is unlike all training rows in it, each a sentence without its full stop
 */
public record RowPrediction(String place, List<String> cells, Prediction prediction, List<String> remarks) {
    /** Copies the lists. */
    public RowPrediction {
        cells = List.copyOf(cells);
        remarks = List.copyOf(remarks);
    }

    /** Returns the named values of the {@linkplain Prediction#fields prediction} and, last, {@code remarks}. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>(prediction.fields());
        fields.put("remarks", remarks);
        return fields;
    }

    /** Returns the prediction in several lines of plain text, and a line for each remark. */
    public String describe() {
        StringBuilder text = new StringBuilder(prediction.describe());
        remarks.forEach(remark -> text.append(remark).append(System.lineSeparator()));
        return text.toString();
    }
}
