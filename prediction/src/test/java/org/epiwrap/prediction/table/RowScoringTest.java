package org.epiwrap.prediction.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowScoringTest {
    private static final TableInput INPUT = new TableInput(
            List.of(new Feature.Category("colour", List.of("red", "blue"), true)), CellFormat.standard());

    /** Says that red rows are of class no, and others of class yes. */
    private record ByColour(Input input) implements Predictor {
        @Override
        public Architecture architecture() {
            return Architecture.mlp(input.shape(), 2, 2);
        }

        @Override
        public ClassNames classNames() {
            return new ClassNames(List.of("no", "yes"));
        }

        @Override
        public Predictions predict(float[][] examples) {
            float[][] probabilities = new float[examples.length][];
            for (int i = 0; i < examples.length; i++) {
                probabilities[i] = examples[i][0] == 0 ? new float[] {0.75f, 0.25f} : new float[] {0.25f, 0.75f};
            }
            return Predictions.of(classNames(), probabilities);
        }

        @Override
        public Predictions predict(Dataset data) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void forEachBatch(Dataset data, BatchConsumer consumer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Prediction predict(byte[] pixels) {
            throw new UnsupportedOperationException();
        }
    }

    /** Makes rows as they are read, and counts those that are read and not yet written. */
    private static final class Passing implements RowSource, RowSink {
        private static final long ROWS = 300_000;
        private long read;
        private long written;
        private long mostHeld;

        @Override
        public List<String> header() {
            return List.of("number", "answer", "colour");
        }

        @Override
        public boolean next(RowText row) {
            if (read == ROWS) {
                return false;
            }
            row.set(
                    String.valueOf(read),
                    read % 4 == 0 ? "" : read % 4 == 3 ? "perhaps" : "no",
                    read % 2 == 0 ? "red" : "blue");
            read++;
            mostHeld = Math.max(mostHeld, read - written);
            return true;
        }

        @Override
        public String place() {
            return "rows, line " + (read + 1);
        }

        @Override
        public void write(List<? extends @Nullable Object> values) {
            assertThat(values.get(0)).isEqualTo(String.valueOf(written));
            assertThat(values.get(3)).isEqualTo(written % 2 == 0 ? "no" : "yes");
            written++;
        }

        @Override
        public void commit() {}

        @Override
        public void close() {}
    }

    @Test
    void rowsPassByInTheirOrderAndFewAreHeld() throws Exception {
        RowScoring scoring = RowScoring.of(new ByColour(INPUT)).withLabel("answer");
        try (Passing rows = new Passing()) {
            Tally tally = scoring.score(rows, rows);
            assertThat(rows.written).isEqualTo(Passing.ROWS);
            assertThat(rows.mostHeld).isLessThanOrEqualTo(1000);
            assertThat(tally.examples()).isEqualTo(Passing.ROWS);
            assertThat(tally.labelled()).isEqualTo(Passing.ROWS / 2);
            assertThat(tally.otherClasses()).isEqualTo(Passing.ROWS / 4);
            assertThat(tally.accuracy()).hasValue(0.5);
            assertThat(tally.inWords("rows"))
                    .isEqualTo(
                            "300,000 rows, accuracy 50.0 % of 150,000 whose class is known, 75,000 of classes that the"
                                    + " model does not have");
        }
    }

    @Test
    void aLabelThatMayBeMissingIsCountedWhereItIs() throws Exception {
        RowScoring scoring = RowScoring.of(new ByColour(INPUT));
        try (Passing rows = new Passing()) {
            ScoredRows scored = scoring.withLabelIfPresent("answer").predict(rows);
            scored.next();
            assertThat(scored.tally().labelled()).isPositive();
        }
        try (Passing rows = new Passing()) {
            ScoredRows scored = scoring.withLabelIfPresent("other").predict(rows);
            List<RowPrediction> some = scored.next();
            assertThat(scored.tally().hasClasses()).isFalse();
            assertThat(scoring.inputs(rows, some.get(1))).containsExactly(Map.entry("colour", "blue"));
        }
    }

    @Test
    void aPredictorThatCannotTellExplainsNothing() throws Exception {
        try (Passing rows = new Passing()) {
            assertThat(RowScoring.of(new ByColour(INPUT))
                            .explained()
                            .predict(rows)
                            .next())
                    .allMatch(row -> row.prediction().needsExplanation())
                    .allMatch(row -> row.why().isEmpty());
        }
    }

    @Test
    void aRowMayBeGivenByNames() {
        Predictor predictor = new ByColour(INPUT);
        assertThat(predictor.predict(Map.of("colour", "blue", "more", 3)).labelName())
                .isEqualTo("yes");
        Predictor images = new ByColour(PictureInput.unit(new Volume(1, 2, 2)));
        assertThatThrownBy(() -> images.predict(Map.of("colour", "blue")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this network takes images, not rows");
    }

    @Test
    void aPredictorOfImagesIsRefused() {
        Predictor images = new ByColour(PictureInput.unit(new Volume(1, 2, 2)));
        assertThatThrownBy(() -> RowScoring.of(images))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the model must take rows of a table, but takes images of shape 1×2×2");
    }
}
