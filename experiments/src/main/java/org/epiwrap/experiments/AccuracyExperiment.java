package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
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
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
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
    private final Input input;
    private final TuningPlan plan;
    private final TuningRecord tuning;
    private final IntervalFiles files;

    AccuracyExperiment(Workspace workspace, Setting setting) {
        this.workspace = workspace;
        this.setting = setting;
        this.key = workspace.key(Topic.ACCURACY, setting);
        this.train = workspace.data().train(setting.data());
        this.test = workspace.data().test(setting.data());
        this.input = Input.defaultFor(train);
        this.plan = setting.preset()
                .tuning(setting.architecture(train))
                .withEpochs(workspace.size().tuningEpochs());
        this.tuning = TuningRecord.of(plan, train);
        this.files = workspace.intervalFiles(setting, train, plan.averaging());
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
                try (IntervalNetwork network = start(start)) {
                    workspace.add(place, new Values().add(Quantity.ACCURACY, accuracies(network)));
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
        try (IntervalNetwork tuned = tuned(missing)) {
            List<Double> all = accuracies(tuned);
            for (int i = 0; i < missing.size(); i++) {
                Values values = new Values().add(Quantity.ACCURACY, all.subList(i * runs, (i + 1) * runs));
                for (int run = 0; run < runs; run++) {
                    try (IntervalNetwork one = tuned.run(i * runs + run)) {
                        values.add(Quantity.CROSSED, one.crossed());
                    }
                }
                workspace.add(intervals(key, missing.get(i), Stage.AFTER), values);
            }
        }
    }

    /** Returns the runs of the network of a choice, then those of the baseline, fine-tuned. */
    IntervalNetwork tunedWithBaseline(WrappingChoice choice) throws IOException {
        return tuned(withBaseline(List.of(choice)));
    }

    /** Returns all runs of the first start, then of the next, fine-tuned now or before. */
    private IntervalNetwork tuned(List<Optional<WrappingChoice>> all) throws IOException {
        List<Optional<WrappingChoice>> missing = new ArrayList<>();
        for (Optional<WrappingChoice> start : all) {
            kept(start).ifPresentOrElse(IntervalNetwork::close, () -> missing.add(start));
        }
        if (!missing.isEmpty()) {
            tune(missing);
        }
        List<IntervalNetwork> tuned = new ArrayList<>();
        try {
            for (Optional<WrappingChoice> start : all) {
                tuned.add(kept(start).orElseThrow());
            }
            return IntervalNetwork.together(tuned);
        } finally {
            tuned.forEach(IntervalNetwork::close);
        }
    }

    /** Returns all runs, if they were tuned before. */
    private Optional<IntervalNetwork> kept(Optional<WrappingChoice> start) throws IOException {
        List<IntervalNetwork> runs = new ArrayList<>();
        try {
            for (long seed : workspace.seeds()) {
                Optional<IntervalNetwork> run = files.find(tunedName(start), seed, origin(start, seed));
                if (run.isEmpty()) {
                    return Optional.empty();
                }
                runs.add(run.get());
            }
            return Optional.of(IntervalNetwork.together(runs));
        } finally {
            runs.forEach(IntervalNetwork::close);
        }
    }

    private static String tunedName(Optional<WrappingChoice> start) {
        return "tuned-" + start.map(WrappingChoice::fileName).orElse("inn");
    }

    private IntervalFiles.Origin origin(Optional<WrappingChoice> start, long seed) {
        return new IntervalFiles.Origin(
                start.map(choice -> WrappingRecord.of(wrapping(choice, seed))), Optional.of(tuning));
    }

    /** Fine-tunes in one computation, and keeps the results. */
    private void tune(List<Optional<WrappingChoice>> missing) throws IOException {
        List<IntervalNetwork> starts = new ArrayList<>();
        try {
            for (Optional<WrappingChoice> start : missing) {
                starts.add(start(start));
            }
            try (IntervalNetwork all = workspace.tune(setting, starts, train, plan)) {
                int next = 0;
                for (Optional<WrappingChoice> start : missing) {
                    for (long seed : workspace.seeds()) {
                        try (IntervalNetwork run = all.run(next++)) {
                            files.write(tunedName(start), seed, run, origin(start, seed));
                        }
                    }
                }
            }
        } finally {
            starts.forEach(IntervalNetwork::close);
        }
    }

    private List<Double> accuracies(IntervalNetwork network) {
        return Evaluations.accuracies(network, input, averaging(), test);
    }

    Averaging averaging() {
        return plan.averaging();
    }

    /** Returns all runs before fine-tuning: each wrapped by its own seed, or with random intervals. */
    private IntervalNetwork start(Optional<WrappingChoice> choice) throws IOException {
        TrainedRuns trained = workspace.bayesian(setting, train);
        if (choice.isEmpty()) {
            BayesianNetwork like = trained.groups().get(0);
            return IntervalNetwork.untrained(like.architecture(), like.seeds());
        }
        List<IntervalNetwork> runs = new ArrayList<>();
        List<BayesianModel> models = trained.models();
        try {
            for (int run = 0; run < models.size(); run++) {
                runs.add(wrapped(
                        choice.get(),
                        models.get(run).network(),
                        workspace.seeds().get(run)));
            }
            return IntervalNetwork.together(runs);
        } finally {
            runs.forEach(IntervalNetwork::close);
            models.forEach(BayesianModel::close);
        }
    }

    private IntervalNetwork wrapped(WrappingChoice choice, BayesianNetwork network, long seed) throws IOException {
        if (!choice.isOnPapersGrid()) {
            return IntervalNetwork.wrap(network, wrapping(choice, seed));
        }
        // Many budgets are tried on this grid: thousands of draws a weight are the same for all, in several
        // experiments.
        try (IntervalNetwork whole = whole(choice, network, seed)) {
            return whole.within(wrapping(choice, seed), network);
        }
    }

    /** Returns the network with every weight wrapped. */
    private IntervalNetwork whole(WrappingChoice choice, BayesianNetwork network, long seed) throws IOException {
        Wrapping wrapping = wrapping(choice.ofEveryWeight(), seed);
        IntervalFiles.Origin origin =
                new IntervalFiles.Origin(Optional.of(WrappingRecord.of(wrapping)), Optional.empty());
        String name = "wrapped-" + choice.points();
        Optional<IntervalNetwork> known = files.find(name, seed, origin);
        if (known.isPresent()) {
            return known.get();
        }
        IntervalNetwork whole = IntervalNetwork.wrap(network, wrapping);
        try {
            files.write(name, seed, whole, origin);
            return whole;
        } catch (IOException | RuntimeException e) {
            whole.close();
            throw e;
        }
    }

    private Wrapping wrapping(WrappingChoice choice, long seed) {
        return choice.wrapping(setting.preset(), seed, workspace.size().intervalDraws())
                .wrapping(train, input);
    }
}
