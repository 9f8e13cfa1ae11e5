package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Stage;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.Preset;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Score;

/** What each step of the method contributes: the sound choices, and each of them replaced by another, one at a time. */
final class AblationExperiment implements AutoCloseable {
    /** More would add little. */
    static final int MAX_RUNS = 3;

    /** A third of the epochs that the tables of accuracy take, since there are many choices to tune. */
    private static final int MAX_TUNING_EPOCHS = 3;

    private final Workspace workspace;
    private final Setting setting;
    private final Key key;
    private final Dataset train;
    private final Dataset test;
    private final Map<String, Dataset> unknown;
    private final Architecture architecture;
    /** Runs by what their intervals depend on, which many variants share. */
    private final Map<List<Object>, List<EpistemicModel>> known = new HashMap<>();
    /** What was measured of them before fine-tuning. */
    private final Map<List<Object>, Values> knownBefore = new HashMap<>();

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
        this.architecture = setting.architecture(train);
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
        for (Variant variant : Variant.all()) {
            if (!workspace.has(before(key, variant))) {
                measureBefore(variant);
            }
        }
        TuningPlan usual = TuningPlan.sound(architecture).withEpochs(tuningEpochs(workspace));
        // Those that are tuned by the same plan are tuned in one computation.
        Map<TuningPlan, List<Variant>> missing = new LinkedHashMap<>();
        for (Variant variant : Variant.all()) {
            if (variant.isTuned() && !workspace.has(after(key, variant, usual.epochs()))) {
                TuningPlan plan =
                        usual.with(variant.rule()).with(variant.averaging().orElse(usual.averaging()));
                missing.computeIfAbsent(plan, unused -> new ArrayList<>()).add(variant);
            }
        }
        for (Map.Entry<TuningPlan, List<Variant>> entry : missing.entrySet()) {
            measureAfter(entry.getKey(), entry.getValue());
        }
    }

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

    private List<EpistemicModel> wrapped(Variant variant) throws IOException {
        List<Object> choices = variant.intervals(architecture);
        List<EpistemicModel> runs = known.get(choices);
        if (runs == null) {
            runs = wrap(variant);
            known.put(choices, runs);
        }
        return runs;
    }

    private List<EpistemicModel> wrap(Variant variant) throws IOException {
        List<EpistemicModel> runs = new ArrayList<>();
        List<BayesianModel> models = workspace
                .bayesian(setting, train, workspace.calibratedPlan(setting, train.size()))
                .models();
        try {
            for (BayesianModel model : models) {
                runs.add(variant.wrapping(model.network().seeds().own().get(0))
                        .wrap(model, train, workspace.data().heldOut(setting.data())));
            }
            return runs;
        } catch (RuntimeException e) {
            runs.forEach(EpistemicModel::close);
            throw e;
        } finally {
            models.forEach(BayesianModel::close);
        }
    }

    private void measureBefore(Variant variant) throws IOException {
        List<Object> choices = variant.intervals(architecture);
        Values values = knownBefore.get(choices);
        if (values == null) {
            values = new Values();
            for (EpistemicModel model : wrapped(variant)) {
                measure(model, values);
            }
            knownBefore.put(choices, values);
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
        SetQuality sets = evaluation.sets().orElseThrow();
        values.add(Quantity.ACCURACY, evaluation.accuracy())
                .add(Quantity.WIDTH, width)
                .add(Quantity.SET_COVERAGE, sets.setCoverage())
                .add(Quantity.SET_SIZE, sets.meanSize())
                .add(Quantity.AUROC, evaluation.meanAuroc(Score.EU).orElseThrow());
    }

    private void measureAfter(TuningPlan plan, List<Variant> variants) throws IOException {
        List<IntervalNetwork> starts = new ArrayList<>();
        for (Variant variant : variants) {
            wrapped(variant).forEach(model -> starts.add(model.network()));
        }
        int runs = workspace.runs();
        try (IntervalNetwork tuned = workspace.tune(setting, starts, train, plan)) {
            List<Double> all = Evaluations.accuracies(tuned, Input.defaultFor(train), plan.averaging(), test);
            for (int i = 0; i < variants.size(); i++) {
                workspace.add(
                        after(key, variants.get(i), plan.epochs()),
                        new Values().add(Quantity.ACCURACY, all.subList(i * runs, (i + 1) * runs)));
            }
        }
    }

    @Override
    public void close() {
        known.values().forEach(runs -> runs.forEach(EpistemicModel::close));
    }
}
