package org.epiwrap.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Score;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ExplainerTest {
    private static final Dataset TRAIN = Households.rows(3000, 1);
    private static final Dataset TEST = Households.rows(500, 2);
    private static final TableInput INPUT = TableInput.fit(TRAIN);
    private static final BayesianNetwork BAYESIAN = Households.trained(TRAIN, INPUT, 10);
    private static final IntervalNetwork NETWORK = IntervalNetwork.wrap(BAYESIAN, Wrapping.withDefaults());
    private static final EpistemicScorer SCORER = EpistemicScorer.fit(NETWORK, TRAIN, INPUT);
    private static final IntervalPredictor PREDICTOR = IntervalPredictor.of(SCORER, new ClassNames(TRAIN.classNames()));
    private static final Explainer EXPLAINER = PREDICTOR.explainer().orElseThrow();

    @AfterAll
    static void close() {
        NETWORK.close();
        BAYESIAN.close();
    }

    private static float[] row(Dataset data, int row) {
        float[] cells = new float[data.columns().size()];
        data.cells(row, cells, 0);
        return cells;
    }

    private static List<String> texts(float[] cells) {
        return new ArrayList<>(IntStream.range(0, cells.length)
                .mapToObj(i -> Households.COLUMNS.get(i).text(cells[i]))
                .toList());
    }

    @Test
    void whatTrainingRowsNeverHadComesFirst() {
        for (int i = 0; i < 50; i++) {
            float[] cells = row(TEST, i);
            cells[1] = 900;
            cells[4] = TableInput.UNSEEN;
            List<String> texts = texts(cells);
            texts.set(1, "900.0");
            texts.set(4, "XX");
            Explanation why = EXPLAINER.explain(cells, texts);
            assertThat(why.top(2)).extracting(Contribution::part).containsExactlyInAnyOrder("income", "state");
            assertThat(why.top(2)).allMatch(Contribution::unseen);
            assertThat(why.inWords())
                    .contains("income 900.0 is above all training rows (")
                    .contains("state 'XX' was never seen in training rows");
            assertThat(why.contributions().stream()
                            .mapToDouble(Contribution::share)
                            .sum())
                    .isCloseTo(1, offset(1e-9));
        }
    }

    @Test
    void aPredictionSaysWhyItAbstains() {
        Map<String, Object> row = new LinkedHashMap<>(
                Map.of("age", 45, "income", 900, "distance", 3, "rooms", 3, "state", "XX", "heating", "gas"));
        Explanation why = EXPLAINER.explain(row);
        assertThat(why.inWords())
                .contains("income 900 is above all training rows", "state 'XX' was never seen in training rows");
        Prediction decided = PREDICTOR.predict(row);
        assertThat(decided.needsExplanation()).isTrue();
        assertThat(decided.inWords(why)).isEqualTo(why.inWords());
        Prediction unfamiliar =
                PREDICTOR.with(Abstention.above(Score.DELTA, 0.5)).predict(row);
        assertThat(unfamiliar.inWords(why)).startsWith("δ ").endsWith(" > 0.500: " + why.inWords());
        assertThat(unfamiliar.fields(why)).containsEntry("explanation", unfamiliar.inWords(why));
        Prediction ambiguous =
                PREDICTOR.with(Abstention.above(Score.ENTROPY, 0)).predict(row);
        assertThat(ambiguous.cause(why)).matches("(rents|owns) \\(\\d.*\\) or (rents|owns) \\(\\d.*\\)");
        assertThat(ambiguous.describe(why)).contains("why: " + ambiguous.cause(why));
        assertThat(PREDICTOR.with(Abstention.above(Score.DELTA, 1)).predict(row).needsExplanation())
                .isFalse();
    }

    @Test
    void aMissingCellIsNamed() {
        Contribution missing = new Contribution("age", "", 0.9, false, "");
        Contribution little = new Contribution("rooms", "3", 0.001, false, "");
        assertThat(new Explanation(1, "rows", List.of(missing, little), Optional.empty()).inWords())
                .isEqualTo("the distance to training rows comes most from age missing (90 %)");
    }

    /** By definition: what the distance loses with the middle of the scale instead, here computed by itself. */
    @Test
    void aShareIsWhatTheDistanceLosesWithTheCentreInstead() {
        float[] cells = row(TEST, 3);
        cells[2] = 9;
        Explanation why = EXPLAINER.explain(cells);
        double[] drops = new double[6];
        for (int i = 0; i < 6; i++) {
            float[] other = cells.clone();
            if (i < 4) {
                // Encoded as 0.
                Feature.Numeric numeric = (Feature.Numeric) INPUT.features().get(i);
                other[i] = (float) ((Scale.Standard) numeric.scale()).mean();
                drops[i] = Math.max(0, distance(cells) - distance(other));
            }
        }
        assertThat(why.logSquared()).isCloseTo(distance(cells), offset(1e-5));
        List<Contribution> numbers = why.contributions().stream()
                .filter(each -> IntStream.range(0, 4)
                        .anyMatch(i -> Households.COLUMNS.get(i).name().equals(each.part())))
                .toList();
        double sum = numbers.stream().mapToDouble(Contribution::share).sum();
        assertThat(numbers).isNotEmpty();
        for (Contribution each : numbers) {
            int column = INPUT.columns().indexOf(each.part());
            assertThat(each.share() / sum)
                    .isCloseTo(drops[column] / Arrays.stream(drops).sum(), offset(1e-3));
        }
    }

    private static double distance(float[] cells) {
        return InputBatch.of(new float[][] {cells}, INPUT, SCORER::logSquaredDistances)[0];
    }

    @Test
    void rowsOfAnotherTableAreReadByTheirColumns() {
        List<Column> columns = List.of(
                new Column.Category("state", List.of("ZH", "TI")),
                new Column.Numeric("rooms"),
                new Column.Numeric("unused"),
                new Column.Category("heating", List.of("oil")),
                new Column.Numeric("distance"),
                new Column.Numeric("income"),
                new Column.Numeric("age"));
        Dataset other =
                Households.dataset("other", columns, List.of(new float[] {1, 3, 0, 0, 2.5f, 60, 45}), new int[1]);
        Explanation why = EXPLAINER.explain(other, 0);
        assertThat(why.contributions().get(0))
                .extracting(Contribution::part, Contribution::value, Contribution::unseen, Contribution::sentence)
                .containsExactly("state", "TI", true, "state 'TI' was never seen in training rows");
        assertThat(why.inWords()).isEqualTo("state 'TI' was never seen in training rows");
        assertThat(EXPLAINER
                        .explain(new float[] {45, 60, 2.5f, 3, TableInput.UNSEEN, 1})
                        .inWords())
                .isEqualTo("state has a category that was never seen in training rows");
    }

    @Test
    void ofUsualCellsTheLargestSharesAreNamed() {
        float[] cells = {45, 60, 2.5f, 3, 2, 1};
        cells[1] = 115;
        Explanation why = EXPLAINER.explain(cells);
        assertThat(why.contributions()).isNotEmpty().noneMatch(Contribution::unseen);
        assertThat(why.inWords()).startsWith("the distance to training rows comes most from ");
        assertThat(why.contributions()).extracting(Contribution::share).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(why.contributions().stream()
                        .filter(each -> each.part().equals("income"))
                        .findFirst()
                        .orElseThrow()
                        .sentence())
                .startsWith("income 115 is far above the middle of training rows (");
    }

    @Test
    void fieldsAndWordsAreAddedToThePrediction() {
        float[] cells = {45, 60, 2.5f, 3, TableInput.UNSEEN, 1};
        Prediction prediction = PREDICTOR.predict(cells);
        Explanation why = EXPLAINER.explain(cells, List.of("45", "60", "2.5", "3", "XX", "oil"));
        assertThat(prediction.fields(why))
                .containsAllEntriesOf(prediction.fields())
                .containsEntry("why", why.fields());
        Map<String, Object> column = new LinkedHashMap<>();
        column.put("column", "state");
        column.put("value", "XX");
        column.put("share", why.contributions().get(0).share());
        column.put("unseen", true);
        column.put("sentence", "state 'XX' was never seen in training rows");
        assertThat(why.fields())
                .containsEntry("words", "state 'XX' was never seen in training rows")
                .extractingByKey("contributions", InstanceOfAssertFactories.LIST)
                .startsWith(column);
        assertThat(prediction.describe(why))
                .startsWith(prediction.describe())
                .contains("why: state 'XX' was never seen in training rows");
    }

    /** EU of rows with an unseen category, or with a number far out of range, is above that of nearly all training rows. */
    @Test
    void whatWasNeverSeenRaisesTheScore() {
        double[] train = PREDICTOR.predict(TRAIN).scores(Score.EU);
        Arrays.sort(train);
        double high = train[(int) (0.99 * train.length)];
        assertThat(shareAbove(high, TEST.size(), i -> row(TEST, i))).isLessThan(0.05);
        for (int column = 0; column < 6; column++) {
            int changed = column;
            double share = shareAbove(high, TEST.size(), i -> {
                float[] cells = row(TEST, i);
                cells[changed] = INPUT.features().get(changed) instanceof Feature.Numeric numeric
                        ? (float) (numeric.maximum() + (numeric.maximum() - numeric.minimum()))
                        : TableInput.UNSEEN;
                return cells;
            });
            assertThat(share).as(Households.COLUMNS.get(column).name()).isGreaterThan(0.95);
        }
    }

    private interface Rows {
        float[] at(int row);
    }

    private static double shareAbove(double threshold, int count, Rows rows) {
        float[][] all = IntStream.range(0, count).mapToObj(rows::at).toArray(float[][]::new);
        return PREDICTOR.predict(all).stream()
                        .filter(each -> each.score(Score.EU).orElseThrow() > threshold)
                        .count()
                / (double) count;
    }

    @Test
    void whatIsNoRowIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> EXPLAINER.explain(new float[5]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EXPLAINER.explain(new float[6], List.of("1")))
                .withMessageContaining("texts");
        assertThatIllegalArgumentException().isThrownBy(() -> EXPLAINER.explain(TEST, TEST.size()));
    }
}
