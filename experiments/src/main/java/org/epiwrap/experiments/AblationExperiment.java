package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Measurements;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Stage;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.FineTuning;
import org.epiwrap.model.Preset;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.EpistemicWrapper;

/** What each step of the method contributes: the sound choices, and each of them replaced by another, one at a time. */
final class AblationExperiment implements AutoCloseable {
    /** More would add little. */
    static final int MAX_RUNS = 3;

    /** A third of the epochs that the tables of accuracy take, since there are many choices to tune. */
    private static final int MAX_TUNING_EPOCHS = 3;

    private static final List<Column> COLUMNS = List.of(
            Column.text("step"),
            Column.text("choice"),
            Column.percent("accuracy before", 2).higherIsBetter(),
            Column.percent("accuracy after fine-tuning", 2).higherIsBetter(),
            Column.number("mean width of probabilities", 3).lowerIsBetter(),
            Column.number("mean set size", 2).lowerIsBetter(),
            Column.percent("set coverage", 2),
            Column.number("AUROC of EU (or of pixels), other dataset and rotated", 3)
                    .higherIsBetter());

    private final Workspace workspace;
    private final Setting setting;
    private final Key key;
    private final Dataset train;
    private final Dataset test;
    private final Map<String, Dataset> unknown;
    /** Runs by what their intervals depend on, which many variants share. */
    private final Map<Intervals, EpistemicRuns> known = new HashMap<>();
    /** What was measured of them before fine-tuning. */
    private final Map<Intervals, Values> knownBefore = new HashMap<>();

    AblationExperiment(Workspace all, Setting setting) {
        this.workspace = all.limitedTo(MAX_RUNS);
        this.setting = setting;
        this.key = workspace.calibratedKey(Topic.ABLATION, setting);
        ExperimentData data = workspace.data();
        this.train = data.trainButHeldOut(setting.data());
        this.test = data.test(setting.data());
        this.unknown = Map.of(
                "other", data.test(ExperimentData.other(setting.data())),
                "rotated", Shift.rotated().apply(test));
    }

    static List<Setting> settings() {
        // The longest first.
        return List.of(
                Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:16-8"),
                Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:8"),
                Setting.of(Preset.SOUND, BuiltInData.FASHION_MNIST, "mlp:8"));
    }

    static Key before(Key key, Variant variant) {
        return variant.in(key).with(Field.STAGE, Stage.BEFORE);
    }

    static Key after(Key key, Variant variant, int epochs) {
        return variant.in(key).with(Field.STAGE, Stage.AFTER).with(Field.EPOCHS, List.of(epochs));
    }

    static Key pixels(Key key, MeasuredScore baseline) {
        return key.with(Field.PIXELS, baseline);
    }

    static int tuningEpochs(Workspace workspace) {
        return Math.min(workspace.size().tuningEpochs(), MAX_TUNING_EPOCHS);
    }

    void run() throws IOException {
        if (!workspace.has(pixels(key, MeasuredScore.PIXEL_DISTANCE))) {
            measurePixels();
        }
        // Those that are tuned alike are tuned in one computation.
        Map<Tuning, List<Variant>> missing = new LinkedHashMap<>();
        for (Variant variant : Variant.all()) {
            if (!workspace.has(before(key, variant))) {
                measureBefore(variant);
            }
            if (!workspace.has(after(key, variant, tuningEpochs(workspace)))) {
                missing.computeIfAbsent(new Tuning(variant.rule(), variant.averaging()), unused -> new ArrayList<>())
                        .add(variant);
            }
        }
        for (List<Variant> alike : missing.values()) {
            measureAfter(alike);
        }
    }

    /** How variants are fine-tuned. */
    private record Tuning(BoundsRule rule, Optional<Averaging> averaging) {}

    /** Measures what is detected without any network. */
    private void measurePixels() {
        workspace.data().pixelBaselines(train).forEach((score, baseline) -> {
            double[] own = baseline.scores(test);
            double auroc = unknown.values().stream()
                    .mapToDouble(
                            set -> Detection.between(own, baseline.scores(set)).auroc())
                    .average()
                    .orElseThrow();
            workspace.add(pixels(key, score), new Values().add(Quantity.AUROC, auroc));
        });
    }

    /**
     * What a variant depends on before it is fine-tuned.
     *
     * @param draws of which the mean is taken; 0 for the expected interval
     */
    private record Intervals(
            EpistemicWrapper wrapper,
            Budget budget,
            RadiusScale radiusScale,
            int draws,
            Optional<Averaging> averaging) {}

    private Intervals intervals(Variant variant) {
        Wrapping wrapping = variant.wrapping().wrapping(train, Input.defaultFor(train));
        return new Intervals(
                wrapping.wrapper(),
                wrapping.budget(),
                variant.wrapping().radiusScale(),
                variant.draws(),
                variant.averaging());
    }

    private List<EpistemicModel> wrapped(Variant variant) throws IOException {
        EpistemicRuns runs = known.get(intervals(variant));
        if (runs == null) {
            runs = wrap(variant);
            known.put(intervals(variant), runs);
        }
        return runs.models();
    }

    private EpistemicRuns wrap(Variant variant) throws IOException {
        TrainingPlan plan = workspace.calibratedPlan(setting, train.size());
        List<BayesianModel> models = workspace.bayesian(setting, train, plan).models();
        try {
            return EpistemicRuns.collect(runs -> {
                for (BayesianModel model : models) {
                    long seed = model.network().seeds().own().get(0);
                    runs.add(variant.wrapping(seed)
                            .wrap(model, train, workspace.data().heldOut(setting.data())));
                }
            });
        } finally {
            models.forEach(BayesianModel::close);
        }
    }

    private void measureBefore(Variant variant) throws IOException {
        Values values = knownBefore.get(intervals(variant));
        if (values == null) {
            values = new Values();
            for (EpistemicModel model : wrapped(variant)) {
                measure(model, values);
            }
            knownBefore.put(intervals(variant), values);
        }
        workspace.add(before(key, variant), values);
    }

    private void measure(EpistemicModel model, Values values) {
        IntervalPredictor scores = model.predictor().with(IntervalPredictor.Detail.PROBABILITIES);
        Evaluation evaluation = Evaluation.of(model.predictor().predict(test), test);
        for (Map.Entry<String, Dataset> set : unknown.entrySet()) {
            evaluation = evaluation.against(set.getKey(), scores.predict(set.getValue()));
        }
        double width = 0;
        for (double own : evaluation.predictions().scores(Score.WIDTH)) {
            width += own / test.size();
        }
        SetQuality sets = evaluation.possible().orElseThrow();
        values.add(Quantity.ACCURACY, evaluation.accuracy())
                .add(Quantity.WIDTH, width)
                .add(Quantity.SET_COVERAGE, sets.setCoverage())
                .add(Quantity.SET_SIZE, sets.meanSize())
                .add(Quantity.AUROC, evaluation.meanAuroc(Score.EU).orElseThrow());
    }

    private void measureAfter(List<Variant> alike) throws IOException {
        List<EpistemicModel> starts = new ArrayList<>();
        for (Variant variant : alike) {
            starts.addAll(wrapped(variant));
        }
        int runs = workspace.runs();
        int epochs = tuningEpochs(workspace);
        FineTuning tuning = workspace.tuning(setting, alike.get(0).tuning().withEpochs(epochs), alike.size());
        try (EpistemicRuns tuned = new EpistemicRuns(tuning.tune(starts, train))) {
            List<Double> all = tuned.accuracies(test);
            for (int i = 0; i < alike.size(); i++) {
                workspace.add(
                        after(key, alike.get(i), epochs),
                        new Values().add(Quantity.ACCURACY, all.subList(i * runs, (i + 1) * runs)));
            }
        }
    }

    @Override
    public void close() {
        known.values().forEach(EpistemicRuns::close);
    }

    /** Returns what was measured, a table for each network. */
    static List<Table> tables(Workspace workspace) {
        Workspace own = workspace.limitedTo(MAX_RUNS);
        return settings().stream().map(setting -> table(own, setting)).toList();
    }

    private static Table table(Workspace workspace, Setting setting) {
        Measurements measurements = workspace.measurements();
        int epochs = tuningEpochs(workspace);
        Key key = workspace.calibratedKey(Topic.ABLATION, setting);
        List<List<Cell>> rows = new ArrayList<>();
        for (Variant variant : Variant.all()) {
            List<Cell> row = new ArrayList<>(measurements.row(
                    List.of(variant.step(), variant.choice()),
                    before(key, variant),
                    List.of(
                            Quantity.ACCURACY,
                            Quantity.WIDTH,
                            Quantity.SET_SIZE,
                            Quantity.SET_COVERAGE,
                            Quantity.AUROC)));
            row.add(3, measurements.cell(after(key, variant, epochs), Quantity.ACCURACY));
            rows.add(row);
        }
        for (MeasuredScore baseline : List.of(MeasuredScore.NON_ZERO_PIXELS, MeasuredScore.PIXEL_DISTANCE)) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of("no network"), Cell.of(baseline.toString())));
            while (row.size() < COLUMNS.size() - 1) {
                row.add(Cell.missing());
            }
            row.add(measurements.cell(pixels(key, baseline), Quantity.AUROC));
            rows.add(row);
        }
        return new Table(
                "ablation-" + setting.fileName(),
                setting + ": the sound choices, and each replaced by another; radii are chosen anew for each;"
                        + " epochs of fine-tuning: " + epochs + "; " + workspace.runsInWords(),
                COLUMNS,
                rows);
    }
}
