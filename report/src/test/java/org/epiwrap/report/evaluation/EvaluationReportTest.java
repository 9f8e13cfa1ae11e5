package org.epiwrap.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.baseline.NonZeroPixels;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.OodEvaluation;
import org.epiwrap.evaluation.TemperatureScaling;
import org.epiwrap.metrics.ConfusionMatrix;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.metrics.Temperature;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Definitions;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.svg.Drawing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class EvaluationReportTest {
    private static final Evaluation INTERVALS = Digits.INTERVALS;
    private static final EvaluationReport REPORT = EvaluationReport.of("interval network", INTERVALS, Digits.TEST)
            .comparedWith("Bayesian average", Digits.AVERAGE)
            .withOutOfDistribution(Digits.OOD)
            .with(DetectionResult.of("MI of the Bayesian network", Digits.AVERAGE, Score.MUTUAL_INFORMATION))
            .with(DetectionResult.of(new NonZeroPixels(), Digits.TEST, Digits.OOD));

    private static Table table(String name) {
        return REPORT.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> words(Table table, int column) {
        return table.rows().stream()
                .map(row -> ((Cell.Words) row.get(column)).text())
                .toList();
    }

    @Test
    void qualityHasARowForEachNetwork() {
        assertThat(table("quality").rows())
                .containsExactly(row("interval network", INTERVALS), row("Bayesian average", Digits.AVERAGE));
    }

    private static List<Cell> row(String name, Evaluation of) {
        return Stream.concat(
                        Stream.of(Cell.of(name)),
                        DoubleStream.of(
                                        of.accuracy(),
                                        of.negativeLogLikelihood(),
                                        of.brier(),
                                        of.calibrationError(),
                                        of.classwiseCalibrationError())
                                .mapToObj(Cell::of))
                .toList();
    }

    @Test
    void selectivePredictionHasScoreThresholdAndCoverage() {
        assertThat(table("selective-prediction").rows())
                .containsExactly(List.of(
                        Cell.of("TU"),
                        Cell.of(INTERVALS
                                .predictions()
                                .abstention()
                                .thresholds()
                                .getOrDefault(Score.TU, Double.NaN)),
                        Cell.of(INTERVALS.coverage()),
                        Cell.of(INTERVALS.abstained()),
                        Cell.of(INTERVALS.accuracyOfDecided())));
        assertThat(EvaluationTables.selectivePrediction(Digits.AVERAGE)).isEmpty();
        assertThat(EvaluationTables.abstention(Digits.AVERAGE)).isEmpty();
        assertThat(EvaluationTables.sets(Digits.AVERAGE)).isEmpty();
    }

    @Test
    void rejectionComparesOurScoresWithTheStandardBaselines() {
        assertThat(words(table("rejection"), 0)).containsExactly("TU", "TU0", "EU", "H", "1 − max p");
        assertThat(words(EvaluationTables.rejection(Digits.AVERAGE), 0)).containsExactly("MI", "H", "1 − max p");
        List<Cell> first = table("rejection").rows().get(0);
        assertThat(first.subList(2, 4))
                .containsExactly(
                        Cell.of(INTERVALS.areaUnderRisk(Score.TU)),
                        Cell.of(INTERVALS.areaUnderGeneralisedRisk(Score.TU)));
    }

    @Test
    void setsAreShownBySizeAndByClass() {
        Table bySize = table("prediction-sets-by-size");
        SetQuality sets = INTERVALS.sets().orElseThrow();
        assertThat(bySize.rows()).hasSameSizeAs(sets.bySize());
        assertThat(bySize.rows().get(0).get(2))
                .isEqualTo(Cell.of(sets.bySize().get(0).setCoverage()));
        Table classes = table("classes");
        assertThat(classes.columns()).extracting(Column::header).endsWith("set coverage", "mean size");
        assertThat(classes.rows().get(9).get(7))
                .isEqualTo(Cell.of(sets.byClass().get(9).meanSize()));
        assertThat(EvaluationTables.setsBySize(Digits.AVERAGE)).isEmpty();
        assertThat(ClassTables.classes(Digits.AVERAGE).columns()).hasSize(5);
    }

    @Test
    void temperaturesStandBesideProbabilitiesAsTheyAre() {
        ProbabilityQuality before = ProbabilityQuality.of(new float[] {0.75f, 0.25f}, new int[] {0}, 2);
        ProbabilityQuality after = ProbabilityQuality.of(new float[] {1, 0}, new int[] {0}, 2);
        Table table = EvaluationTables.temperatures(
                Map.of("network", new TemperatureScaling(new Temperature(0.5), before, after)));
        assertThat(table.rows())
                .containsExactly(Stream.concat(
                                Stream.of(Cell.of("network")),
                                DoubleStream.of(0.5, -Math.log(0.75), 0, 0.25, 0)
                                        .mapToObj(Cell::of))
                        .toList());
        assertThat(MeasureLegend.of(List.of(table)).terms()).containsOnlyKeys("NLL", "ECE", "temperature");
    }

    /** Whatever score decides about abstention, it has its row and its curve. */
    @Test
    void theScoreOfTheThresholdIsAlwaysAmongThem() {
        Predictions predictions = INTERVALS.predictions().with(Abstention.above(Score.U, 0.5));
        Evaluation byU = Evaluation.of(predictions, Digits.TEST);
        assertThat(words(EvaluationTables.rejection(byU), 0)).containsExactly("TU", "TU0", "EU", "U", "H", "1 − max p");
        assertThat(Drawing.of(EvaluationReport.rejectionFigure(byU).plot()).texts())
                .contains("U threshold 0.500");
    }

    @Test
    void detectionComparesScoresOnEachDataset() {
        Table table = table("ood-detection");
        List<String> scores =
                List.of("EU", "TU", "H", "1 − max p", "MI of the Bayesian network", new NonZeroPixels().name());
        assertThat(words(table, 1))
                .containsExactlyElementsOf(
                        Stream.of(scores, scores, scores).flatMap(List::stream).toList());
        assertThat(words(table, 0).stream().distinct()).containsExactlyElementsOf(Digits.OOD.keySet());
        assertThat(table.columns().get(0)).isEqualTo(Column.text("dataset").grouping());
        Detection detection = INTERVALS.outOfDistribution("clothes").detection(Score.EU);
        assertThat(table.rows().get(0).get(2)).isEqualTo(Cell.of(detection.auroc()));
        assertThat(detection.auroc()).isGreaterThan(0.6);
    }

    @Test
    void theShareAbstainedIsShownForEachDataset() {
        Table table = table("ood-abstention");
        assertThat(words(table, 0)).containsExactly("test data", "clothes", "rotated digits", "noise");
        assertThat(table.rows().get(0).get(2)).isEqualTo(Cell.of(INTERVALS.abstained()));
        assertThat(table.rows().get(2).get(2))
                .isEqualTo(Cell.of(INTERVALS.outOfDistribution("rotated digits").abstained()));
        OodEvaluation rotated = INTERVALS.outOfDistribution("rotated digits");
        OodEvaluation clothes = INTERVALS.outOfDistribution("clothes");
        assertThat(table.rows().get(2).subList(3, 5))
                .containsExactly(
                        Cell.of(rotated.wrongYetDecided()),
                        Cell.of(rotated.labelled().orElseThrow().accuracy()));
        assertThat(rotated.wrongYetDecided()).isLessThan(1 - rotated.abstained());
        assertThat(table.rows().get(1).subList(3, 5)).containsExactly(Cell.of(1 - clothes.abstained()), Cell.missing());
    }

    /** The score by which the network abstains has its curve, and the dot lies on it where the threshold cuts. */
    @Test
    void theThresholdIsMarkedOnTheCurveOfItsScore() {
        Drawing drawing = Drawing.of(EvaluationReport.rejectionFigure(INTERVALS).plot());
        double[] curve = Drawing.points(drawing.all("path", "line score-tu").get(0));
        Element dot = drawing.all("circle", "estimate").get(0);
        double x = Drawing.number(dot, "cx");
        int after = 0;
        while (curve[2 * after] < x) {
            after++;
        }
        double low = Math.max(curve[2 * after - 1], curve[2 * after + 1]);
        double high = Math.min(curve[2 * after - 1], curve[2 * after + 1]);
        assertThat(Drawing.number(dot, "cy")).isBetween(high - 1, low + 1);
        assertThat(drawing.texts()).anyMatch(text -> text.startsWith("TU threshold 0."));
        assertThat(Drawing.of(EvaluationReport.rejectionFigure(Digits.AVERAGE).plot())
                        .all("circle", "estimate"))
                .isEmpty();
    }

    @Test
    void sectionsShowExamplesAndDefineScores() {
        List<Section> sections = REPORT.sections();
        assertThat(sections)
                .extracting(Section::heading)
                .containsExactly("Test data", "Classes", "Example images", "Out-of-distribution data");
        List<Figure> figures = new ArrayList<>();
        sections.forEach(section -> section.blocks().stream()
                .filter(Figure.class::isInstance)
                .map(Figure.class::cast)
                .forEach(figures::add));
        assertThat(figures)
                .extracting(Figure::title)
                .contains(
                        "Accuracy–rejection curve",
                        "Reliability diagram",
                        "EU of out-of-distribution data and of test data",
                        "Test image #" + (INTERVALS.examples(1).get(0) + 1),
                        "clothes #1",
                        "noise #1");
        Map<String, String> defined = new HashMap<>();
        sections.get(0).blocks().stream()
                .filter(Definitions.class::isInstance)
                .forEach(block -> defined.putAll(((Definitions) block).terms()));
        assertThat(defined)
                .containsKeys("EU", "TU", "TU0", "U", "δ", "H", "1 − max p", "NLL", "Brier", "ECE", "vacuous")
                .doesNotContainKey("AUROC");
        assertThat(REPORT.notes())
                .anyMatch(line -> line.startsWith("AUROC: "))
                .noneMatch(line -> line.contains("match"));
        assertThat(ScoreLegend.lines(List.of(Score.EU)))
                .containsExactly(
                        "EU: " + Score.EU.description(),
                        "U: " + Score.U.description(),
                        "δ: " + Score.DELTA.description());
    }

    /** Classes of other names are compared by their numbers, which a reader must know. */
    @Test
    void classesThatDoNotMatchAreNamed() {
        Dataset test = Mnist.FASHION.load(Part.TEST).subset(0, INTERVALS.size());
        assertThat(EvaluationReport.of("network", INTERVALS, test).notes().get(0))
                .startsWith("the classes of the data, T-shirt/top, Trouser, ")
                .contains("do not match those of the network, 0, 1, 2");
    }

    @Test
    void aPageOfAllOfItIsWritten(@TempDir Path folder) throws Exception {
        Report report = Report.of("An evaluation", Run.of("epiwrap evaluate"));
        for (Section section :
                REPORT.with(Table.of("more", "More", Column.text("a"))).sections()) {
            report = report.with(section);
        }
        String html = Files.readString(ReportWriter.write(report, folder));
        assertThat(html)
                .contains("<dt>EU</dt>", "svg .score-eu", "Test image #", "Download <a href=\"ood-detection.csv\">");
        assertThat(html.split("<svg", -1)).hasSizeGreaterThan(10);
        assertThat(folder.resolve("more.csv")).exists();
    }

    @Test
    void theFirstPredictionsAreAPage() {
        PredictionReport report = new PredictionReport();
        Predictions predictions = INTERVALS.predictions();
        for (int i = 0; i < 60; i++) {
            report.add("image " + i, Digits.TEST, i, predictions.get(i));
        }
        Report page = report.report("epiwrap predict", Run.of("epiwrap predict"));
        long abstained =
                predictions.stream().limit(60).filter(p -> p.abstains()).count();
        assertThat(page.summary())
                .containsExactly(
                        "60 images, " + (60 - abstained) + " decided, " + abstained + " abstained.",
                        "The first 50 are shown.");
        Table table = page.tables().get(0);
        assertThat(table.rows()).hasSize(50);
        assertThat(Arrays.asList(
                        table.rows().get(7).get(5),
                        table.rows().get(7).get(7),
                        table.rows().get(7).get(8)))
                .containsExactly(
                        Cell.of(predictions.set(7).size()), Cell.of("TU"), Cell.of(predictions.score(Score.TU, 7)));
        PredictionReport plain = new PredictionReport();
        plain.add("one", Digits.TEST, 0, Digits.AVERAGE.prediction(0));
        Report single = plain.report("t", Run.of("c"));
        assertThat(single.summary()).containsExactly("1 image, 1 decided, 0 abstained.");
        assertThat(single.tables().get(0).columns())
                .extracting(Column::header)
                .containsExactly("image", "class", "probability", "decided");
    }

    @Test
    void eachClassHasItsRowAndErrorsAreListed() {
        Table classes = table("classes");
        assertThat(words(classes, 0)).containsExactlyElementsOf(Digits.TEST.classNames());
        assertThat(classes.columns()).extracting(Column::header).contains("support", "F1", "abstained");
        assertThat(classes.rows().get(3).get(1))
                .isEqualTo(Cell.of(INTERVALS.confusion().quality(3).support()));
        assertThat(table("balance").rows().get(0))
                .containsExactly(Cell.of("interval network"), Cell.of(INTERVALS.balancedAccuracy()));
        ConfusionMatrix.Confusion worst = INTERVALS.confusion().worst(1).get(0);
        assertThat(table("confusions").rows().get(0))
                .containsExactly(
                        Cell.of(Digits.TEST.classNames().get(worst.truth())),
                        Cell.of(Digits.TEST.classNames().get(worst.predicted())),
                        Cell.of(worst.count()),
                        Cell.of(worst.share()));
    }

    /** Shades are shares of the true class, and the diagonal stands out by another colour. */
    @Test
    void theConfusionMatrixIsDrawn() {
        Drawing drawing = Drawing.of(ConfusionPlot.of(INTERVALS).get(0).plot());
        List<Element> diagonal = drawing.all("rect", "solid s1");
        assertThat(diagonal).hasSize(10);
        assertThat(drawing.all("rect", "solid s2")).hasSize(90);
        assertThat(Drawing.number(diagonal.get(4), "fill-opacity"))
                .isCloseTo(INTERVALS.confusion().quality(4).recall().orElseThrow(), within(1e-4));
        Table matrix = ClassTables.confusion(INTERVALS).orElseThrow();
        assertThat(matrix.rows().get(4).get(5))
                .isEqualTo(Cell.of(INTERVALS.confusion().count(4, 4)));
    }

    @Test
    void ofManyClassesTheWorstAreShown() {
        int classes = 40;
        float[][] probabilities = new float[80][classes];
        int[] labels = new int[80];
        for (int i = 0; i < 80; i++) {
            labels[i] = i % classes;
            probabilities[i][i == 47 ? 3 : labels[i]] = 1;
        }
        List<String> names = IntStream.range(0, classes).mapToObj(c -> "c" + c).toList();
        Evaluation many = Evaluation.of(Predictions.of(new ClassNames(names), probabilities), labels);
        Table table = ClassTables.classes(many);
        assertThat(table.rows()).hasSize(30);
        assertThat(words(table, 0)).startsWith("c7");
        assertThat(table.caption()).contains("30 of 40 classes");
        assertThat(ClassTables.confusion(many)).isEmpty();
        assertThat(ConfusionPlot.of(many)).isEmpty();
        assertThat(words(ClassTables.confusions(many).orElseThrow(), 1)).containsExactly("c3");
    }
}
