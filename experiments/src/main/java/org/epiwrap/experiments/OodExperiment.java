package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.RandomSetQuality;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Radii;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.TrainedRuns;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.randomset.SetRule;
import org.epiwrap.scoring.CentreDistance;

/**
 * How well scores detect out-of-distribution examples, shifts of a network's own test examples and other datasets, and how
 * well they detect its errors. Beside the epistemic score stand those of the Bayesian network, of an ensemble, and of the
 * pixels alone.
 */
final class OodExperiment {
    /** All scores that are compared. */
    static final List<MeasuredScore> SCORES =
            List.copyOf(EnumSet.range(MeasuredScore.NON_ZERO_PIXELS, MeasuredScore.MEAN_MAX_SOFTMAX));

    static final int MAX_RUNS = 3;
    /** Each takes many minutes. */
    static final int MAX_RUNS_OF_CONVOLUTIONS = 1;
    /** Of each dataset. */
    static final int MAX_IMAGES_OF_CONVOLUTIONS = 5000;

    private static final int MAX_DRAWS_OF_CONVOLUTIONS = 20;

    /** On which random sets are measured. */
    private static final int SET_IMAGES = 2000;

    static final int SET_DRAWS = 20;

    private final Workspace workspace;
    private final Setting setting;
    private final Key key;
    private final Dataset train;
    private final Dataset test;
    private final TrainingPlan plan;
    private final Map<String, Dataset> unknown = new LinkedHashMap<>();
    private final Values accuracies = new Values();
    private final Map<Key, Values> measured = new LinkedHashMap<>();
    /** The scores of test examples, one array for each run, or a single one if all runs have the same. */
    private final Map<MeasuredScore, List<double[]>> known = new EnumMap<>(MeasuredScore.class);
    /** Which test examples each run of the wrapped network predicts correctly. */
    private final List<boolean[]> correct = new ArrayList<>();

    OodExperiment(Workspace all, Setting setting) {
        this.workspace = all.limitedTo(maxRuns(setting));
        this.setting = setting;
        this.key = key(workspace, setting);
        this.train = workspace.data().trainButHeldOut(setting.data());
        this.test = limited(workspace.data().test(setting.data()));
        workspace.data().outOfDistribution(setting.data()).forEach((name, set) -> unknown.put(name, limited(set)));
        this.plan = workspace.calibratedPlan(setting, train.size());
    }

    static List<Setting> settings() {
        return Setting.sound(
                List.of(BuiltInData.MNIST, BuiltInData.FASHION_MNIST), List.of("mlp:8", "mlp:32", "lenet-5"));
    }

    static int maxRuns(Setting setting) {
        return setting.net().isConvolutional() ? MAX_RUNS_OF_CONVOLUTIONS : MAX_RUNS;
    }

    /** Returns what all measurements of a setting have in common. */
    static Key key(Workspace workspace, Setting setting) {
        Key key = workspace.limitedTo(maxRuns(setting)).calibratedKey(Topic.OOD, setting);
        return setting.net().isConvolutional() ? key.with(Field.IMAGES, MAX_IMAGES_OF_CONVOLUTIONS) : key;
    }

    static Key detection(Key key, String shift, MeasuredScore score) {
        return key.with(Field.PART, Part.DETECTION).with(Field.SHIFT, shift).with(Field.SCORE, score);
    }

    static Key rejection(Key key, MeasuredScore score) {
        return key.with(Field.PART, Part.REJECTION).with(Field.SCORE, score);
    }

    static Key accuracy(Key key) {
        return key.with(Field.PART, Part.ACCURACY);
    }

    static Key sets(Key key, SetRule rule, Radii radii) {
        return key.with(Field.PART, Part.SETS).with(Field.RULE, rule).with(Field.RADII, radii);
    }

    void run() throws IOException {
        // There may be more datasets than when it was measured last.
        if (workspace.has(accuracy(key)) && unknown.keySet().stream().allMatch(this::isMeasured)) {
            return;
        }
        // In this order, whichever is known first.
        for (String shift : unknown.keySet()) {
            SCORES.stream().forEach(score -> values(detection(key, shift, score)));
        }
        score();
        for (MeasuredScore score : SCORES) {
            List<double[]> own = Objects.requireNonNull(known.get(score));
            for (int run = 0; run < correct.size(); run++) {
                double[] scores = own.get(Math.min(run, own.size() - 1));
                ScoreQuality.addRejection(values(rejection(key, score)), scores, correct.get(run));
            }
        }
        measured.forEach(workspace::add);
        // Last: with it, everything of this setting is measured.
        workspace.add(accuracy(key), accuracies);
    }

    private boolean isMeasured(String shift) {
        return SCORES.stream().allMatch(score -> workspace.has(detection(key, shift, score)));
    }

    private Values values(Key place) {
        return measured.computeIfAbsent(place, unused -> new Values());
    }

    /** Adds the next run of a score. */
    private void add(MeasuredScore score, double[] own, Function<String, double[]> others) {
        known.computeIfAbsent(score, unused -> new ArrayList<>()).add(own);
        for (String shift : unknown.keySet()) {
            ScoreQuality.addDetection(values(detection(key, shift, score)), own, others.apply(shift));
        }
    }

    /** Adds the next run of a score that needs no predictions. */
    private void add(MeasuredScore score, Function<Dataset, double[]> scores) {
        add(score, scores.apply(test), shift -> scores.apply(Objects.requireNonNull(unknown.get(shift))));
    }

    /** Adds the next run of a predictor: its accuracy and its scores. */
    private void add(MeasuredScore.Source source, Quantity accuracy, Evaluation run) {
        accuracies.add(accuracy, run.accuracy());
        for (MeasuredScore score : SCORES) {
            if (score.source() == source) {
                add(
                        score,
                        ScoreQuality.scores(run.predictions(), score.score()),
                        shift -> ScoreQuality.scores(
                                Objects.requireNonNull(run.outOfDistribution().get(shift))
                                        .predictions(),
                                score.score()));
            }
        }
    }

    private Dataset limited(Dataset images) {
        return setting.net().isConvolutional() ? spread(images, MAX_IMAGES_OF_CONVOLUTIONS) : images;
    }

    /** Returns on how many test examples random sets are measured. */
    static int setImages(Workspace workspace) {
        return Math.min(SET_IMAGES, workspace.size().testImages());
    }

    private static Dataset spread(Dataset data, int maximum) {
        return data.select(ExperimentData.spread(data, maximum));
    }

    /** Measures all scores; each dataset is predicted once by each predictor. */
    private void score() throws IOException {
        workspace.data().pixelBaselines(train).forEach((score, baseline) -> add(score, baseline::scores));
        TrainedRuns bayesian = workspace.bayesian(setting, train, plan);
        Evaluations.of(data -> bayesian.average(data, draws()), test, unknown)
                .forEach(run -> add(MeasuredScore.Source.AVERAGE, Quantity.AVERAGE, run));
        TrainedRuns plain = workspace.plain(setting, train, plan);
        Evaluations.of(data -> plain.ensembles(data, Workspace.MEMBERS), test, unknown)
                .forEach(run -> add(MeasuredScore.Source.ENSEMBLE, Quantity.ENSEMBLE, run));
        List<BayesianModel> models = bayesian.models();
        try {
            models.forEach(this::wrapped);
        } finally {
            models.forEach(BayesianModel::close);
        }
    }

    /** Convolutions are too expensive for as many draws as small networks get; mutual information hardly changes. */
    private int draws() {
        int draws = workspace.size().draws();
        return setting.net().isConvolutional() ? Math.min(MAX_DRAWS_OF_CONVOLUTIONS, draws) : draws;
    }

    private void wrapped(BayesianModel bayesian) {
        CalibrationSet heldOut = workspace.data().heldOut(setting.data());
        EpistemicWrapping wrapping = EpistemicWrapping.withDefaults();
        EpistemicWrapping byBounds = wrapping.with(
                        Averaging.usual(bayesian.network().architecture()))
                .with(new RadiusScale.Fixed(1))
                .withoutScores();
        try (EpistemicModel model = wrapping.wrap(bayesian, train, heldOut);
                EpistemicModel unscaled = byBounds.wrap(bayesian, train, heldOut)) {
            add(MeasuredScore.Source.MEAN, Quantity.MEAN, evaluated(bayesian.meanNetwork()));
            Evaluation run = evaluated(model.predictor().with(IntervalPredictor.Detail.INTERVALS));
            add(MeasuredScore.Source.WRAPPED, Quantity.WRAPPED, run);
            correct.add(run.correct());
            CentreDistance distance =
                    CentreDistance.fit(model.network(), ExperimentData.forScores(train), model.input());
            add(MeasuredScore.CENTRE_DISTANCE, distance::scores);
            accuracies.add(Quantity.WRAPPED_UNSCALED, new EpistemicRuns(List.of(unscaled)).accuracies(test));
            double[] factors = model.wrapping().orElseThrow().radiusScales().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            randomSets(bayesian, Radii.INFORMATIVE, factors);
            randomSets(bayesian, Radii.AS_THEY_COME);
        }
    }

    private Evaluation evaluated(Predictor predictor) {
        return Evaluator.of(predictor).against(unknown).evaluate(test);
    }

    private void randomSets(BayesianModel bayesian, Radii radii, double... factors) {
        long seed = bayesian.network().seeds().own().get(0);
        try (RandomSetPredictor predictor =
                RandomSetPredictor.of(bayesian.network(), Wrapping.withDefaults(), SET_DRAWS, seed, factors)) {
            RandomSetQuality.byRule(predictor, spread(test, SET_IMAGES), bayesian.input())
                    .forEach((rule, quality) -> values(sets(key, rule, radii))
                            .add(Quantity.DECIDED, quality.decided())
                            .add(Quantity.PIGNISTIC, quality.pignistic())
                            .add(Quantity.SET_COVERAGE, quality.setCoverage())
                            .add(Quantity.SET_SIZE, quality.size())
                            .add(Quantity.VACUOUS, quality.vacuous()));
        }
    }
}
