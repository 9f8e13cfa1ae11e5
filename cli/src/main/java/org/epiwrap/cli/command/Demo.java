package org.epiwrap.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.baseline.InputBaseline;
import org.epiwrap.cli.terminal.TrainingProgress;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.profile.Description;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.PromiseOutcome;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.Calibration;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.FineTuning;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.CoveragePromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.PromiseException;
import org.epiwrap.promise.Promises;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.data.DescriptionTables;
import org.epiwrap.report.evaluation.DetectionResult;
import org.epiwrap.report.evaluation.EvaluationReport;
import org.epiwrap.report.evaluation.EvaluationTables;
import org.epiwrap.report.weight.WeightFigures;
import org.epiwrap.store.Text;
import org.epiwrap.wrap.EpistemicWrapper;

/** The whole way: train, wrap, calibrate, fine-tune, abstain, detect out-of-distribution data. */
record Demo(DemoData data, long seed, TrainingProgress progress) {
    private static final int DRAWS = 20;
    private static final Promises PROMISES =
            Promises.none().with(Promise.falseAlarm(0.05)).with(Promise.setCoverage(0.95));
    private static final AccuracyPromise ACCURACY = Promise.accuracy(0.98);
    /** A network of few examples may not reach the accuracy. */
    private static final CoveragePromise OTHERWISE = Promise.coverage(0.5);

    /** Runs all steps; {@code run} is the provenance of the report. */
    Report report(Run run) throws IOException {
        long start = System.nanoTime();
        BayesianTraining training = BayesianTraining.withDefaults()
                .with(data.net())
                .withEpochs(data.epochs())
                .withPatience(0)
                .withSeed(seed)
                .with(progress.training("training a Bayesian network"));
        try (BayesianModel bayesian = training.train(data.train())) {
            long trained = System.nanoTime();
            try (EpistemicModel wrapped =
                            EpistemicWrapping.withDefaults().wrap(bayesian, data.train(), data.calibration());
                    EpistemicModel tuned = FineTuning.withDefaults()
                            .withEpochs(1)
                            .with(progress.training("fine-tuning"))
                            .tune(wrapped, data.train(), data.calibration())) {
                EpistemicModel promising = promising(wrapped);
                long tunedAt = System.nanoTime();
                Report report = evaluated(
                        bayesian,
                        promising,
                        tuned,
                        run.setting("network", bayesian.architecture().toString())
                                .setting(
                                        "training " + data.plural(),
                                        text("%,d", data.train().size()))
                                .setting("epochs", String.valueOf(data.epochs())));
                return report.with(report.run()
                        .took("training", Duration.ofNanos(trained - start))
                        .took("wrapping and fine-tuning", Duration.ofNanos(tunedAt - trained))
                        .took("evaluation", Duration.ofNanos(System.nanoTime() - tunedAt)));
            }
        }
    }

    /** Returns a model, which shares its network, with the promises that it can keep. */
    private EpistemicModel promising(EpistemicModel model) {
        Calibration calibration = Calibration.withDefaults().with(PROMISES);
        try {
            return calibration.with(ACCURACY).calibrate(model, data.calibration());
        } catch (PromiseException refused) {
            return calibration.with(OTHERWISE).calibrate(model, data.calibration());
        }
    }

    private Report evaluated(BayesianModel bayesian, EpistemicModel wrapped, EpistemicModel tuned, Run run) {
        Dataset test = data.test();
        Map<String, Dataset> unknown = data.unknown();
        Evaluation evaluation =
                Evaluator.of(wrapped.predictor()).against(unknown).evaluate(test);
        Evaluation ofAverage;
        try (BayesianAverage average = bayesian.predictor(DRAWS)) {
            ofAverage = Evaluator.of(average).against(unknown).evaluate(test);
        }
        Evaluation ofTuned = Evaluator.of(tuned.predictor()).evaluate(test);
        EvaluationReport result = EvaluationReport.of("interval network", evaluation, test)
                .comparedWith("after one epoch of fine-tuning", ofTuned)
                .comparedWith("Bayesian, average of " + DRAWS + " draws", ofAverage)
                .comparedWith(
                        "mean network", Evaluator.of(bayesian.meanNetwork()).evaluate(test))
                .withOutOfDistribution(unknown)
                .with(EvaluationTables.promises(PromiseOutcome.of(promises(wrapped), evaluation)))
                .explainedBy(wrapped.predictor().explainer().orElseThrow())
                .with(DetectionResult.of("MI of the Bayesian network", ofAverage, Score.MUTUAL_INFORMATION));
        for (InputBaseline baseline : InputBaseline.defaultsFor(data.train(), bayesian.input())) {
            result = result.with(DetectionResult.of(baseline, test, unknown));
        }
        List<Section> sections = new ArrayList<>();
        data.description().map(Demo::described).ifPresent(sections::add);
        sections.addAll(result.sections());
        sections.add(
                Section.of("One weight, from its posterior to its interval").with(weight(bayesian.network())));
        return new Report(
                "epiwrap demo: " + data.plural(),
                summary(wrapped, evaluation, ofAverage, ofTuned),
                results(evaluation, ofAverage, ofTuned),
                sections,
                run);
    }

    /** Returns the columns of a table; its classes are among the results. */
    private static Section described(Description description) {
        return Section.of("Data")
                .withText(DescriptionTables.headline(description) + ".")
                .with(DescriptionTables.of(description, Text::visible).get(0));
    }

    private Map<String, Double> results(Evaluation evaluation, Evaluation ofAverage, Evaluation ofTuned) {
        Map<String, Double> results = new LinkedHashMap<>();
        results.put("bayesian_accuracy", ofAverage.accuracy());
        results.put("wrapped_accuracy", evaluation.accuracy());
        results.put("tuned_accuracy", ofTuned.accuracy());
        results.put("abstained", evaluation.abstained());
        evaluation.accuracyOfDecided().ifPresent(accuracy -> results.put("accuracy_of_decided", accuracy));
        results.put(data.highlight().result(), highlighted(evaluation));
        results.put("mean_auroc", evaluation.meanAuroc(Score.UNFAMILIARITY).orElseThrow());
        return results;
    }

    private double highlighted(Evaluation evaluation) {
        return evaluation.outOfDistribution(data.highlight().name()).abstained();
    }

    private List<String> summary(
            EpistemicModel wrapped, Evaluation evaluation, Evaluation ofAverage, Evaluation ofTuned) {
        List<String> lines = new ArrayList<>();
        data.description()
                .map(DescriptionTables::headline)
                .map(line -> line + ".")
                .ifPresent(lines::add);
        lines.add(text(
                "Trained a Bayesian network on %,d %s: %.1f %% accuracy on the test %s.",
                data.train().size(), data.plural(), 100 * ofAverage.accuracy(), data.plural()));
        lines.add(text(
                "Wrapped its %,d weights into intervals: %.1f %% accuracy, and %.1f %% after one epoch of fine-tuning.",
                wrapped.network().lower().length, 100 * evaluation.accuracy(), 100 * ofTuned.accuracy()));
        lines.add(abstention(wrapped, evaluation));
        lines.add(
                text("%s, it abstains from %.0f %% of them.", data.highlight().shown(), 100 * highlighted(evaluation)));
        lines.add(text(
                "Its unfamiliarity (UF) detects out-of-distribution %s with a mean AUROC of %.3f over %d datasets.",
                data.test().type().plural(),
                evaluation.meanAuroc(Score.UNFAMILIARITY).orElseThrow(),
                data.unknown().size()));
        if (data.test().type() instanceof ExampleType.Rows) {
            lines.addAll(rows(evaluation, wrapped.predictor().explainer().orElseThrow()));
        }
        return lines;
    }

    /** Returns lines with a decided row, an ambiguous one, and of each dataset an unfamiliar one with its reason. */
    private List<String> rows(Evaluation evaluation, Explainer explainer) {
        List<String> lines = new ArrayList<>();
        Predictions tested = evaluation.predictions();
        first(tested, Optional.empty()).ifPresent(i -> lines.add(text("Test row %d: %s.", i + 1, tested.get(i))));
        first(tested, Optional.of(Abstention.Reason.AMBIGUOUS))
                .ifPresent(i -> lines.add(text("Test row %d: %s.", i + 1, tested.get(i))));
        unfamiliar("Test row", data.test(), tested, explainer).ifPresent(lines::add);
        data.unknown().forEach((name, rows) -> {
            Predictions predictions = evaluation.outOfDistribution(name).predictions();
            unfamiliar("Row of " + name, rows, predictions, explainer).ifPresent(lines::add);
        });
        return lines;
    }

    private static Optional<String> unfamiliar(
            String name, Dataset rows, Predictions predictions, Explainer explainer) {
        OptionalInt first = first(predictions, Optional.of(Abstention.Reason.UNFAMILIAR));
        if (first.isEmpty()) {
            return Optional.empty();
        }
        int row = first.getAsInt();
        String why = explainer.explain(rows, row).inWords();
        return Optional.of(text("%s %d: %s; %s.", name, row + 1, predictions.get(row), why));
    }

    /** Returns the first prediction that has a reason to abstain, or none. */
    private static OptionalInt first(Predictions predictions, Optional<Abstention.Reason> reason) {
        return IntStream.range(0, predictions.size())
                .filter(i -> predictions.get(i).reason().equals(reason))
                .findFirst();
    }

    private static CalibratedPromises promises(EpistemicModel model) {
        return model.promises().orElseThrow().calibrated();
    }

    private String abstention(EpistemicModel wrapped, Evaluation evaluation) {
        CalibratedPromises promises = promises(wrapped);
        String line = text(
                "It promises: %s. The wrapped network abstains from %.0f %% of the test %s",
                promises.all().stream().map(Promise::inWords).collect(Collectors.joining("; ")),
                100 * evaluation.abstained(),
                data.plural());
        if (evaluation.accuracyOfDecided().isPresent()) {
            line += text(
                    " and is correct on %.1f %% of the rest",
                    100 * evaluation.accuracyOfDecided().getAsDouble());
        }
        String instead = text(
                ". An accuracy of %.0f %% cannot be promised on %,d calibration %s; a coverage is, instead",
                100 * ACCURACY.accuracy(), data.calibration().promises().size(), data.plural());
        return line + (promises.promises().accuracy().isEmpty() ? instead : "") + ". " + CalibratedPromises.BASIS;
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
