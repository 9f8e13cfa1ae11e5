package org.epiwrap.browser;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.Grid;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.Predictions;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Spread;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.HistogramPlot;
import org.epiwrap.report.IntervalBars;
import org.epiwrap.report.LinePlot;
import org.epiwrap.report.Picture;
import org.epiwrap.report.ReliabilityPlot;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.Verdict;
import org.epiwrap.report.WeightFigures;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;

/** A report with one of everything: wrapped weights, and predictions of a network that exists only as random logits. */
final class SampleReport {
    /** Sixteen of weights, two of predictions, two of strangers, five examples. */
    static final long FIGURES = 25;

    private static final int CLASSES = 10;
    private static final int IMAGES = 3000;
    private static final RandomStreams STREAMS = new RandomStreams(7);
    private static final List<String> GARMENTS = List.of(
            "T-shirt/top", "trouser", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot");

    private SampleReport() {}

    static Report report() {
        Images known = new Images(STREAMS.stream(1), 10, 0.7);
        Images strangers = new Images(STREAMS.stream(2), 2, 1);
        return Report.of(
                        "Sample: wrapped weights & <invented> predictions",
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
                .says("The wrapped network is right on "
                        + Math.round(1000 * known.predictions.accuracy()) / 10.0
                        + " % of the images and leaves several classes possible where it is unsure.")
                .says("Strangers are told from known images by the upper entropy of the probability intervals.")
                .with(weights())
                .with(oddWeights())
                .with(predictions(known))
                .with(training())
                .with(strangers(known, strangers))
                .with(examples(known, strangers));
    }

    private static Section weights() {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        return Section.of("One weight, from posterior to interval")
                .says("The weight of the posterior N(0.1, 0.05²), and one whose posterior has two modes.")
                .with(WeightFigures.of(wrapper.wrap(Posterior.gaussian(0.1, 0.05)))
                        .all(STREAMS.stream(3)))
                .says("Two modes:")
                .with(WeightFigures.of(wrapper.wrap(Posterior.density(
                                w -> Math.exp(-50 * (w + 0.4) * (w + 0.4))
                                        + 0.6 * Math.exp(-80 * (w - 0.3) * (w - 0.3)),
                                -1,
                                0.8)))
                        .all(STREAMS.stream(4)));
    }

    /** A point, a posterior too narrow for its distance from zero, one that is cut where it is high, and no grid. */
    private static Section oddWeights() {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        Section section = Section.of("Odd weights");
        for (WrappedPosterior odd : List.of(
                wrapper.wrap(Posterior.gaussian(-0.25, 0)),
                wrapper.wrap(Posterior.gaussian(1234.5678, 1e-7)),
                wrapper.wrap(Posterior.gaussian(0.003, 3)),
                wrapper.with(Grid.exact()).wrap(Posterior.gaussian(-0.1, 0.00002)))) {
            WeightFigures figures = WeightFigures.of(odd);
            section = section.with(figures.posterior()).with(figures.triangle());
        }
        return section;
    }

    private static Section predictions(Images known) {
        double[] sure = known.uncertainty;
        double[] random = STREAMS.stream(5).doubles(IMAGES).toArray();
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
                        Cell.of(known.predictions.negativeLogLikelihood()),
                        Cell.of(known.predictions.calibrationError()),
                        Cell.of(12.5))
                .row(
                        Cell.of("Bayesian, average of 50"),
                        Cell.of(Spread.of(0.9160, 0.9171, 0.9143)),
                        Cell.of(0.301),
                        Cell.of(0.0412),
                        Cell.of(9.25))
                .row(Cell.of("interval network"), Cell.of(0.9128), Cell.of(0.325), Cell.missing(), Cell.of(101));
        return Section.of("Predictions in distribution")
                .with(accuracy)
                .with(Figure.of(
                                "Accuracy when the unsure are discarded",
                                LinePlot.ofRejection()
                                        .with("upper entropy", RejectionCurve.of(sure, known.predictions.correct()))
                                        .with("width", RejectionCurve.of(known.width, known.predictions.correct()))
                                        .with("at random", RejectionCurve.of(random, known.predictions.correct())))
                        .captioned("The most uncertain images are discarded first."))
                .with(Figure.of("Reliability", ReliabilityPlot.of(known.predictions.reliability()))
                        .captioned("Bars below the line are predictions with too much confidence."));
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

    private static Section strangers(Images known, Images strangers) {
        Table detection = Table.of(
                "detection",
                "How well a score tells strangers from known images.",
                Column.text("score"),
                Column.number("AUROC", 3).higherIsBetter(),
                Column.number("AUPRC", 3).higherIsBetter(),
                Column.number("prevalence", 2),
                Column.number("FPR at 95 %", 3).lowerIsBetter());
        detection = row(detection, "upper entropy", known.uncertainty, strangers.uncertainty);
        detection = row(detection, "mean width", known.width, strangers.width);
        return Section.of("Strangers")
                .with(detection)
                .with(Figure.of(
                                "Upper entropy of known images and strangers",
                                HistogramPlot.of("upper entropy, nats")
                                        .with("known", known.uncertainty)
                                        .with("strangers", strangers.uncertainty))
                        .captioned("Each group's shares add up to 1."))
                .with(Figure.of(
                        "Mean width",
                        HistogramPlot.of("mean width")
                                .with("known", known.width)
                                .with("strangers with quite a long name", strangers.width)
                                .with("a third group", Arrays.copyOf(known.uncertainty, 100))));
    }

    private static Table row(Table table, String score, double[] known, double[] strangers) {
        Detection detection = Detection.between(known, strangers);
        return table.row(
                Cell.of(score),
                Cell.of(detection.auroc()),
                Cell.of(detection.averagePrecision()),
                Cell.of(detection.prevalence()),
                Cell.of(detection.falsePositiveRate()));
    }

    private static Section examples(Images known, Images strangers) {
        int right = first(
                known, i -> known.predictions.isCorrect(i) && known.sets.get(i).size() == 1);
        int wrong = first(known, i -> !known.predictions.isCorrect(i));
        int unsure = first(known, i -> known.sets.get(i).size() >= 6);
        return Section.of("Examples")
                .says("A bar runs from the lower to the upper probability of a class. Strong bars are the classes that"
                        + " remain possible.")
                .with(example(Verdict.RIGHT, known, right, GARMENTS.get(known.labels[right]), 1))
                .with(example(Verdict.WRONG, known, wrong, GARMENTS.get(known.labels[wrong]), 1))
                .with(example(Verdict.ABSTAINED, known, unsure, GARMENTS.get(known.labels[unsure]), 1))
                .with(example(Verdict.OUT_OF_DISTRIBUTION, strangers, 0, "a photograph of a ship", 3))
                .with(manyClasses());
    }

    private static Figure example(Verdict verdict, Images images, int i, String truth, int channels) {
        return Figure.of(
                        "Image " + i,
                        IntervalBars.of(
                                        verdict,
                                        picture(STREAMS.stream(100 + i), channels),
                                        GARMENTS,
                                        images.intervals.get(i),
                                        images.sets.get(i))
                                .withTruth(truth))
                .described("Probability intervals of the classes for image " + i + ".");
    }

    private static Figure manyClasses() {
        UniformRandomProvider random = STREAMS.stream(6);
        double[] lower = random.doubles(100, -1, 3).toArray();
        double[] upper = Arrays.stream(lower).map(z -> z + 0.8).toArray();
        List<String> names = IntStream.range(0, 100).mapToObj(c -> "class " + c).toList();
        return Figure.of(
                "One of a hundred classes",
                IntervalBars.of(
                        Verdict.ABSTAINED,
                        picture(random, 3),
                        names,
                        ProbabilityIntervals.ofLogits(lower, upper),
                        ClassSet.nonDominated(lower, upper)));
    }

    /** A bright ring of a random size on a dark ground. */
    private static Picture picture(UniformRandomProvider random, int channels) {
        int side = channels == 1 ? 28 : 32;
        double radius = random.nextDouble(4, 11);
        byte[] pixels = new byte[channels * side * side];
        for (int channel = 0; channel < channels; channel++) {
            for (int y = 0; y < side; y++) {
                for (int x = 0; x < side; x++) {
                    double away = Math.hypot(x - 0.5 * side, y - 0.5 * side) - radius;
                    double brightness = (1 - 0.35 * channel) * Math.exp(-0.2 * away * away);
                    pixels[(channel * side + y) * side + x] = (byte) Math.round(255 * brightness);
                }
            }
        }
        return Picture.of(pixels, channels, side, side);
    }

    private static int first(Images images, IntPredicate condition) {
        return IntStream.range(0, images.labels.length)
                .filter(condition)
                .findFirst()
                .orElseThrow();
    }

    /** Images of which only the bounds of their logits are known. */
    private static final class Images {
        final int[] labels = new int[IMAGES];
        final List<ProbabilityIntervals> intervals = new ArrayList<>();
        final List<ClassSet> sets = new ArrayList<>();
        final double[] uncertainty = new double[IMAGES];
        final double[] width = new double[IMAGES];
        final Predictions predictions;

        Images(UniformRandomProvider random, double margin, double radius) {
            float[] probabilities = new float[IMAGES * CLASSES];
            for (int i = 0; i < IMAGES; i++) {
                labels[i] = random.nextInt(CLASSES);
                double clear = margin * Math.pow(random.nextDouble(), 0.7);
                double[] lower = new double[CLASSES];
                double[] upper = new double[CLASSES];
                double[] centre = new double[CLASSES];
                for (int c = 0; c < CLASSES; c++) {
                    centre[c] = (c == labels[i] ? clear : 0) + random.nextDouble(-2.4, 2.4);
                    double r = radius * random.nextDouble(0.2, 1.2);
                    lower[c] = centre[c] - r;
                    upper[c] = centre[c] + r;
                }
                ProbabilityIntervals point = ProbabilityIntervals.ofLogits(centre, centre);
                for (int c = 0; c < CLASSES; c++) {
                    probabilities[i * CLASSES + c] = (float) point.lower(c);
                }
                intervals.add(ProbabilityIntervals.ofLogits(lower, upper));
                sets.add(ClassSet.nonDominated(lower, upper));
                uncertainty[i] = intervals.get(i).upperEntropy();
                width[i] = intervals.get(i).meanWidth();
            }
            predictions = Predictions.of(probabilities, labels, CLASSES);
        }
    }
}
