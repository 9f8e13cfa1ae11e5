package org.epiwrap.experiments.promises;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.metrics.Spread;
import org.epiwrap.prediction.IntervalPredictor;

/**
 * Whether promises are kept on real examples. Those that served neither training nor any choice, the half of the held-out
 * images for promises and the test images, are divided again and again into a half to calibrate on and a half to test on.
 * The test half adds noise of its own, so that a promise that is kept looks broken at times: how often it should is computed
 * from what its rule supposes, see {@link Outcome#predictedBroken}. All divisions are scored once.
 */
public final class PromiseExperiment {
    /** The maximum number of runs. */
    public static final int MAX_RUNS = 3;
    /** How often the examples of each run are divided. */
    static final int RESPLITS = 200;
    /** The examples in each half; fewer if there are not so many. */
    static final int HALF = 2500;

    private final Workspace workspace;
    private final Setting setting;
    private final Key key;

    /** Creates the experiment of one setting. */
    public PromiseExperiment(Workspace all, Setting setting) {
        this.workspace = all.limitedTo(MAX_RUNS);
        this.setting = setting;
        this.key = key(all, setting);
    }

    /** Returns the datasets and architectures that are measured, here and by {@link SetExperiment}. */
    public static List<Setting> settings() {
        return Setting.sound(List.of(BuiltInData.MNIST, BuiltInData.FASHION_MNIST), List.of("mlp:32", "lenet-5"));
    }

    /** Returns what all measurements of a setting have in common. */
    static Key key(Workspace workspace, Setting setting) {
        return workspace
                .limitedTo(MAX_RUNS)
                .calibratedKey(Topic.PROMISES, setting)
                .with(Field.IMAGES, HALF);
    }

    /** Measures what has not been measured yet. */
    public void run() throws IOException {
        List<Rule> left = Rule.of(setting.data()).stream()
                .filter(rule -> !workspace.has(rule.key(key)))
                .toList();
        if (left.isEmpty()) {
            return;
        }
        List<ScoredNetwork> scored = new ArrayList<>();
        Dataset test = workspace.data().test(setting.data());
        try (WrappedNetworks networks =
                WrappedNetworks.of(workspace, setting, IntervalPredictor.Detail.PROBABILITIES)) {
            for (int run = 0; run < networks.runs(); run++) {
                scored.add(networks.score(run, test));
            }
        }
        for (Rule rule : left) {
            Values values = new Values();
            for (int run = 0; run < scored.size(); run++) {
                add(
                        values,
                        rule,
                        outcomes(rule, scored.get(run), workspace.seeds().get(run)));
            }
            workspace.add(rule.key(key), values);
        }
    }

    /** Returns what a rule comes to in every division; empty where it was refused. Runs are divided differently. */
    private static List<Optional<Outcome>> outcomes(Rule rule, ScoredNetwork network, long seed) {
        int examples = network.pool().size();
        int half = Math.min(HALF, examples / 2);
        Resplits splits = new Resplits(seed, examples, half, half);
        Rule.Trial trial = rule.trials().apply(network);
        return IntStream.range(0, RESPLITS)
                .parallel()
                .mapToObj(number -> trial.on(splits.get(number)))
                .toList();
    }

    /** Adds a run. A division that was refused breaks no promise. */
    static void add(Values values, Rule rule, List<Optional<Outcome>> outcomes) {
        List<Outcome> given = outcomes.stream().flatMap(Optional::stream).toList();
        double all = outcomes.size();
        values.add(Quantity.REFUSED, (all - given.size()) / all)
                .add(Quantity.BROKEN, given.stream().filter(Outcome::isBroken).count() / all)
                .add(
                        Quantity.PREDICTED,
                        given.stream().mapToDouble(Outcome::predictedBroken).sum() / all);
        if (given.isEmpty()) {
            return;
        }
        Spread measured = Spread.of(given.stream().mapToDouble(rule::measured).toArray());
        values.add(Quantity.MEASURED, measured.mean()).add(Quantity.DEVIATION, measured.deviation());
        if (rule.promised() != Rule.Promised.SET_COVERAGE) {
            values.add(
                    Quantity.DECIDED_SHARE,
                    given.stream().mapToDouble(Outcome::decided).average().orElseThrow());
        }
    }
}
