package org.epiwrap.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.data.Shift;
import org.epiwrap.experiments.StudyListener;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.Predictions;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.RejectionThreshold;
import org.epiwrap.model.Versions;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.Predictive;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.HistogramPlot;
import org.epiwrap.report.LinePlot;
import org.epiwrap.report.ReliabilityPlot;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.WeightFigures;
import org.epiwrap.tensor.TensorEngine;
import org.epiwrap.wrap.EpistemicWrapper;

/** The whole way once, on digits: train, wrap, tune, predict, abstain, find strangers. */
final class Demo {
    static final int ALL = Integer.MAX_VALUE;

    private static final int HELD_OUT = 5000;
    private static final int HIDDEN = 16;
    private static final int EPOCHS = 5;
    private static final int DRAWS = 20;
    /** The accuracy that is wanted of the images it does not abstain from. */
    private static final double WANTED = 0.98;

    private static final int EXAMPLES = 2;
    private static final Normalisation UNIT = Normalisation.unit();

    private final long seed;
    private final StudyListener progress;
    private final Dataset train;
    /** Other images than those a threshold is chosen on, which would promise too much. */
    private final Dataset forRadii;

    private final Dataset heldOut;
    private final Dataset test;
    private final Map<String, Dataset> strangers = new LinkedHashMap<>();

    /** With all images, or the first few of each kind. */
    Demo(long seed, int images, StudyListener progress) {
        this.seed = seed;
        this.progress = progress;
        Check.atLeast("images", images, 100);
        // At random, since how the file is ordered must not decide what a threshold promises: chosen on the last of the
        // file, one for 98 % was right on 96.3 % of the test images.
        Dataset all = Mnist.DIGITS.load(Part.TRAIN).shuffled(seed);
        int known = all.size() - HELD_OUT;
        this.train = all.subset(0, Math.min(images, known));
        Dataset others = all.subset(known, known + Math.min(images, HELD_OUT));
        this.forRadii = others.subset(0, others.size() / 2);
        this.heldOut = others.subset(others.size() / 2, others.size());
        this.test = limited(Mnist.DIGITS.load(Part.TEST), images);
        strangers.put("clothes (Fashion-MNIST)", limited(Mnist.FASHION.load(Part.TEST), images));
        strangers.put("digits rotated", Shift.rotated().apply(test));
        strangers.put("digits inverted", Shift.inverted().apply(test));
        strangers.put("digits with pixels permuted", Shift.permuted(seed).apply(test));
        strangers.put("noise", Shift.noise(seed).apply(test));
    }

    private static Dataset limited(Dataset data, int images) {
        return data.subset(0, Math.min(images, data.size()));
    }

    /**
     * Does it all.
     *
     * @param command what is to be typed to repeat it
     */
    Report report(String command) {
        long begin = System.nanoTime();
        Architecture architecture =
                Architecture.mlp(Volume.of(train.shape()), train.classNames().size(), HIDDEN);
        TrainingPlan plan = TrainingPlan.sound(train.size(), Estimator.FLIPOUT).withEpochs(EPOCHS);
        try (BayesianNetwork bayesian = BayesianNetwork.untrained(architecture, RunSeeds.of(seed))) {
            Trainer.train(bayesian, train, UNIT, plan, progress.training("a Bayesian network"));
            long trained = System.nanoTime();
            try (IntervalNetwork whole = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                    IntervalNetwork wrapped = whole.scaled(scales(whole))) {
                double tuned = tuned(wrapped);
                long tunedAt = System.nanoTime();
                Run run = Run.of(command, seed)
                        .setting("network", architecture.toString())
                        .setting("training images", String.format(Locale.ROOT, "%,d", train.size()))
                        .setting("epochs", String.valueOf(EPOCHS))
                        .version("epiwrap", Versions.epiwrap())
                        .version("engine", TensorEngine.version())
                        .onThisMachine()
                        .took("training", Duration.ofNanos(trained - begin))
                        .took("wrapping and fine-tuning", Duration.ofNanos(tunedAt - trained));
                Report report = tested(bayesian, wrapped, tuned, run);
                return report.in(report.run().took("testing", Duration.ofNanos(System.nanoTime() - tunedAt)));
            }
        }
    }

    private double[] scales(IntervalNetwork whole) {
        return RadiusCalibration.scales(whole, forRadii, UNIT, whole.usualAveraging());
    }

    /** The accuracy after an epoch of fine-tuning. */
    private double tuned(IntervalNetwork wrapped) {
        TuningPlan plan = TuningPlan.sound(wrapped.architecture()).withEpochs(1);
        try (IntervalTrainer trainer = new IntervalTrainer(wrapped, train, UNIT, plan)) {
            trainer.run(progress.training("fine-tuning"));
            try (IntervalNetwork network = trainer.network()) {
                return IntervalPredictive.accuracies(network, test, UNIT, network.usualAveraging())[0];
            }
        }
    }

    private Report tested(BayesianNetwork bayesian, IntervalNetwork wrapped, double tuned, Run run) {
        EpistemicScorer scorer = EpistemicScorer.fit(wrapped, train.subset(0, Math.min(10_000, train.size())), UNIT);
        Predictor undecided = Predictor.of(scorer, train.classNames());
        RejectionThreshold threshold = threshold(undecided);
        Predictor predictor = undecided.with(new Abstention(Score.TU, threshold.value()));
        Seen known = Seen.withExamples(predictor, test, EXAMPLES);
        Map<String, Seen> strange = new LinkedHashMap<>();
        strangers.forEach((name, images) -> {
            int[] kept = new int[1];
            strange.put(name, Seen.of(predictor, images, (image, prediction) -> kept[0]++ < 1));
        });
        Predictive average = Predictive.average(bayesian, test, UNIT, DRAWS);
        double mean = Predictive.mean(bayesian, test, UNIT).accuracy(0, test);
        Predictions predictions = Predictions.of(
                known.probabilities(),
                IntStream.range(0, test.size()).map(test::label).toArray(),
                train.classNames().size());
        Table accuracies = Table.of(
                        "accuracy",
                        String.format(Locale.ROOT, "On %,d test digits", test.size()),
                        Column.text("network"),
                        Column.percent("accuracy", 2))
                .row(Cell.of("Bayesian, average of " + DRAWS + " draws"), Cell.of(average.accuracy(0, test)))
                .row(Cell.of("its mean network"), Cell.of(mean))
                .row(Cell.of("wrapped"), Cell.of(predictions.accuracy()))
                .row(Cell.of("wrapped, one epoch of fine-tuning"), Cell.of(tuned))
                .row(
                        Cell.of("wrapped, on what it does not abstain from"),
                        known.accuracyOfKept().map(Cell::of).orElseGet(Cell::missing));
        Table found = found(bayesian, known, strange, average);
        Seen clothes = strange.values().iterator().next();
        Map<String, Double> findings = new LinkedHashMap<>();
        findings.put("bayesianAccuracy", average.accuracy(0, test));
        findings.put("wrappedAccuracy", predictions.accuracy());
        findings.put("tunedAccuracy", tuned);
        findings.put("abstained", known.abstained());
        known.accuracyOfKept().ifPresent(accuracy -> findings.put("accuracyOfDecided", accuracy));
        findings.put("clothesAbstained", clothes.abstained());
        findings.put("meanAuroc", meanAuroc(known, strange));
        List<String> summary = List.of(
                said(
                        "Trained a Bayesian network on %,d digits: %.1f %% of the test digits are right.",
                        train.size(), 100 * average.accuracy(0, test)),
                said(
                        "Wrapped its %,d weights into intervals: %.1f %%, and %.1f %% after one epoch of fine-tuning.",
                        wrapped.lower().length, 100 * predictions.accuracy(), 100 * tuned),
                decisions(threshold, known),
                said(
                        "Shown clothes instead of digits, it says \"I don't know\" to %.0f %% of them.",
                        100 * clothes.abstained()),
                said(
                        "Its epistemic score tells strange images from digits with AUROC %.3f on average over %d kinds.",
                        meanAuroc(known, strange), strange.size()));
        List<Section> sections = List.of(
                Section.of("Accuracy").with(accuracies),
                Section.of("What it says of single images")
                        .says(said(
                                EvaluationReport.BARS
                                        + " It abstains where the"
                                        + " total uncertainty is above %.3f, chosen on %,d held-out digits so that"
                                        + " %.0f %% of the others are right.",
                                threshold.value(),
                                heldOut.size(),
                                100 * threshold.accuracy()))
                        .with(examples(known, strange)),
                Section.of("Images from elsewhere").with(found).with(histograms(known, strange)),
                Section.of("Which predictions to trust")
                        .with(Figure.of(
                                "Accuracy when the most uncertain are left out",
                                LinePlot.ofRejection()
                                        .with("TU0", RejectionCurve.of(known.inDistribution(), known.correct()))
                                        .with(
                                                "1 - largest probability",
                                                RejectionCurve.of(known.doubt(), known.correct()))
                                        .with("EU", RejectionCurve.of(known.epistemic(), known.correct()))))
                        .with(Figure.of(
                                "How far probabilities can be believed",
                                ReliabilityPlot.of(predictions.reliability()))),
                Section.of("One weight, from its posterior to its interval").with(weight(bayesian)));
        return new Report("epiwrap demo: digits", summary, findings, sections, run);
    }

    private static String decisions(RejectionThreshold threshold, Seen known) {
        String asked = threshold.accuracy() >= WANTED
                ? said("The wrapped network, asked to be right on %.0f %% of what it decides", 100 * WANTED)
                : "The wrapped network, asked to decide on its surest half";
        String says = said(", says \"I don't know\" to %.0f %% of the test digits", 100 * known.abstained());
        return asked
                + says
                + known.accuracyOfKept()
                        .map(accuracy -> said(" and is right on %.1f %% of the others.", 100 * accuracy))
                        .orElse(".");
    }

    private static String said(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** For the wanted accuracy; a network of few images may not reach it, and then keeps its surest half. */
    private RejectionThreshold threshold(Predictor predictor) {
        try {
            return predictor.thresholdForAccuracy(heldOut, Score.TU, WANTED);
        } catch (IllegalArgumentException e) {
            return predictor.thresholdForCoverage(heldOut, Score.TU, 0.5);
        }
    }

    private static double meanAuroc(Seen known, Map<String, Seen> strange) {
        return strange.values().stream()
                .mapToDouble(seen ->
                        Detection.between(known.epistemic(), seen.epistemic()).auroc())
                .average()
                .orElseThrow();
    }

    private Table found(BayesianNetwork bayesian, Seen known, Map<String, Seen> strange, Predictive average) {
        Table table = Table.of(
                "strangers",
                "AUROC of four scores: how often a strange image has a higher score than a digit",
                Column.text("images"),
                Column.number("EU", 3),
                Column.number("mutual information of the Bayesian network", 3),
                Column.number("pixels: PCA-Mahalanobis", 3),
                Column.number("pixels: count of non-zero", 3),
                Column.percent("abstained", 1));
        PixelMahalanobis pixels = PixelMahalanobis.fit(train);
        NonZeroPixels count = new NonZeroPixels();
        double[] knownPixels = pixels.scores(test);
        double[] knownCount = count.scores(test);
        double[] knownInformation = Evaluated.information(average, test);
        table = table.row(
                Cell.of("digits, for comparison"),
                Cell.missing(),
                Cell.missing(),
                Cell.missing(),
                Cell.missing(),
                Cell.of(known.abstained()));
        for (Map.Entry<String, Seen> entry : strange.entrySet()) {
            Dataset images = entry.getValue().data();
            double[] information = Evaluated.information(Predictive.average(bayesian, images, UNIT, DRAWS), images);
            table = table.row(
                    Cell.of(entry.getKey()),
                    Cell.of(Detection.between(
                                    known.epistemic(), entry.getValue().epistemic())
                            .auroc()),
                    Cell.of(Detection.between(knownInformation, information).auroc()),
                    Cell.of(Detection.between(knownPixels, pixels.scores(images))
                            .auroc()),
                    Cell.of(Detection.between(knownCount, count.scores(images)).auroc()),
                    Cell.of(entry.getValue().abstained()));
        }
        return table;
    }

    private List<Figure> histograms(Seen known, Map<String, Seen> strange) {
        List<Figure> figures = new ArrayList<>();
        strange.forEach((name, seen) -> figures.add(Figure.of(
                "EU of digits and of " + name,
                HistogramPlot.ofShares("epistemic uncertainty, EU")
                        .with("digits", known.epistemic())
                        .with(name, seen.epistemic()))));
        return figures;
    }

    private static List<Figure> examples(Seen known, Map<String, Seen> strange) {
        List<Figure> figures = new ArrayList<>(known.examples("Test digit"));
        strange.forEach((name, seen) -> figures.addAll(seen.strangers("One of " + name, "none of the digits")));
        return figures;
    }

    /** The pictures of the weight with the largest mean. */
    private List<Figure> weight(BayesianNetwork bayesian) {
        float[] mu = bayesian.means(0);
        float[] sigma = bayesian.deviations(0);
        int largest = 0;
        for (int i = 1; i < mu.length; i++) {
            largest = Math.abs(mu[i]) > Math.abs(mu[largest]) ? i : largest;
        }
        return WeightFigures.of(EpistemicWrapper.withDefaults().wrap(Posterior.gaussian(mu[largest], sigma[largest])))
                .all(new RandomStreams(seed).stream(0));
    }
}
