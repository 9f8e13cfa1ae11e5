package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.epiwrap.data.Dataset;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.OodEvaluation;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Definitions;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.plot.Curve;
import org.epiwrap.report.plot.HistogramPlot;
import org.epiwrap.report.plot.LinePlot;
import org.epiwrap.report.plot.ReliabilityPlot;
import org.epiwrap.report.plot.SeriesStyle;

/**
 * An evaluation as tables, for terminals and programs, and as sections of a page with figures and examples.
 *
 * <pre>{@code
 * EvaluationReport report = EvaluationReport.of("interval network", evaluation, test)
 *         .comparedWith("midpoints", ofMidpoints)
 *         .withOutOfDistribution(datasets)
 *         .with(DetectionResult.of(InputMahalanobis.fit(train, input), test, datasets));
 * report.tables();
 * report.sections();
 * }</pre>
 *
 * @param evaluation what is reported
 * @param test the data that was evaluated
 * @param networks the evaluation and those it is compared with, by the names of their networks
 * @param outOfDistribution datasets whose examples are shown, by the names they were evaluated under
 * @param detections of the same datasets by other scores, such as baselines
 * @param more tables about the test data
 * @param explanations of examples that are unfamiliar
 */
public record EvaluationReport(
        Evaluation evaluation,
        Dataset test,
        Map<String, Evaluation> networks,
        Map<String, Dataset> outOfDistribution,
        List<DetectionResult> detections,
        List<Table> more,
        Explanations explanations) {
    /** Explains {@link PredictionPlot} to readers. */
    public static final String BARS = "A bar spans the bounds of a class's probability for any weights inside their"
            + " intervals; a dot marks the predicted probability. Strong bars are the classes not ruled out: those that no"
            + " other class beats for all such weights, compared pair by pair, which is sharper than comparing bars.";

    /** How many test examples of each verdict are shown. */
    private static final int EXAMPLES = 3;

    public EvaluationReport {
        networks = Collections.unmodifiableMap(new LinkedHashMap<>(networks));
        outOfDistribution = Collections.unmodifiableMap(new LinkedHashMap<>(outOfDistribution));
        detections = List.copyOf(detections);
        more = List.copyOf(more);
    }

    /**
     * Returns the report of an evaluation.
     *
     * @param network the name of what was evaluated
     * @param test the data that it was evaluated on
     */
    public static EvaluationReport of(String network, Evaluation evaluation, Dataset test) {
        return new EvaluationReport(
                evaluation, test, Map.of(network, evaluation), Map.of(), List.of(), List.of(), Explanations.none());
    }

    /** Returns this report with the quality of another network, for comparison. */
    public EvaluationReport comparedWith(String network, Evaluation other) {
        Map<String, Evaluation> all = new LinkedHashMap<>(networks);
        all.put(network, other);
        return new EvaluationReport(evaluation, test, all, outOfDistribution, detections, more, explanations);
    }

    /** Returns this report with examples of out-of-distribution datasets, by the names they were evaluated under. */
    public EvaluationReport withOutOfDistribution(Map<String, Dataset> datasets) {
        return new EvaluationReport(evaluation, test, networks, datasets, detections, more, explanations);
    }

    /** Returns this report with another score that detects the same out-of-distribution datasets. */
    public EvaluationReport with(DetectionResult other) {
        return new EvaluationReport(
                evaluation, test, networks, outOfDistribution, append(detections, other), more, explanations);
    }

    /** Returns this report with one more table about the test data. */
    public EvaluationReport with(Table table) {
        return new EvaluationReport(
                evaluation, test, networks, outOfDistribution, detections, append(more, table), explanations);
    }

    /**
     * Returns this report with why some of the examples that are left undecided are unfamiliar, those of the
     * out-of-distribution datasets so far included. They are explained at once, while the explainer's network is open.
     */
    public EvaluationReport explainedBy(Explainer explainer) {
        Explanations all = explanations.with(Explanations.TEST, explainer, test, evaluation.predictions());
        for (Map.Entry<String, Dataset> each : outOfDistribution.entrySet()) {
            OodEvaluation ood = evaluation.outOfDistribution().get(each.getKey());
            if (ood != null) {
                all = all.with(each.getKey(), explainer, each.getValue(), ood.predictions());
            }
        }
        return new EvaluationReport(evaluation, test, networks, outOfDistribution, detections, more, all);
    }

    private static <T> List<T> append(List<T> list, T one) {
        List<T> all = new ArrayList<>(list);
        all.add(one);
        return all;
    }

    /** Returns all tables. */
    public List<Table> tables() {
        return Stream.of(qualityTables(), classTables(), selectionTables(), oodTables(), whyTables())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the scores that the tables show; {@link ScoreLegend} defines them. */
    public Set<Score> scores() {
        Set<Score> all = EnumSet.noneOf(Score.class);
        all.addAll(EvaluationTables.rejectionScores(evaluation));
        if (!evaluation.outOfDistribution().isEmpty()) {
            all.addAll(EvaluationTables.detectionScores(evaluation));
            Arrays.stream(Score.values())
                    .filter(score ->
                            detections.stream().anyMatch(other -> other.name().startsWith(score.symbol() + " of ")))
                    .forEach(all::add);
        }
        return all;
    }

    /** Returns what a reader of the tables must know: whether classes do not match, what measures and scores mean. */
    public List<String> notes() {
        return Stream.of(
                        warnings(),
                        MeasureLegend.of(tables()).lines(),
                        ScoreLegend.of(scores()).lines())
                .flatMap(List::stream)
                .toList();
    }

    private List<String> warnings() {
        List<String> known = evaluation.predictions().classNames().all();
        return known.equals(test.classNames())
                ? List.of()
                : List.of("the classes of the data, " + String.join(", ", test.classNames())
                        + ", do not match those of the network, " + String.join(", ", known)
                        + ": they are compared by their numbers");
    }

    private List<Table> qualityTables() {
        List<Table> tables = new ArrayList<>(List.of(EvaluationTables.quality(networks)));
        EvaluationTables.sets(evaluation).ifPresent(tables::add);
        EvaluationTables.setsBySize(evaluation).ifPresent(tables::add);
        EvaluationTables.possible(evaluation).ifPresent(tables::add);
        tables.addAll(more);
        return tables;
    }

    private List<Table> classTables() {
        List<Table> tables = new ArrayList<>(List.of(ClassTables.balance(networks), ClassTables.classes(evaluation)));
        ClassTables.confusions(evaluation).ifPresent(tables::add);
        return tables;
    }

    /** Returns what the measures of classes mean; none if their names say it. */
    private List<Definitions> classLegends() {
        Definitions legend = MeasureLegend.of(classTables());
        return legend.terms().isEmpty() ? List.of() : List.of(legend);
    }

    private List<Table> whyTables() {
        return explanations.table(ExampleView.noun(test.type())).stream().toList();
    }

    private List<Table> selectionTables() {
        List<Table> tables = new ArrayList<>();
        EvaluationTables.selectivePrediction(evaluation).ifPresent(tables::add);
        tables.add(EvaluationTables.rejection(evaluation));
        return tables;
    }

    /** Returns the networks that were evaluated against the same datasets. */
    private Map<String, Evaluation> evaluatedAlike() {
        Map<String, Evaluation> alike = new LinkedHashMap<>(networks);
        alike.values()
                .removeIf(other -> !other.outOfDistribution()
                        .keySet()
                        .equals(evaluation.outOfDistribution().keySet()));
        return alike;
    }

    private List<Table> oodTables() {
        if (evaluation.outOfDistribution().isEmpty()) {
            return List.of();
        }
        List<DetectionResult> results = new ArrayList<>();
        EvaluationTables.detectionScores(evaluation)
                .forEach(score -> results.add(DetectionResult.of(evaluation, score)));
        results.addAll(detections);
        List<Table> tables = new ArrayList<>();
        tables.add(EvaluationTables.detection(results));
        EvaluationTables.abstention(evaluation).ifPresent(tables::add);
        EvaluationTables.shifted(evaluatedAlike()).ifPresent(tables::add);
        return tables;
    }

    /** Returns the sections of a page: test data, examples, why some are unknown, out-of-distribution data. */
    public List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        Section data = Section.of("Test data");
        for (String warning : warnings()) {
            data = data.withText(warning);
        }
        sections.add(data.with(qualityTables())
                .with(MeasureLegend.of(Stream.concat(qualityTables().stream(), selectionTables().stream())
                        .toList()))
                .withText("Uncertainty scores; a higher score means less certainty:")
                .with(ScoreLegend.of(scores()))
                .with(selectionTables())
                .with(rejectionFigure(evaluation))
                .with(Figure.of("Reliability diagram", new ReliabilityPlot(evaluation.reliability()))));
        sections.add(Section.of("Classes")
                .with(classTables())
                .with(classLegends())
                .with(ClassTables.confusion(evaluation).stream().toList())
                .with(ConfusionPlot.of(evaluation)));
        sections.add(
                Section.of("Example " + test.type().plural()).withText(BARS).with(examples()));
        if (!whyTables().isEmpty()) {
            sections.add(Section.of("Why unknown")
                    .withText(Explanations.legend(test.type()))
                    .with(whyTables()));
        }
        if (!evaluation.outOfDistribution().isEmpty()) {
            sections.add(Section.of("Out-of-distribution data")
                    .with(oodTables())
                    .with(MeasureLegend.of(oodTables()))
                    .with(detectionFigures(evaluation))
                    .with(outOfDistributionExamples()));
        }
        return sections;
    }

    /**
     * Returns the accuracy–rejection curves of an evaluation's scores. Where the predictor abstains, its threshold is
     * marked: the share of the test data it rejects and the accuracy of the rest.
     */
    public static Figure rejectionFigure(Evaluation evaluation) {
        LinePlot plot = LinePlot.ofRejection();
        for (Score score : EvaluationTables.rejectionScores(evaluation)) {
            plot = plot.with(
                    Curve.of(score.symbol(), evaluation.rejection(score)).with(SeriesStyle.of(score)));
        }
        Abstention rule = evaluation.predictions().abstention();
        String caption = "Risk is 1 − accuracy and coverage 1 − share rejected: read from right to left, this is the"
                + " risk–coverage curve.";
        if (rule.applies() && evaluation.accuracyOfDecided().isPresent()) {
            plot = plot.marking(
                    evaluation.abstained(),
                    evaluation.accuracyOfDecided().getAsDouble(),
                    EvaluationTables.thresholds(rule));
            caption = "The dot marks where the network abstains. " + caption;
        }
        return Figure.of("Accuracy–rejection curve", plot).captioned(caption);
    }

    /**
     * Returns histograms of the scores that matter for detection and of the one by which the predictor abstains, as small
     * multiples over the test data.
     */
    public static List<Figure> detectionFigures(Evaluation evaluation) {
        Abstention rule = evaluation.predictions().abstention();
        List<Figure> figures = new ArrayList<>();
        Set<Score> scores = EnumSet.of(Score.EU, Score.TU, Score.UNFAMILIARITY, Score.MUTUAL_INFORMATION);
        scores.addAll(rule.scores());
        for (Score score : scores) {
            if (evaluation.predictions().has(score)) {
                HistogramPlot plot = HistogramPlot.of(
                        score, "test data", evaluation.predictions().scores(score));
                for (var ood : evaluation.outOfDistribution().entrySet()) {
                    plot = plot.with(ood.getKey(), ood.getValue().predictions().scores(score));
                }
                Double threshold = rule.thresholds().get(score);
                figures.add(Figure.of(
                        score.symbol() + " of out-of-distribution data and of test data",
                        threshold == null ? plot : plot.withThreshold(threshold)));
            }
        }
        return figures;
    }

    private List<Figure> examples() {
        return evaluation.examples(EXAMPLES).stream()
                .map(i -> Figure.of(
                                "Test " + ExampleView.noun(test.type()) + " #" + (i + 1)
                                        + test.origin(i)
                                                .map(origin -> " (" + origin + ")")
                                                .orElse(""),
                                PredictionPlot.of(
                                                ExampleView.of(test, i, explanations.of(Explanations.TEST, i)),
                                                evaluation.prediction(i))
                                        .withTruth(evaluation.label(i)))
                        .described(evaluation.prediction(i).describe()))
                .toList();
    }

    private List<Figure> outOfDistributionExamples() {
        List<Figure> figures = new ArrayList<>();
        evaluation.outOfDistribution().forEach((name, ood) -> {
            Dataset examples = outOfDistribution.get(name);
            if (examples != null) {
                Prediction first = ood.predictions().get(0);
                figures.add(Figure.of(
                                name + " #1",
                                PredictionPlot.of(ExampleView.of(examples, 0, explanations.of(name, 0)), first)
                                        .outOfDistribution(name))
                        .described(first.describe()));
            }
        });
        return figures;
    }
}
