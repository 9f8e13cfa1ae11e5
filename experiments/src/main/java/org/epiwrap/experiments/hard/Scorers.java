package org.epiwrap.experiments.hard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.baseline.FeatureBaselines;
import org.epiwrap.baseline.InputBaseline;
import org.epiwrap.baseline.NearestNeighbours;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.TrainedRuns;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;

/** All that gives scores to images in one setting: Bayesian networks, ensembles, wrapped networks, and pixels alone. */
final class Scorers implements AutoCloseable {
    /** Convolutions are too expensive for as many draws as small networks get. */
    private static final int MAX_DRAWS_OF_CONVOLUTIONS = 20;

    private final TrainedRuns bayesian;
    private final TrainedRuns plain;
    private final int draws;
    private final List<InputBaseline> pixels;
    private final List<Run> runs = new ArrayList<>();

    /** The networks of one run, which share their weights. */
    private record Run(BayesianModel bayesian, EpistemicModel wrapped, FeatureBaselines baselines)
            implements AutoCloseable {
        @Override
        public void close() {
            baselines.close();
            wrapped.close();
            bayesian.close();
        }
    }

    private Scorers(TrainedRuns bayesian, TrainedRuns plain, int draws, List<InputBaseline> pixels) {
        this.bayesian = bayesian;
        this.plain = plain;
        this.draws = draws;
        this.pixels = pixels;
    }

    /** Trains the networks of a setting, unless they were trained before, and fits all scores. */
    static Scorers of(Workspace workspace, Setting setting) throws IOException {
        Dataset train = workspace.data().trainButHeldOut(setting.data());
        TrainingPlan plan = workspace.calibratedPlan(setting, train.size());
        int draws = workspace.size().draws();
        List<InputBaseline> pixels =
                new ArrayList<>(workspace.data().pixelBaselines(train).values());
        pixels.add(NearestNeighbours.fit(train, PictureInput.unit(train.shape())));
        Scorers all = new Scorers(
                workspace.bayesian(setting, train, plan),
                workspace.plain(setting, train, plan),
                setting.net().isConvolutional() ? Math.min(MAX_DRAWS_OF_CONVOLUTIONS, draws) : draws,
                pixels);
        try {
            CalibrationSet heldOut = workspace.data().heldOut(setting.data());
            for (BayesianModel model : all.bayesian.models()) {
                all.runs.add(run(model, train, heldOut));
            }
            return all;
        } catch (IOException | RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private static Run run(BayesianModel model, Dataset train, CalibrationSet heldOut) throws IOException {
        EpistemicModel wrapped = EpistemicWrapping.withDefaults().wrap(model, train, heldOut);
        return new Run(
                model, wrapped, FeatureBaselines.fit(model.network(), ExperimentData.forScores(train), model.input()));
    }

    /** Returns all scores of all examples. */
    Scored score(Dataset data) {
        Scored all = new Scored();
        for (Run run : runs) {
            Predictions wrapped = run.wrapped
                    .predictor()
                    .with(IntervalPredictor.Detail.PROBABILITIES)
                    .predict(data);
            all.add(Subject.WRAPPED, wrapped);
            all.wrapped().add(wrapped);
        }
        bayesian.average(data, draws).forEach(run -> all.add(Subject.BNN, run));
        plain.ensembles(data, Workspace.MEMBERS).forEach(run -> all.add(Subject.ENSEMBLE, run));
        for (Run run : runs) {
            Predictions mean = run.bayesian.meanNetwork().predict(data);
            all.add(Subject.MEAN, mean);
            all.mean().add(mean);
            run.baselines.scores(data).forEach((name, scores) -> all.add(Subject.MEAN, name, scores));
        }
        pixels.forEach(baseline -> all.add(Subject.PIXELS, baseline.name(), baseline.scores(data)));
        return all;
    }

    @Override
    public void close() {
        runs.forEach(Run::close);
    }
}
