package org.epiwrap.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.baseline.InputMahalanobis;
import org.epiwrap.baseline.NonZeroPixels;
import org.epiwrap.cli.terminal.TrainingProgress;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.OodEvaluation;
import org.epiwrap.model.AbstentionGoal;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.FineTuning;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.Score;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.evaluation.DetectionResult;
import org.epiwrap.report.evaluation.EvaluationReport;
import org.epiwrap.report.weight.WeightFigures;
import org.epiwrap.wrap.EpistemicWrapper;

/** The whole way on digits: train, wrap, calibrate, fine-tune, abstain, detect out-of-distribution images. */
final class Demo {
    private static final Backbone NET = Backbone.named("mlp:16");
    private static final int EPOCHS = 5;
    private static final int DRAWS = 20;
    /** A network of few images may not reach the accuracy. */
    private static final AbstentionGoal GOAL = AbstentionGoal.accuracy(0.98).orCoverage(0.5);

    private static final String CLOTHES = "clothes (Fashion-MNIST)";

    private final long seed;
    private final TrainingProgress progress;
    private final Dataset train;
    private final CalibrationSet calibration;
    private final Dataset test;
    private final Map<String, Dataset> unknown = new LinkedHashMap<>();

    /**
     * Loads the data.
     *
     * @param images the maximum number of images of each dataset
     */
    Demo(long seed, int images, TrainingProgress progress) throws IOException {
        this.seed = seed;
        this.progress = progress;
        // Shuffled: with a threshold chosen on the last images of the file, an accuracy of 98 % became 96.3 % on test
        // images.
        Dataset all = BuiltInData.MNIST.load(Part.TRAIN).shuffled(seed);
        int known = all.size() - CalibrationSet.DEFAULT_HELD_OUT;
        this.train = limited(all.subset(0, known), images);
        Dataset heldOut = limited(all.subset(known, all.size()), images);
        this.calibration = new CalibrationSet(
                heldOut.subset(0, heldOut.size() / 2), heldOut.subset(heldOut.size() / 2, heldOut.size()));
        this.test = limited(BuiltInData.MNIST.load(Part.TEST), images);
        unknown.put(CLOTHES, limited(BuiltInData.FASHION_MNIST.load(Part.TEST), images));
        unknown.put("rotated digits", Shift.rotated().apply(test));
        unknown.put("inverted digits", Shift.inverted().apply(test));
        unknown.put("digits with permuted pixels", Shift.permuted(seed).apply(test));
        unknown.put("noise", Shift.noise(seed).apply(test));
    }

    private static Dataset limited(Dataset data, int images) {
        return data.subset(0, Math.min(images, data.size()));
    }

    /** Runs all steps; {@code run} is the provenance of the report. */
    Report report(Run run) throws IOException {
        long start = System.nanoTime();
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(NET)
                .withEpochs(EPOCHS)
                .withSeed(seed)
                .with(progress.training("training a Bayesian network"));
        try (BayesianModel bayesian = training.train(train)) {
            long trained = System.nanoTime();
            try (EpistemicModel wrapped =
                            EpistemicWrapping.withDefaults().with(GOAL).wrap(bayesian, train, calibration);
                    EpistemicModel tuned = FineTuning.withDefaults()
                            .withEpochs(1)
                            .with(GOAL)
                            .with(progress.training("fine-tuning"))
                            .tune(wrapped, train, calibration)) {
                long tunedAt = System.nanoTime();
                Report report = evaluated(
                        bayesian,
                        wrapped,
                        tuned,
                        run.setting("network", bayesian.architecture().toString())
                                .setting("training images", text("%,d", train.size()))
                                .setting("epochs", String.valueOf(EPOCHS)));
                return report.with(report.run()
                        .took("training", Duration.ofNanos(trained - start))
                        .took("wrapping and fine-tuning", Duration.ofNanos(tunedAt - trained))
                        .took("evaluation", Duration.ofNanos(System.nanoTime() - tunedAt)));
            }
        }
    }

    private Report evaluated(BayesianModel bayesian, EpistemicModel wrapped, EpistemicModel tuned, Run run) {
        Evaluation evaluation =
                Evaluator.of(wrapped.predictor()).against(unknown).evaluate(test);
        Evaluation ofAverage;
        try (BayesianAverage average = bayesian.predictor(DRAWS)) {
            ofAverage = Evaluator.of(average).against(unknown).evaluate(test);
        }
        Evaluation ofTuned = Evaluator.of(tuned.predictor()).evaluate(test);
        OodEvaluation clothes =
                Objects.requireNonNull(evaluation.outOfDistribution().get(CLOTHES));
        double meanAuroc = evaluation.meanAuroc(Score.EU).orElseThrow();
        Map<String, Double> results = new LinkedHashMap<>();
        results.put("bayesian_accuracy", ofAverage.accuracy());
        results.put("wrapped_accuracy", evaluation.accuracy());
        results.put("tuned_accuracy", ofTuned.accuracy());
        results.put("abstained", evaluation.abstained());
        evaluation.accuracyOfDecided().ifPresent(accuracy -> results.put("accuracy_of_decided", accuracy));
        results.put("clothes_abstained", clothes.abstained());
        results.put("mean_auroc", meanAuroc);
        List<String> summary = List.of(
                text(
                        "Trained a Bayesian network on %,d digits: %.1f %% accuracy on the test digits.",
                        train.size(), 100 * ofAverage.accuracy()),
                text(
                        "Wrapped its %,d weights into intervals: %.1f %% accuracy, and %.1f %% after one epoch of"
                                + " fine-tuning.",
                        wrapped.network().lower().length, 100 * evaluation.accuracy(), 100 * ofTuned.accuracy()),
                abstention(wrapped.abstention().orElseThrow(), evaluation),
                text("Shown clothes instead of digits, it abstains from %.0f %% of them.", 100 * clothes.abstained()),
                text(
                        "Its epistemic uncertainty (EU) detects out-of-distribution images with a mean AUROC of %.3f over"
                                + " %d datasets.",
                        meanAuroc, unknown.size()));
        EvaluationReport result = EvaluationReport.of("interval network", evaluation, test)
                .comparedWith("after one epoch of fine-tuning", ofTuned)
                .comparedWith("Bayesian, average of " + DRAWS + " draws", ofAverage)
                .comparedWith(
                        "mean network", Evaluator.of(bayesian.meanNetwork()).evaluate(test))
                .withOutOfDistribution(unknown)
                .with(DetectionResult.of("MI of the Bayesian network", ofAverage, Score.MUTUAL_INFORMATION))
                .with(DetectionResult.of(InputMahalanobis.fit(train, bayesian.input()), test, unknown))
                .with(DetectionResult.of(new NonZeroPixels(), test, unknown));
        List<Section> sections = new ArrayList<>(result.sections());
        sections.add(
                Section.of("One weight, from its posterior to its interval").with(weight(bayesian.network())));
        return new Report("epiwrap demo: digits", summary, results, sections, run);
    }

    private static String abstention(AbstentionRecord rule, Evaluation evaluation) {
        String goal = rule.goal() == AbstentionRecord.Goal.ACCURACY
                ? text("With a threshold for %.0f %% accuracy on held-out digits", 100 * rule.value())
                : text("With a threshold for %.0f %% coverage of held-out digits", 100 * rule.value());
        String abstains =
                text(", the wrapped network abstains from %.0f %% of the test digits", 100 * evaluation.abstained());
        return goal
                + abstains
                + (evaluation.accuracyOfDecided().isPresent()
                        ? text(
                                " and is correct on %.1f %% of the rest.",
                                100 * evaluation.accuracyOfDecided().getAsDouble())
                        : ".");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Returns the figures of the weight with the largest mean. */
    private List<Figure> weight(BayesianNetwork network) {
        float[] mu = network.means(0);
        int largest = 0;
        for (int i = 1; i < mu.length; i++) {
            largest = Math.abs(mu[i]) > Math.abs(mu[largest]) ? i : largest;
        }
        Posterior posterior = Posterior.gaussian(mu[largest], network.deviations(0)[largest]);
        return new WeightFigures(EpistemicWrapper.withDefaults().wrap(posterior))
                .all(new RandomStreams(seed).stream(0));
    }
}
