package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.epiwrap.baseline.FeatureBaselines;
import org.epiwrap.baseline.InputBaseline;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.IntervalTables;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.terminal.Stages;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.load.OodLoader;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.PromiseOutcome;
import org.epiwrap.evaluation.RandomSetQuality;
import org.epiwrap.evaluation.TemperatureScaling;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.StoredModel;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.report.Report;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.evaluation.DetectionResult;
import org.epiwrap.report.evaluation.EvaluationReport;
import org.epiwrap.report.evaluation.EvaluationTables;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Evaluates a model on test data and on out-of-distribution data. */
@Command(name = "evaluate")
public final class EvaluateCommand extends Subcommand {
    private static final String NEEDS_TRAINING =
            "needs the examples that the model was trained on: give them as --data, and those to test on as --test";

    @Parameters(paramLabel = "MODEL")
    private Path file = Path.of("");

    @Option(names = "--against", paramLabel = "DATASET")
    private List<Choices.OodData> against = List.of();

    @Option(names = "--draws", paramLabel = "N")
    private @Nullable Integer draws;

    @Option(names = "--random-sets", paramLabel = "N")
    private @Nullable Integer randomSets;

    @Option(names = "--report", paramLabel = "FOLDER")
    private @Nullable Path report;

    @Mixin
    private final DataArguments data = new DataArguments();

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    @Override
    public Integer call() throws IOException {
        return untilStopped(this::readAndEvaluate);
    }

    private int readAndEvaluate() throws IOException {
        try (StoredModel model = remarked(file, StoredModel.read(file))) {
            if (!(model instanceof BayesianModel) && (draws != null || randomSets != null)) {
                throw new IllegalArgumentException(
                        (draws != null ? "--draws" : "--random-sets") + " must be used with a Bayesian network, but "
                                + file + " is " + model.kind().title());
            }
            options.useThreads(model.architecture());
            DataArguments.Data images = data.forEvaluation(model, err());
            if (randomSets != null && !hasTraining(images)) {
                throw new IllegalArgumentException("--random-sets " + NEEDS_TRAINING);
            }
            Map<String, Dataset> unknown = outOfDistribution(images, model.input());
            if (report != null) {
                OutputPaths.createFolder(report);
            }
            print(model, images, evaluated(model, images, unknown));
        }
        return 0;
    }

    /** The classes that training left out come first, then what was asked for. */
    private Map<String, Dataset> outOfDistribution(DataArguments.Data examples, Input input) throws IOException {
        Map<String, Dataset> datasets = new LinkedHashMap<>();
        examples.training().unknown().ifPresent(unknown -> datasets.put(unknown.name(), unknown));
        List<String> asked =
                against.stream().flatMap(each -> each.parts().stream()).toList();
        OodLoader loader = OodLoader.of(input, examples.training().train(), examples.test())
                .with(data.options())
                .withSeed(seed);
        for (String each : asked) {
            if (!hasTraining(examples) && loader.needsTraining(each)) {
                throw new IllegalArgumentException("--against " + each + " " + NEEDS_TRAINING);
            }
        }
        datasets.putAll(loader.load(asked));
        return datasets;
    }

    /** A predictor, and a plain one that it is compared with, by the names in tables. */
    private record Compared(String name, Predictor predictor, String otherName, Predictor other) {

        /** Returns the report of both; on out-of-distribution data without labels only of the first. */
        EvaluationReport report(DataArguments.Data images, Map<String, Dataset> unknown) {
            Evaluation first = Evaluator.of(predictor).against(unknown).evaluate(images.test());
            Evaluation second = Evaluator.of(other).against(unknown).evaluate(images.test());
            EvaluationReport report = EvaluationReport.of(name, first, images.test())
                    .comparedWith(otherName, second)
                    .withOutOfDistribution(unknown);
            Dataset heldOut = images.training().split().heldOut();
            if (images.training().evidence() != ModelData.Evidence.RECORDED || heldOut.size() < 2) {
                return report;
            }
            Dataset choices = images.training()
                    .calibration(CalibrationSet.DEFAULT_HELD_OUT)
                    .choices();
            Map<String, TemperatureScaling> scalings = new LinkedHashMap<>();
            scalings.put(name, TemperatureScaling.of(predictor, choices, first));
            scalings.put(otherName, TemperatureScaling.of(other, choices, second));
            return report.with(EvaluationTables.temperatures(scalings));
        }
    }

    private EvaluationReport evaluated(StoredModel model, DataArguments.Data images, Map<String, Dataset> unknown) {
        Stages stages = new Stages(err(), options.quiet());
        stages.begins("evaluating on " + images.test().size() + " test " + images.plural());
        EvaluationReport result;
        Function<Dataset, FeatureBaselines> features;
        String plain;
        if (model instanceof BayesianModel bayesian) {
            int number = draws != null ? draws : BayesianAverage.USUAL_DRAWS;
            plain = "mean network";
            features = train -> FeatureBaselines.fit(bayesian.network(), train, model.input());
            try (BayesianAverage average = bayesian.predictor(number)) {
                result = new Compared("average of " + number, average, plain, bayesian.meanNetwork())
                        .report(images, unknown);
            }
            if (randomSets != null) {
                stages.begins("drawing " + randomSets + " interval networks");
                result = result.with(randomSets(bayesian, randomSets, images));
            }
        } else if (model instanceof EnsembleModel ensemble) {
            BayesianNetwork first = ensemble.members().get(0);
            plain = "its first member";
            features = train -> FeatureBaselines.fit(first, train, model.input());
            result = new Compared(
                            "ensemble of " + ensemble.members().size(),
                            ensemble.predictor(),
                            plain,
                            MeanNetwork.of(first, ensemble.input(), ensemble.classNames()))
                    .report(images, unknown);
        } else {
            EpistemicModel epistemic = (EpistemicModel) model;
            IntervalPredictor predictor = epistemic.predictor();
            plain = "midpoints";
            features = train -> FeatureBaselines.fit(predictor.network(), train, model.input());
            EvaluationReport both = promised(epistemic, compared(epistemic).report(images, unknown));
            for (Table table : IntervalTables.of(epistemic)) {
                both = both.with(table);
            }
            result = report == null
                    ? both
                    : predictor.explainer().map(both::explainedBy).orElse(both);
        }
        if (!unknown.isEmpty() && !hasTraining(images)) {
            remark("no baselines are computed: that " + NEEDS_TRAINING);
        } else if (!unknown.isEmpty()) {
            stages.begins("computing baselines");
            Dataset train = images.training().train();
            try (FeatureBaselines baselines = features.apply(train)) {
                for (DetectionResult each : DetectionResult.of(plain, baselines, images.test(), unknown)) {
                    result = result.with(each);
                }
            }
            for (InputBaseline baseline : InputBaseline.defaultsFor(train, model.input())) {
                result = result.with(DetectionResult.of(baseline, images.test(), unknown));
            }
        }
        return result;
    }

    /** A model that predicts by the midpoints of its weights is compared with those of its bounds, others with the former. */
    private static Compared compared(EpistemicModel model) {
        IntervalPredictor predictor = model.predictor();
        IntervalPredictor byBounds = IntervalPredictor.of(
                        predictor.network(), predictor.input(), predictor.classNames())
                .with(IntervalPredictor.Detail.PROBABILITIES);
        return model.averaging() == Averaging.WEIGHTS
                ? new Compared("interval network", predictor, "midpoints of bounds", byBounds)
                : new Compared("interval network", predictor, "midpoints", byBounds.with(Averaging.WEIGHTS));
    }

    private static EvaluationReport promised(EpistemicModel model, EvaluationReport plain) {
        return model.promises()
                .map(record -> plain.with(
                        EvaluationTables.promises(PromiseOutcome.of(record.calibrated(), plain.evaluation()))))
                .orElse(plain);
    }

    private static boolean hasTraining(DataArguments.Data examples) {
        return examples.training().train().size() > 0;
    }

    /** Measures the sets of classes that draws of a Bayesian network leave. */
    private static Table randomSets(BayesianModel model, int number, DataArguments.Data images) {
        CalibrationSet heldOut = images.calibration(CalibrationSet.DEFAULT_HELD_OUT);
        try (RandomSetPredictor predictor = EpistemicWrapping.withDefaults()
                .randomSets(model, number, images.training().train(), heldOut)) {
            return EvaluationTables.randomSets(
                    number,
                    RandomSetQuality.byRule(
                            predictor, images.test(), model.card().input()));
        }
    }

    private void print(StoredModel model, DataArguments.Data images, EvaluationReport evaluated) throws IOException {
        String kind = switch (model.kind()) {
            case BAYESIAN_NETWORK -> "bayesian";
            case ENSEMBLE -> "ensemble";
            default -> "interval";
        };
        ObjectNode facts = JsonNodeFactory.instance
                .objectNode()
                .put("model", file.toString())
                .put("kind", kind)
                .put("data", images.name())
                .put("test_examples", images.test().size());
        String headline = String.format(
                Locale.ROOT,
                "%s, %s, on %,d test %s of %s",
                file,
                model.kind().title(),
                images.test().size(),
                images.plural(),
                images.name());
        CommandResult result = new CommandResult(headline, facts, evaluated.tables(), evaluated.notes());
        if (report == null) {
            result.print(out(), options.json());
            return;
        }
        Report page = Report.of("epiwrap evaluate", run(file, model, seed)).withSummary(headline);
        for (Section section : evaluated.sections()) {
            page = page.with(section);
        }
        CommandResult.publish(
                page,
                report,
                written -> written.map(result::withReport).orElse(result).print(out(), options.json()));
    }
}
