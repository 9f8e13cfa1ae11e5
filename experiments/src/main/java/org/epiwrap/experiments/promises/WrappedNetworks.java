package org.epiwrap.experiments.promises;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.TrainedRuns;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.promise.PromiseCalibration;
import org.epiwrap.promise.SetScore;

/** The networks of a setting, wrapped by the defaults: choices are made on one half of the held-out examples. */
final class WrappedNetworks implements AutoCloseable {
    private final Dataset train;
    private final CalibrationSet heldOut;
    private final IntervalPredictor.Detail detail;
    private final TrainedRuns bayesian;
    private final List<BayesianModel> models;
    private final List<EpistemicModel> wrapped = new ArrayList<>();

    private WrappedNetworks(Workspace workspace, Setting setting, IntervalPredictor.Detail detail) throws IOException {
        this.train = workspace.data().trainButHeldOut(setting.data());
        this.heldOut = workspace.data().halves(setting.data());
        this.detail = detail;
        this.bayesian = workspace.bayesian(setting, train, workspace.calibratedPlan(setting, train.size()));
        this.models = bayesian.models();
    }

    /** Trains the networks of a setting, unless they were trained before, and wraps them. */
    static WrappedNetworks of(Workspace workspace, Setting setting, IntervalPredictor.Detail detail)
            throws IOException {
        WrappedNetworks networks = new WrappedNetworks(workspace, setting, detail);
        try {
            for (BayesianModel model : networks.models) {
                networks.wrapped.add(EpistemicWrapping.withDefaults().wrap(model, networks.train, networks.heldOut));
            }
            return networks;
        } catch (RuntimeException e) {
            networks.close();
            throw e;
        }
    }

    /** Returns the half of the held-out examples for promises. */
    Dataset promises() {
        return heldOut.promises();
    }

    int runs() {
        return wrapped.size();
    }

    /** Predicts by the wrapped network of a run, with what sets by any score need. */
    Predictions predict(int run, Dataset data) {
        IntervalPredictor predictor = wrapped.get(run).predictor().with(detail);
        return PromiseCalibration.scoring(predictor, Optional.of(SetScore.CONTOUR))
                .predict(data);
    }

    /** Predicts by the mean network of each run. */
    List<Predictions> mean(Dataset data) {
        return bayesian.mean(data);
    }

    /** Scores what is known of a run's network, and its test examples. */
    ScoredNetwork score(int run, Dataset test) {
        return ScoredNetwork.of(
                predicted(run, heldOut.choices()), predicted(run, heldOut.promises()), predicted(run, test));
    }

    private ScoredNetwork.Predicted predicted(int run, Dataset data) {
        return new ScoredNetwork.Predicted(predict(run, data), data);
    }

    @Override
    public void close() {
        wrapped.forEach(EpistemicModel::close);
        models.forEach(BayesianModel::close);
    }
}
