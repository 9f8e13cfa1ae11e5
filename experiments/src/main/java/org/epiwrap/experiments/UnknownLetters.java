package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.sampling.ListSampler;
import org.epiwrap.baseline.InputMahalanobis;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.load.Data;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.TableFile;
import org.epiwrap.experiments.workspace.TrainedRuns;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.random.RandomStreams;

/**
 * How well scores detect letters that were left out of training: three for each run, drawn by its seed. They are much more
 * like the known letters than images of another dataset are like the known images.
 */
final class UnknownLetters {
    static final String NAME = "unknown-letters";
    static final int LEFT_OUT = 3;

    static final List<MeasuredScore> SCORES = List.of(
            MeasuredScore.EU,
            MeasuredScore.DELTA,
            MeasuredScore.U,
            MeasuredScore.TU,
            MeasuredScore.BAYESIAN_INFORMATION,
            MeasuredScore.BAYESIAN_ENTROPY,
            MeasuredScore.WRAPPED_MAX_SOFTMAX,
            MeasuredScore.MEAN_MAX_SOFTMAX,
            MeasuredScore.ROW_DISTANCE);

    private final Workspace workspace;
    private final Dataset letters;
    private final Key key;
    private final Map<MeasuredScore, Values> measured = new EnumMap<>(MeasuredScore.class);

    UnknownLetters(Workspace all) throws IOException {
        this.workspace = all.limitedTo(TableExperiment.MAX_RUNS);
        this.letters = workspace.data().table(TableFile.LETTERS);
        this.key = key(all);
    }

    private static Key key(Workspace workspace) {
        return TableExperiment.key(workspace)
                .with(Field.TABLE, TableFile.LETTERS)
                .with(Field.PART, Part.DETECTION);
    }

    static Key key(Workspace workspace, MeasuredScore score) {
        return key(workspace).with(Field.SCORE, score);
    }

    void run() throws IOException {
        if (SCORES.stream().allMatch(score -> workspace.has(key.with(Field.SCORE, score)))) {
            return;
        }
        for (long seed : workspace.seeds()) {
            List<String> unknown = leftOut(letters.classNames(), seed);
            measure(TableExperiment.divide(letters, seed, unknown), unknown, seed);
        }
        SCORES.forEach(score -> workspace.add(key.with(Field.SCORE, score), values(score)));
    }

    /** Returns the classes that the run of a seed leaves out, in alphabetical order. */
    static List<String> leftOut(List<String> names, long seed) {
        List<String> shuffled = new ArrayList<>(names);
        ListSampler.shuffle(new RandomStreams(seed).stream(0), shuffled);
        return shuffled.subList(0, LEFT_OUT).stream().sorted().toList();
    }

    private void measure(Data data, List<String> unknown, long seed) throws IOException {
        Dataset train = data.split().train();
        Dataset test = data.split().test();
        Dataset others = data.unknown().orElseThrow();
        TrainedRuns runs = workspace.onTable("letters-without-" + String.join("", unknown), train, seed);
        int draws = workspace.size().draws();
        add(
                MeasuredScore.Source.AVERAGE,
                runs.average(test, draws).get(0),
                runs.average(others, draws).get(0));
        add(MeasuredScore.Source.MEAN, runs.mean(test).get(0), runs.mean(others).get(0));
        try (BayesianModel bayesian = runs.models().get(0);
                EpistemicModel model = EpistemicWrapping.withDefaults().wrap(bayesian, data.split())) {
            add(MeasuredScore.Source.WRAPPED, model.predict(test), model.predict(others));
        }
        InputMahalanobis distance = InputMahalanobis.fit(train, runs.card().input());
        ScoreQuality.addDetection(values(MeasuredScore.ROW_DISTANCE), distance.scores(test), distance.scores(others));
    }

    private void add(MeasuredScore.Source source, Predictions known, Predictions unknown) {
        for (MeasuredScore score : SCORES) {
            if (score.source() == source) {
                ScoreQuality.addDetection(
                        values(score),
                        ScoreQuality.scores(known, score.score()),
                        ScoreQuality.scores(unknown, score.score()));
            }
        }
    }

    private Values values(MeasuredScore score) {
        return measured.computeIfAbsent(score, unused -> new Values());
    }
}
