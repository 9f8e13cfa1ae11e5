package org.epiwrap.prediction.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;

/** The rows of one table with their predictions, a batch at a time, in the order of the table. For one thread. */
public final class ScoredRows {
    private static final int MAX_BATCH = 1000;
    /** Of very wide tables, fewer rows are held. */
    private static final int MAX_CELLS = 1 << 20;

    private final Predictor predictor;
    private final TableInput input;
    private final Optional<Explainer> explainer;
    private final MatchedTable table;
    private final RowText row = new RowText();
    private final Tally tally = new Tally();

    ScoredRows(Predictor predictor, TableInput input, Optional<Explainer> explainer, MatchedTable table) {
        this.predictor = predictor;
        this.input = input;
        this.explainer = explainer;
        this.table = table;
    }

    /**
     * Reads and predicts the next rows.
     *
     * @return none at the end
     * @throws DataException if there is no row at all, or one cannot be read; the message names file, line and column
     */
    public List<RowPrediction> next() throws IOException {
        RowSource rows = table.rows();
        RowParser parser = table.parser();
        int columns = Math.max(rows.header().size(), input.size());
        int batch = Math.max(1, Math.min(MAX_BATCH, MAX_CELLS / columns));
        List<String[]> texts = new ArrayList<>();
        List<String> places = new ArrayList<>();
        List<float[]> cells = new ArrayList<>();
        while (texts.size() < batch && rows.next(row)) {
            float[] parsed = new float[parser.columns().size()];
            try {
                parser.parse(row, parsed);
            } catch (IllegalArgumentException e) {
                throw new DataException(rows.place() + ", " + e.getMessage(), e);
            }
            texts.add(row.texts());
            places.add(rows.place());
            cells.add(parsed);
        }
        if (texts.isEmpty()) {
            if (tally.examples() == 0) {
                throw new DataException(rows.place() + ": expected rows below the header, but found none");
            }
            return List.of();
        }
        Predictions predictions = predictions(cells, places);
        List<RowPrediction> predicted = new ArrayList<>();
        for (int i = 0; i < predictions.size(); i++) {
            RowPrediction each = new RowPrediction(
                    places.get(i),
                    List.of(texts.get(i)),
                    predictions.get(i),
                    parser.remarks(input, texts.get(i), cells.get(i)),
                    why(predictions.get(i), cells.get(i), texts.get(i)));
            count(each);
            predicted.add(each);
        }
        return predicted;
    }

    private Predictions predictions(List<float[]> cells, List<String> places) throws DataException {
        // An encoder may refuse a number that is far from all training rows.
        float[] encoded = new float[input.size()];
        for (int i = 0; i < cells.size(); i++) {
            try {
                input.encode(cells.get(i), encoded, 0);
            } catch (IllegalArgumentException e) {
                throw new DataException(places.get(i) + ": " + e.getMessage(), e);
            }
        }
        return predictor.predict(cells.toArray(float[][]::new));
    }

    private Optional<Explanation> why(Prediction prediction, float[] cells, String[] texts) {
        return prediction.needsExplanation()
                ? explainer.map(each -> each.explain(cells, table.parser().texts(texts)))
                : Optional.empty();
    }

    private void count(RowPrediction row) {
        OptionalInt label = table.label();
        if (label.isPresent() && !input.format().isMissing(row.cells().get(label.getAsInt()))) {
            tally.add(row.prediction(), row.cells().get(label.getAsInt()));
        } else {
            tally.add(row.prediction());
        }
    }

    /** Returns the counts of the rows so far. */
    public Tally tally() {
        return tally;
    }
}
