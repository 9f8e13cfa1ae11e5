package org.epiwrap.experiments;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Ranking;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Task;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.Preset;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.MonteCarloDropout;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;

/**
 * The paper's comparison after fine-tuning: a wrapped network and one whose intervals started at random, each with active
 * dropout. How well does the disagreement of passes detect all clothes among digits, and errors among digits? For
 * comparison there are the epistemic scores; for clothes the pixels alone, for errors the Bayesian network and an ensemble.
 */
final class DropoutExperiment {
    /** Each takes {@link Workspace#MEMBERS} networks. */
    static final int MAX_ENSEMBLES = 3;

    private static final int PASSES = 20;

    private final Workspace workspace;
    private final Setting setting;
    private final Dataset train;
    private final Dataset test;
    private final Map<String, Dataset> clothes = new LinkedHashMap<>();

    DropoutExperiment(Workspace workspace, Preset preset) {
        this.workspace = workspace;
        this.setting = setting(preset);
        ExperimentData data = workspace.data();
        this.train = data.train(setting.data());
        this.test = data.test(setting.data());
        clothes.put("training", data.train(BuiltInData.FASHION_MNIST));
        clothes.put("test", data.test(BuiltInData.FASHION_MNIST));
    }

    static Setting setting(Preset preset) {
        return Setting.of(preset, BuiltInData.MNIST, "mlp:8");
    }

    /** Returns a part of what is measured of a network; of ensembles there are fewer runs. */
    static Key key(Workspace workspace, Preset preset, Part part, Subject network) {
        return workspace
                .limitedTo(network == Subject.ENSEMBLE ? MAX_ENSEMBLES : Integer.MAX_VALUE)
                .key(Topic.DROPOUT, setting(preset))
                .with(Field.PART, part)
                .with(Field.NETWORK, network);
    }

    private Key key(Part part, Subject network) {
        return key(workspace, setting.preset(), part, network);
    }

    private Key rejection(Subject network) {
        return key(Part.REJECTION, network).with(Field.SCORE, MeasuredScore.ENTROPY);
    }

    void run() throws IOException {
        // The last that is measured.
        if (workspace.has(key(Part.ACCURACY, Subject.INN))) {
            return;
        }
        boolean sound = setting.preset() == Preset.SOUND;
        if (sound) {
            unlessMeasured(
                    key(Part.DETECTION, Subject.PIXELS).with(Field.SCORE, MeasuredScore.PIXEL_DISTANCE), this::pixels);
            unlessMeasured(rejection(Subject.BNN), this::bayesian);
            unlessMeasured(rejection(Subject.ENSEMBLE), this::ensemble);
        }
        AccuracyExperiment networks = new AccuracyExperiment(workspace, setting);
        WrappingChoice choice =
                sound ? WrappingChoice.of(Ranking.SIGMA, 1) : WrappingChoice.of(Ranking.MU_PLUS_SIGMA, 0.05);
        try (EpistemicRuns tuned = networks.tunedWithBaseline(choice);
                IntervalNetwork all = tuned.together()) {
            EpistemicModel first = tuned.models().get(0);
            MonteCarloDropout dropout =
                    MonteCarloDropout.of(all, first.input(), first.classNames(), first.averaging(), PASSES);
            List<Evaluation> runs = Evaluations.of(dropout::predictRuns, test, clothes);
            measure(Subject.WRAPPED, 0, tuned, runs);
            measure(Subject.INN, workspace.runs(), tuned, runs);
        }
    }

    private void unlessMeasured(Key place, Task.Work part) throws IOException {
        if (!workspace.has(place)) {
            part.run();
        }
    }

    /** Measures the runs of a network, the first of which has this number among all. */
    private void measure(Subject network, int first, EpistemicRuns tuned, List<Evaluation> runs) {
        Map<Key, Values> measured = new LinkedHashMap<>();
        Values accuracy = new Values();
        for (int run = first; run < first + workspace.runs(); run++) {
            Evaluation own = runs.get(run);
            add(measured, network, own, MeasuredScore.DROPOUT_INFORMATION, MeasuredScore.DROPOUT_MAX_SOFTMAX);
            double[] information = own.predictions().scores(Score.MUTUAL_INFORMATION);
            accuracy.add(Quantity.ACCURACY, own.accuracy())
                    .add(
                            Quantity.INFORMATION,
                            Arrays.stream(information).average().orElseThrow());
            // Bounds that have crossed have no radii.
            if (setting.preset() == Preset.SOUND) {
                add(measured, network, withoutDropout(tuned.models().get(run)), MeasuredScore.EU, MeasuredScore.TU0);
            }
        }
        measured.forEach(workspace::add);
        workspace.add(key(Part.ACCURACY, network), accuracy);
    }

    /** Adds the quality of scores of a run. */
    private void add(Map<Key, Values> measured, Subject network, Evaluation run, MeasuredScore... scores) {
        for (MeasuredScore score : scores) {
            double[] digits = ScoreQuality.scores(run.predictions(), score.score());
            // TU0 is no score of clothes.
            if (score != MeasuredScore.TU0) {
                Key place = key(Part.DETECTION, network).with(Field.SCORE, score);
                ScoreQuality.addDetection(
                        measured.computeIfAbsent(place, unused -> new Values()),
                        digits,
                        joined(run.outOfDistribution().values().stream()
                                .map(set -> ScoreQuality.scores(set.predictions(), score.score()))));
            }
            Key place = key(Part.REJECTION, network).with(Field.SCORE, score);
            ScoreQuality.addRejection(measured.computeIfAbsent(place, unused -> new Values()), digits, run.correct());
        }
    }

    /** Evaluates a run without dropout: its scores are compared with its own errors. */
    private Evaluation withoutDropout(EpistemicModel model) {
        return Evaluator.of(model.withScores(train).predictor().with(IntervalPredictor.Detail.INTERVALS))
                .against(clothes)
                .evaluate(test);
    }

    private static double[] joined(Stream<double[]> parts) {
        return parts.flatMapToDouble(Arrays::stream).toArray();
    }

    private void pixels() {
        workspace.data().pixelBaselines(train).forEach((score, baseline) -> {
            Values values = new Values();
            ScoreQuality.addDetection(
                    values,
                    baseline.scores(test),
                    joined(clothes.values().stream().map(baseline::scores)));
            workspace.add(key(Part.DETECTION, Subject.PIXELS).with(Field.SCORE, score), values);
        });
    }

    private void bayesian() throws IOException {
        addRejection(
                Subject.BNN,
                workspace
                        .bayesian(setting, train)
                        .average(test, workspace.size().draws()),
                run -> run.scores(Score.ENTROPY));
    }

    private void ensemble() throws IOException {
        addRejection(
                Subject.ENSEMBLE,
                workspace
                        .limitedTo(MAX_ENSEMBLES)
                        .plain(setting, train, workspace.plan(setting, train.size()))
                        .ensembles(test, Workspace.MEMBERS),
                DropoutExperiment::totalEntropy);
    }

    /** Returns the entropy of the members' mean: what they agree is uncertain, and what they disagree on. */
    private static double[] totalEntropy(Predictions predictions) {
        double[] total = predictions.scores(Score.EXPECTED_ENTROPY);
        double[] information = predictions.scores(Score.MUTUAL_INFORMATION);
        Arrays.setAll(total, i -> total[i] + information[i]);
        return total;
    }

    private void addRejection(Subject network, List<Predictions> runs, Function<Predictions, double[]> entropy) {
        Values values = new Values();
        for (Predictions run : runs) {
            ScoreQuality.addRejection(
                    values, entropy.apply(run), Evaluation.of(run, test).correct());
        }
        workspace.add(rejection(network), values);
    }
}
