package org.epiwrap.browser;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.baseline.NonZeroPixels;
import org.epiwrap.belief.Grid;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.Verdict;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.metrics.Spread;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Score;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.evaluation.DetectionResult;
import org.epiwrap.report.evaluation.EvaluationReport;
import org.epiwrap.report.evaluation.EvaluationTables;
import org.epiwrap.report.evaluation.PredictionPlot;
import org.epiwrap.report.evaluation.ScoreLegend;
import org.epiwrap.report.plot.Curve;
import org.epiwrap.report.plot.HistogramPlot;
import org.epiwrap.report.plot.LinePlot;
import org.epiwrap.report.plot.ReliabilityPlot;
import org.epiwrap.report.svg.Picture;
import org.epiwrap.report.weight.WeightFigures;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;

/** A report with one of everything: wrapped weights, and predictions of a small network that knows clothes. */
final class SampleReport {
    /** Sixteen of weights, three of predictions, three of scores, five examples. */
    static final long FIGURES = 27;

    private static final RandomStreams STREAMS = new RandomStreams(7);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Dataset TEST = Mnist.FASHION.load(Part.TEST).subset(0, 400);

    private SampleReport() {}

    static Report report() {
        Map<String, Dataset> unknown = new LinkedHashMap<>();
        unknown.put("digits", Mnist.DIGITS.load(Part.TEST).subset(0, 200));
        unknown.put(
                "clothes rotated by ninety degrees, a long name",
                Shift.rotated().apply(TEST));
        unknown.put("noise", Shift.noise(1).apply(TEST));
        Evaluation evaluation = evaluate(unknown);
        return Report.of(
                        "Sample: wrapped weights & <real> predictions",
                        Run.of(
                                        "epiwrap demo --data fashion-mnist --net mlp:8 --seed 7 --out a-folder/with-a-long-name",
                                        7,
                                        8,
                                        9)
                                .setting("network", "mlp:8, Flipout")
                                .setting("wrapped", "100 % of 6,280 weights")
                                .version("epiwrap", "0.1.0-SNAPSHOT")
                                .onThisMachine()
                                .took("training", Duration.ofSeconds(83))
                                .took("wrapping", Duration.ofMillis(12))
                                .took("evaluation", Duration.ofMillis(23_450)))
                .withSummary("The interval network decides " + Math.round(100 * evaluation.coverage())
                        + " % of the images and abstains from the others.")
                .withSummary("Out-of-distribution images are detected by their epistemic uncertainty.")
                .with(weights())
                .with(oddWeights())
                .with(predictions(evaluation))
                .with(training())
                .with(outOfDistribution(evaluation, unknown))
                .with(examples(evaluation));
    }

    /** Evaluates a network that was trained briefly and abstains from a third of the test images. */
    private static Evaluation evaluate(Map<String, Dataset> unknown) {
        Dataset train = Mnist.FASHION.load(Part.TRAIN).subset(0, 2000);
        TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(5);
        try (BayesianNetwork bayesian =
                BayesianNetwork.untrained(Architecture.mlp(train.shape(), 10, 8), RunSeeds.of(1))) {
            Trainer.train(bayesian, train, UNIT, plan, TrainingListener.NONE);
            try (IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
                IntervalPredictor predictor = IntervalPredictor.of(
                        EpistemicScorer.fit(network, train, UNIT), new ClassNames(train.classNames()));
                double[] scores = predictor.predict(TEST).scores(Score.TU);
                Arrays.sort(scores);
                return Evaluator.of(predictor.with(Abstention.above(Score.TU, scores[2 * scores.length / 3])))
                        .against(unknown)
                        .evaluate(TEST);
            }
        }
    }

    private static Section weights() {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        return Section.of("One weight, from posterior to interval")
                .withText("The weight of the posterior N(0.1, 0.05²), and one whose posterior has two modes.")
                .with(new WeightFigures(wrapper.wrap(Posterior.gaussian(0.1, 0.05))).all(STREAMS.stream(3)))
                .withText("Two modes:")
                .with(new WeightFigures(wrapper.wrap(Posterior.density(
                                w -> Math.exp(-50 * (w + 0.4) * (w + 0.4))
                                        + 0.6 * Math.exp(-80 * (w - 0.3) * (w - 0.3)),
                                -1,
                                0.8)))
                        .all(STREAMS.stream(4)));
    }

    /** A known weight, a narrow posterior far from zero, a wide one, and a continuous belief. */
    private static Section oddWeights() {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        Section section = Section.of("Odd weights");
        for (WrappedPosterior odd : List.of(
                wrapper.wrap(Posterior.gaussian(-0.25, 0)),
                wrapper.wrap(Posterior.gaussian(1234.5678, 1e-7)),
                wrapper.wrap(Posterior.gaussian(0.003, 3)),
                wrapper.with(Grid.exact()).wrap(Posterior.gaussian(-0.1, 0.00002)))) {
            WeightFigures figures = new WeightFigures(odd);
            section = section.with(figures.posterior()).with(figures.triangle());
        }
        return section;
    }

    private static Section predictions(Evaluation evaluation) {
        Table accuracy = Table.of(
                        "accuracy",
                        "Accuracy and calibration, mean and standard deviation over three runs.",
                        Column.text("network"),
                        Column.percent("accuracy", 2).higherIsBetter(),
                        Column.number("NLL", 3).lowerIsBetter(),
                        Column.number("ECE", 4).lowerIsBetter(),
                        Column.number("seconds", 1))
                .row(
                        Cell.of("wrapped, order kept"),
                        Cell.of(Spread.of(0.9258, 0.9261, 0.9244)),
                        Cell.of(0.287),
                        Cell.of(0.0215),
                        Cell.of(12.5))
                .row(
                        Cell.of("Bayesian, average of 50"),
                        Cell.of(Spread.of(0.9160, 0.9171, 0.9143)),
                        Cell.of(0.301),
                        Cell.of(0.0412),
                        Cell.of(9.25))
                .row(Cell.of("interval network"), Cell.of(0.9128), Cell.of(0.325), Cell.missing(), Cell.of(101));
        double[] shares = {0.01, 0.05, 0.1, 0.25, 0.5, 1};
        List<Spread> accuracies = IntStream.range(0, shares.length)
                .mapToObj(i -> Spread.of(0.9 - 0.02 * i, 0.92 - 0.03 * i))
                .toList();
        return Section.of("Predictions")
                .with(accuracy)
                .with(ScoreLegend.of(EvaluationTables.rejectionScores(evaluation)))
                .with(EvaluationReport.rejectionFigure(evaluation))
                .with(Figure.of("Reliability diagram", new ReliabilityPlot(evaluation.reliability()))
                        .captioned("Bars below the line are predictions with too much confidence."))
                .with(Figure.of(
                        "Accuracy by the share of weights wrapped",
                        LinePlot.of("share wrapped", "accuracy")
                                .with(Curve.of("largest sigma first", shares, accuracies))
                                .marking(1, 0.77, "all weights wrapped")));
    }

    /** A table that no screen is wide enough for. */
    private static Section training() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("network"), Column.text("file")));
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of("wrapped, order kept"), Cell.of("models/with-a-name-that-is-all-one-word.safetensors")));
        for (int epoch = 1; epoch <= 30; epoch++) {
            columns.add(Column.percent("after epoch " + epoch, 2).higherIsBetter());
            cells.add(Cell.of(Spread.of(0.5 + 0.01 * epoch, 0.51 + 0.01 * epoch)));
        }
        columns.add(Column.text("stopped"));
        cells.add(Cell.of("no"));
        return Section.of("Training")
                .with(new Table("training", "Accuracy after each epoch.", columns, List.of(cells)))
                .with(choices());
    }

    /** As wide as tables are that need not scroll. */
    private static Table choices() {
        Table table = Table.of(
                "choices",
                "The choices, and each replaced by another.",
                Column.text("step"),
                Column.text("choice"),
                Column.percent("accuracy before", 2).higherIsBetter(),
                Column.percent("accuracy after fine-tuning", 2).higherIsBetter(),
                Column.number("mean width of probabilities", 3),
                Column.number("classes still possible", 2).lowerIsBetter(),
                Column.percent("misclassifications", 2),
                Column.number("AUROC of EU (or of pixels), other images and rotated", 3)
                        .higherIsBetter());
        for (String choice : List.of("as it comes", "mean of 500 draws", "pooled precision, at most 1,000")) {
            Cell share = Cell.of(Spread.of(0.98, 0.99));
            table = table.row(
                    Cell.of("Dirichlet fit"),
                    Cell.of(choice),
                    share,
                    share,
                    share,
                    Cell.of(Spread.of(2, 9)),
                    share,
                    share);
        }
        return table;
    }

    private static Section outOfDistribution(Evaluation evaluation, Map<String, Dataset> unknown) {
        List<DetectionResult> results = new ArrayList<>();
        EvaluationTables.detectionScores(evaluation)
                .forEach(score -> results.add(DetectionResult.of(evaluation, score)));
        results.add(DetectionResult.of(new NonZeroPixels(), TEST, unknown));
        return Section.of("Out-of-distribution data")
                .with(EvaluationTables.detection(results))
                .with(EvaluationReport.detectionFigures(evaluation))
                .with(Figure.of(
                        "Mean width",
                        HistogramPlot.of(
                                        Score.WIDTH,
                                        "clothes",
                                        evaluation.predictions().scores(Score.WIDTH))
                                .with(
                                        "digits",
                                        evaluation
                                                .outOfDistribution("digits")
                                                .predictions()
                                                .scores(Score.WIDTH))));
    }

    private static Section examples(Evaluation evaluation) {
        Section section = Section.of("Examples").withText(EvaluationReport.BARS);
        for (Verdict verdict : Verdict.values()) {
            int i = IntStream.range(0, TEST.size())
                    .filter(image -> evaluation.verdict(image) == verdict)
                    .findFirst()
                    .orElseThrow();
            section = section.with(Figure.of(
                            "Test image #" + (i + 1),
                            PredictionPlot.of(Picture.of(TEST, i), evaluation.prediction(i))
                                    .withTruth(TEST.label(i)))
                    .described(evaluation.prediction(i).describe()));
        }
        return section.with(Figure.of(
                        "A photograph",
                        PredictionPlot.of(
                                        photograph(STREAMS.stream(100)),
                                        evaluation
                                                .outOfDistribution("noise")
                                                .predictions()
                                                .get(0))
                                .outOfDistribution("a ring")))
                .with(manyClasses());
    }

    private static Figure manyClasses() {
        UniformRandomProvider random = STREAMS.stream(6);
        ClassNames names = new ClassNames(
                IntStream.range(0, 100).mapToObj(c -> "class " + c).toList());
        try (BayesianNetwork bayesian =
                        BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 2, 2), 100, 8), RunSeeds.of(1));
                IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            Prediction prediction = IntervalPredictor.of(
                            network, PictureInput.unit(network.architecture().input()), names)
                    .predict(new float[] {0, 0.2f, 0.7f, 1});
            return Figure.of("One of a hundred classes", PredictionPlot.of(photograph(random), prediction));
        }
    }

    /** A bright ring of a random size on a dark ground, in colour. */
    private static Picture photograph(UniformRandomProvider random) {
        int side = 32;
        double radius = random.nextDouble(4, 11);
        byte[] pixels = new byte[3 * side * side];
        for (int i = 0; i < pixels.length; i++) {
            int place = i % (side * side);
            int row = place / side;
            int channel = i / (side * side);
            double away = Math.hypot(place % side - 0.5 * side, row - 0.5 * side) - radius;
            pixels[i] = (byte) Math.round(255 * (1 - 0.35 * channel) * Math.exp(-0.2 * away * away));
        }
        return Picture.of(Dataset.unlabelled("rings", new Volume(3, side, side), pixels), 0);
    }
}
