package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.Dataset;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Stage;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.IntervalFiles;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.TrainedRuns;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.FineTuning;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.Predictions;

/**
 * Measures accuracies of small networks: of the Bayesian one, of the baseline whose intervals start at random, and of those
 * wrapped by several choices, before and after fine-tuning. All that is not yet tuned is tuned in one computation.
 */
final class AccuracyExperiment {
    private final Workspace workspace;
    private final Setting setting;
    private final Key key;
    private final Dataset train;
    private final Dataset test;
    private final TuningPlan plan;
    private final TuningRecord tuning;
    private final IntervalFiles files;

    AccuracyExperiment(Workspace workspace, Setting setting) {
        this.workspace = workspace;
        this.setting = setting;
        this.key = workspace.key(Topic.ACCURACY, setting);
        this.train = workspace.data().train(setting.data());
        this.test = workspace.data().test(setting.data());
        this.plan = setting.preset()
                .tuning(setting.architecture(train))
                .withEpochs(workspace.size().tuningEpochs());
        this.tuning = TuningRecord.of(plan, train);
        this.files = workspace.intervalFiles(setting, train);
    }

    /** Returns the name of the networks that tasks of this setting share. */
    static String networks(Setting setting) {
        return "accuracy-" + setting.fileName();
    }

    static Key bayesian(Key key) {
        return key.with(Field.NETWORK, Subject.BNN);
    }

    /** Returns the key of an interval network; without a choice its intervals start at random. */
    static Key intervals(Key key, Optional<WrappingChoice> choice, Stage stage) {
        return choice.map(own -> own.in(key))
                .orElseGet(() -> key.with(Field.NETWORK, Subject.INN))
                .with(Field.STAGE, stage);
    }

    /** Measures the Bayesian network: the average of draws, one random pass, and its mean network. */
    void measureBayesian() throws IOException {
        if (!workspace.has(bayesian(key))) {
            TrainedRuns runs = workspace.bayesian(setting, train);
            Values values = new Values();
            List<Predictions> average = runs.average(test, workspace.size().draws());
            values.add(Quantity.AVERAGE, Evaluations.accuracies(average, test));
            List<Predictions> onePass = runs.singlePass(test, Estimator.FLIPOUT);
            values.add(Quantity.ONE_PASS, Evaluations.accuracies(onePass, test));
            values.add(Quantity.MEAN, Evaluations.accuracies(runs.mean(test), test));
            workspace.add(bayesian(key), values);
        }
    }

    /** Measures networks before fine-tuning, the baseline too. */
    void measureBefore(List<WrappingChoice> choices) throws IOException {
        for (Optional<WrappingChoice> start : withBaseline(choices)) {
            Key place = intervals(key, start, Stage.BEFORE);
            if (!workspace.has(place)) {
                try (EpistemicRuns runs = start(start)) {
                    workspace.add(place, new Values().add(Quantity.ACCURACY, runs.accuracies(test)));
                }
            }
        }
    }

    private static List<Optional<WrappingChoice>> withBaseline(List<WrappingChoice> choices) {
        return Stream.concat(choices.stream().map(Optional::of), Stream.of(Optional.<WrappingChoice>empty()))
                .toList();
    }

    /** Measures networks after fine-tuning, the baseline too. */
    void measureAfter(List<WrappingChoice> choices) throws IOException {
        List<Optional<WrappingChoice>> missing = withBaseline(choices).stream()
                .filter(start -> !workspace.has(intervals(key, start, Stage.AFTER)))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        int runs = workspace.runs();
        try (EpistemicRuns tuned = tuned(missing)) {
            List<Double> all = tuned.accuracies(test);
            for (int i = 0; i < missing.size(); i++) {
                Values values = new Values().add(Quantity.ACCURACY, all.subList(i * runs, (i + 1) * runs));
                for (EpistemicModel run : tuned.models().subList(i * runs, (i + 1) * runs)) {
                    values.add(Quantity.CROSSED, run.network().crossed());
                }
                workspace.add(intervals(key, missing.get(i), Stage.AFTER), values);
            }
        }
    }

    /** Returns the runs of the network of a choice, then those of the baseline, fine-tuned. */
    EpistemicRuns tunedWithBaseline(WrappingChoice choice) throws IOException {
        return tuned(withBaseline(List.of(choice)));
    }

    /** Returns all runs of the first start, then of the next, fine-tuned now or before. */
    private EpistemicRuns tuned(List<Optional<WrappingChoice>> all) throws IOException {
        List<Optional<WrappingChoice>> missing = new ArrayList<>();
        for (Optional<WrappingChoice> start : all) {
            kept(start).ifPresentOrElse(EpistemicRuns::close, () -> missing.add(start));
        }
        if (!missing.isEmpty()) {
            tune(missing);
        }
        return EpistemicRuns.collect(tuned -> {
            for (Optional<WrappingChoice> start : all) {
                tuned.addAll(kept(start).orElseThrow().models());
            }
        });
    }

    /** Returns all runs, if they were tuned before. */
    private Optional<EpistemicRuns> kept(Optional<WrappingChoice> start) throws IOException {
        EpistemicRuns runs = EpistemicRuns.collect(found -> {
            for (long seed : workspace.seeds()) {
                Optional<WrappingRecord> wrapped = start.map(choice -> WrappingRecord.of(wrapping(choice, seed)));
                files.find(tunedName(start), seed, wrapped, Optional.of(tuning)).ifPresent(found::add);
            }
        });
        if (runs.models().size() < workspace.runs()) {
            runs.close();
            return Optional.empty();
        }
        return Optional.of(runs);
    }

    private static String tunedName(Optional<WrappingChoice> start) {
        return "tuned-" + start.map(WrappingChoice::fileName).orElse("inn");
    }

    /** Fine-tunes in one computation, and keeps the results. */
    private void tune(List<Optional<WrappingChoice>> missing) throws IOException {
        try (EpistemicRuns starts = EpistemicRuns.collect(all -> {
                    for (Optional<WrappingChoice> start : missing) {
                        all.addAll(start(start).models());
                    }
                });
                EpistemicRuns tuned = new EpistemicRuns(workspace
                        .tuning(setting, FineTuning.withDefaults().with(plan), missing.size())
                        .tune(starts.models(), train))) {
            Iterator<EpistemicModel> next = tuned.models().iterator();
            for (Optional<WrappingChoice> start : missing) {
                for (long seed : workspace.seeds()) {
                    files.write(tunedName(start), seed, next.next());
                }
            }
        }
    }

    /** Returns all runs before fine-tuning: each wrapped by its own seed, or with random intervals. */
    private EpistemicRuns start(Optional<WrappingChoice> choice) throws IOException {
        List<BayesianModel> models = workspace.bayesian(setting, train).models();
        try {
            return EpistemicRuns.collect(runs -> {
                for (BayesianModel model : models) {
                    runs.add(choice.isPresent() ? wrapped(choice.get(), model) : random(model.network()));
                }
            });
        } finally {
            models.forEach(BayesianModel::close);
        }
    }

    private EpistemicModel random(BayesianNetwork like) {
        IntervalNetwork network = IntervalNetwork.untrained(like.architecture(), like.seeds());
        return EpistemicModel.of(network, files.cardOfRandomIntervals(), plan.averaging());
    }

    private EpistemicModel wrapped(WrappingChoice choice, BayesianModel model) throws IOException {
        Wrapping wrapping = wrapping(choice, seed(model));
        if (!choice.isOnPapersGrid()) {
            return wrapped(model, wrapping);
        }
        // Many budgets are tried on this grid: thousands of draws a weight are the same for all, in several
        // experiments.
        try (EpistemicModel whole = whole(choice, model)) {
            return model(whole.network().within(wrapping, model.network()), wrapping);
        }
    }

    /** Returns the model with every weight wrapped. */
    private EpistemicModel whole(WrappingChoice choice, BayesianModel model) throws IOException {
        Wrapping wrapping = wrapping(choice.ofEveryWeight(), seed(model));
        String name = "wrapped-" + choice.points();
        Optional<EpistemicModel> known =
                files.find(name, seed(model), Optional.of(WrappingRecord.of(wrapping)), Optional.empty());
        if (known.isPresent()) {
            return known.get();
        }
        EpistemicModel whole = wrapped(model, wrapping);
        try {
            files.write(name, seed(model), whole);
            return whole;
        } catch (IOException | RuntimeException e) {
            whole.close();
            throw e;
        }
    }

    private EpistemicModel wrapped(BayesianModel model, Wrapping wrapping) {
        return model(IntervalNetwork.wrap(model.network(), wrapping), wrapping);
    }

    private EpistemicModel model(IntervalNetwork network, Wrapping wrapping) {
        return EpistemicModel.of(network, files.card(), plan.averaging()).with(WrappingRecord.of(wrapping));
    }

    private static long seed(BayesianModel model) {
        return model.network().seeds().own().get(0);
    }

    private Wrapping wrapping(WrappingChoice choice, long seed) {
        return choice.wrapping(setting.preset(), seed, workspace.size().intervalDraws())
                .wrapping(train, files.card().input());
    }
}
