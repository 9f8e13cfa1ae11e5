package org.epiwrap.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.svg.Drawing;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of a table: they speak of rows, show cells, and say why rows are unknown. */
class RowReportTest {
    private static final List<Column> COLUMNS = List.of(
            new Column.Numeric("age"),
            new Column.Numeric("income"),
            new Column.Category("state", List.of("BE", "ZH", "XX")));

    private static Dataset rows(String name, int count, float state) {
        try (Records.Builder builder = Records.builder(COLUMNS.size() * Float.BYTES)) {
            for (int i = 0; i < count; i++) {
                builder.add(new float[] {20 + i * 7 % 41, 3 * (i * 11 % 29), state < 0 ? i % 2 : state});
            }
            int[] labels = IntStream.range(0, count).map(i -> i % 2).toArray();
            return Dataset.of(name, new ExampleType.Rows(COLUMNS), List.of("no", "yes"), builder.build(), labels)
                    .withOrigins(record -> "row " + (record + 1) + " of " + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final Dataset TEST = rows("test", 60, -1);
    private static final Dataset UNSEEN = rows("unseen", 5, 2);

    /** What is made while the network is open. */
    private record Made(Evaluation evaluation, EvaluationReport report, Explanation why) {}

    private static Made made() {
        Dataset train = rows("train", 200, -1);
        TableInput input = TableInput.fit(train);
        try (BayesianNetwork bayesian =
                        BayesianNetwork.untrained(Architecture.mlp(input.shape(), 2, 8), RunSeeds.of(1));
                IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            IntervalPredictor predictor = IntervalPredictor.of(
                            EpistemicScorer.fit(network, train, input), new ClassNames(train.classNames()))
                    .with(Abstention.above(Score.DELTA, 0));
            Explainer explainer = predictor.explainer().orElseThrow();
            Map<String, Dataset> unknown = Map.of("unseen state", UNSEEN);
            Evaluation evaluation = Evaluator.of(predictor).against(unknown).evaluate(TEST);
            EvaluationReport report = EvaluationReport.of("interval network", evaluation, TEST)
                    .withOutOfDistribution(unknown)
                    .explainedBy(explainer);
            return new Made(evaluation, report, explainer.explain(UNSEEN, 0));
        }
    }

    private static final Made MADE = made();

    @Test
    void nothingSpeaksOfImages(@TempDir Path folder) throws IOException {
        assertThat(MADE.report.sections())
                .extracting(Section::heading)
                .containsExactly("Test data", "Classes", "Example rows", "Why unknown", "Out-of-distribution data");
        Report page = Report.of("An evaluation", Run.of("epiwrap evaluate"));
        for (Section section : MADE.report.sections()) {
            page = page.with(section);
        }
        String html = Files.readString(ReportWriter.write(page, folder));
        String body = html.substring(html.indexOf("<body"));
        assertThat(body)
                .contains("Test row #1 (row 1 of test)", "unseen state #1")
                .doesNotContainIgnoringCase(" image", "pixel");
    }

    private static Table table(String name) {
        return MADE.report.tables().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void abstainedRowsSayWhy() {
        Table table = table("why-unknown");
        assertThat(table.columns().get(1).header()).isEqualTo("row");
        List<List<Cell>> unseen = table.rows().stream()
                .filter(row -> row.get(0).equals(Cell.of("unseen state")))
                .toList();
        assertThat(unseen).hasSize(3);
        double score = MADE.evaluation.prediction(0).score(Score.DELTA).orElseThrow();
        assertThat(table.columns().get(3).header()).isEqualTo("δ");
        assertThat(table.rows().get(0).get(3)).isEqualTo(Cell.of(score));
        assertThat(unseen.get(0).get(2)).isEqualTo(Cell.of("row 1 of unseen"));
        assertThat(unseen.get(0).get(4)).isEqualTo(Cell.of("state 'XX' was never seen in training rows"));
        assertThat(table.rows()).hasSize(10 + 3);
    }

    @Test
    void twoClassesHaveAnAuroc() {
        Table table = table("balance");
        assertThat(table.caption()).contains("AUROC of the probability of yes");
        assertThat(table.rows().get(0).get(2)).isEqualTo(Cell.of(MADE.evaluation.auroc()));
        String ofClass = "that an example of the class is given a higher probability of it";
        assertThat(MeasureLegend.of(List.of(table)).terms().get("AUROC"))
                .startsWith("probability " + ofClass)
                .doesNotContain("distribution");
        assertThat(MeasureLegend.of(MADE.report.tables()).terms().get("AUROC"))
                .startsWith("probability that an out-of-distribution example")
                .contains(" or, of two classes, " + ofClass);
    }

    /** What training rows never had comes first among the cells, in bold. */
    @Test
    void aRowIsShownByItsCells() {
        PredictionPlot plot =
                PredictionPlot.of(ExampleView.of(UNSEEN, 0, Optional.of(MADE.why)), MADE.evaluation.prediction(0));
        Drawing drawing = Drawing.of(plot);
        assertThat(drawing.texts()).containsSubsequence("state", "XX", "age", "20", "income", "0");
        assertThat(drawing.all("text", "strong"))
                .anyMatch(text -> text.getTextContent().startsWith("XX"));
    }

    /** Names and cells have columns of their own, so that long ones are not cut. */
    @Test
    void longNamesAndCellsAreShownWhole() {
        Map<String, String> row = Map.of("mean concavity error of the nucleus", "0.0001234567");
        PredictionPlot plot =
                PredictionPlot.of(ExampleView.ofRow(row, Optional.empty()), MADE.evaluation.prediction(0));
        assertThat(Drawing.of(plot).texts()).contains("mean concavity error of the nucleus", "0.0001234567");
    }

    @Test
    void predictedRowsAreAPage() {
        PredictionReport report = new PredictionReport();
        report.add("line 2", UNSEEN, 0, MADE.evaluation.prediction(0), Optional.of(MADE.why));
        report.add("line 3", TEST, 1, MADE.evaluation.prediction(1));
        Map<String, String> cells = Map.of("state", "XX");
        report.addRow(
                "line 4",
                cells,
                MADE.evaluation.outOfDistribution("unseen state").predictions().get(0),
                List.of(),
                Optional.of(MADE.why));
        report.addRow("line 5", cells, MADE.evaluation.prediction(0), List.of("age 99 is above all"), Optional.empty());
        Report page = report.report("epiwrap predict", Run.of("epiwrap predict"));
        assertThat(page.summary()).containsExactly("4 rows, 0 decided, 4 abstained.");
        assertThat(page.sections()).extracting(Section::heading).containsExactly("Rows", "Table");
        Table table = page.tables().get(0);
        assertThat(table.columns().get(0).header()).isEqualTo("row");
        assertThat(table.rows().get(2).get(11)).isEqualTo(Cell.of("state 'XX' was never seen in training rows"));
        assertThat(table.rows().get(1).get(11)).isEqualTo(Cell.missing());
        assertThat(table.rows().get(3).get(11)).isEqualTo(Cell.of("age 99 is above all"));
    }
}
