package org.epiwrap.experiments.promises;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.experiments.hard.HardExperiment;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.promise.ScoredExamples;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/**
 * How large prediction sets are, and how often they contain the true class. In distribution, the images that served neither
 * training nor any choice are divided again and again: as many as the held-out half for promises has calibrate, the
 * others are measured. Under {@linkplain OodDataset#hardSuite() hard shifts}, that half itself calibrates. Each shift is
 * written as soon as it is measured.
 */
public final class SetExperiment {
    /** The maximum number of runs. */
    public static final int MAX_RUNS = PromiseExperiment.MAX_RUNS;
    /** How often the examples of each run are divided. */
    static final int RESPLITS = 20;
    /** Sets of one size have a coverage by itself if at least one of so many examples has such a set. */
    static final int ONE_OF = 100;

    private final Workspace workspace;
    private final Setting setting;
    private final Key key;
    private final Dataset test;
    /** The test images that are shifted. */
    private final Dataset some;

    /** Creates the experiment of one setting. */
    public SetExperiment(Workspace all, Setting setting) {
        this.workspace = all.limitedTo(MAX_RUNS);
        this.setting = setting;
        this.key = key(all, setting);
        this.test = workspace.data().test(setting.data());
        this.some = test.select(ExperimentData.spread(test, HardExperiment.SHIFTED_IMAGES));
    }

    /** Returns what all measurements of a setting have in common. */
    static Key key(Workspace workspace, Setting setting) {
        return workspace
                .limitedTo(MAX_RUNS)
                .calibratedKey(Topic.SETS, setting)
                .with(Field.IMAGES, HardExperiment.SHIFTED_IMAGES);
    }

    /** Returns the key of the accuracy on the images that are shifted, before they are. */
    static Key accuracy(Key key) {
        return key.with(Field.PART, Part.ACCURACY);
    }

    /** Returns the same key for a shift. */
    static Key shifted(Key key, String shift) {
        return key.with(Field.SHIFT, shift);
    }

    /** Measures what has not been measured yet. */
    public void run() throws IOException {
        List<OodDataset> left = OodDataset.hardSuite().stream()
                .filter(shift -> !workspace.has(shifted(accuracy(key), shift.name())))
                .toList();
        boolean known = workspace.has(accuracy(key));
        if (left.isEmpty() && known) {
            return;
        }
        try (WrappedNetworks networks = WrappedNetworks.of(workspace, setting, IntervalPredictor.Detail.SETS)) {
            List<ScoredNetwork> scored = IntStream.range(0, networks.runs())
                    .mapToObj(run -> networks.score(run, test))
                    .toList();
            int promises = networks.promises().size();
            if (!known) {
                addUnshifted(scored, promises);
                addAccuracy(accuracy(key), networks, some);
            }
            if (!left.isEmpty()) {
                List<Map<SetRow, Sets>> sets =
                        scored.stream().map(network -> sets(network, promises)).toList();
                for (OodDataset shift : left) {
                    addShifted(shift.name(), networks, ExperimentData.create(shift, some), sets);
                }
            }
        }
    }

    /** Sets of the examples of a dataset. */
    @FunctionalInterface
    private interface Sets {
        List<ClassSet> of(Predictions predictions);
    }

    /** Returns the sets that the held-out half gives, but for those that it is too small for. */
    private static Map<SetRow, Sets> sets(ScoredNetwork network, int promises) {
        Resplits.Resplit calibration =
                new Resplits.Resplit(IntStream.range(0, promises).toArray(), new int[0]);
        Map<SetRow, Sets> all = new LinkedHashMap<>();
        for (SetRow row : SetRow.all()) {
            if (row.promise().isEmpty()) {
                all.put(row, Predictions::possible);
            } else {
                SetCoveragePromise promise = row.promise().get();
                SetTrials.sets(network.pool(promise.score()), calibration, promise, network.penalty(promise))
                        .ifPresent(rule -> all.put(row, predictions -> sets(rule, predictions)));
            }
        }
        return all;
    }

    private static List<ClassSet> sets(ConformalSets rule, Predictions predictions) {
        SetScore score = rule.promise().score();
        return IntStream.range(0, predictions.size())
                .mapToObj(i -> rule.of(predictions.shares(score, i), predictions.setNumber(i)))
                .toList();
    }

    private void addUnshifted(List<ScoredNetwork> scored, int calibration) {
        for (SetRow row : SetRow.all()) {
            Values values = new Values();
            for (int run = 0; run < scored.size(); run++) {
                int all = scored.get(run).pool().size();
                Resplits splits = new Resplits(workspace.seeds().get(run), all, calibration, all - calibration);
                addMeans(values, qualities(row, scored.get(run), splits));
            }
            add(row.key(key), values);
        }
    }

    private List<SetQuality> qualities(SetRow row, ScoredNetwork network, Resplits splits) {
        if (row.promise().isEmpty()) {
            return qualities(network, splits, split -> Optional.of(network.possible()::get));
        }
        SetCoveragePromise promise = row.promise().get();
        ScoredExamples pool = network.pool(promise.score());
        Regularisation penalty = network.penalty(promise);
        return qualities(
                network,
                splits,
                split -> SetTrials.sets(pool, split, promise, penalty).map(rule -> i -> pool.set(rule, i)));
    }

    /** Returns how good the sets of the test half of each division are, unless its calibration half is refused. */
    private List<SetQuality> qualities(
            ScoredNetwork network, Resplits splits, Function<Resplits.Resplit, Optional<IntFunction<ClassSet>>> rule) {
        int[] labels = network.pool().labels();
        int classes = test.classNames().size();
        return IntStream.range(0, RESPLITS)
                .parallel()
                .mapToObj(splits::get)
                .flatMap(split -> rule
                        .apply(split)
                        .map(sets -> SetQuality.of(
                                IntStream.of(split.test()).mapToObj(sets).toList(),
                                IntStream.of(split.test()).map(i -> labels[i]).toArray(),
                                classes))
                        .stream())
                .toList();
    }

    /** Adds what was measured, if anything: where every run is refused there is nothing. */
    private void add(Key what, Values values) {
        if (!values.of(what).values().isEmpty()) {
            workspace.add(what, values);
        }
    }

    private static void addMeans(Values values, List<SetQuality> qualities) {
        if (!qualities.isEmpty()) {
            values.add(Quantity.SET_COVERAGE, mean(qualities, SetQuality::setCoverage))
                    .add(Quantity.SET_SIZE, mean(qualities, SetQuality::meanSize))
                    .add(Quantity.SIZE_STRATIFIED, mean(qualities, SetExperiment::stratified));
        }
    }

    private static double mean(List<SetQuality> qualities, ToDoubleFunction<SetQuality> measure) {
        return qualities.stream().mapToDouble(measure).average().orElseThrow();
    }

    /** Returns the smallest coverage of the examples with sets of one size, of sizes that are not too rare. */
    static double stratified(SetQuality quality) {
        int all = quality.bySize().stream().mapToInt(SetQuality.Stratum::images).sum();
        return quality.bySize().stream()
                .filter(stratum -> stratum.images() * ONE_OF >= all)
                .mapToDouble(SetQuality.Stratum::setCoverage)
                .min()
                .orElseThrow();
    }

    private void addAccuracy(Key accuracy, WrappedNetworks networks, Dataset data) {
        Values values = new Values().add(Quantity.EXAMPLES, data.size());
        if (data.isLabelled()) {
            networks.mean(data).forEach(run -> values.add(Quantity.MEAN, accuracy(run, data)));
        }
        workspace.add(accuracy, values);
    }

    private static double accuracy(Predictions predictions, Dataset data) {
        return IntStream.range(0, data.size())
                        .filter(i -> predictions.label(i) == data.label(i))
                        .count()
                / (double) data.size();
    }

    private void addShifted(String shift, WrappedNetworks networks, Dataset shifted, List<Map<SetRow, Sets>> sets) {
        Map<SetRow, Values> measured = new LinkedHashMap<>();
        for (int run = 0; run < networks.runs(); run++) {
            Predictions predictions = networks.predict(run, shifted);
            sets.get(run)
                    .forEach((row, rule) ->
                            add(measured.computeIfAbsent(row, unused -> new Values()), rule.of(predictions), shifted));
        }
        measured.forEach((row, values) -> add(shifted(row.key(key), shift), values));
        // Last: with it, everything of this shift is measured.
        addAccuracy(shifted(accuracy(key), shift), networks, shifted);
    }

    /** Adds a run; images without a class have a size alone. */
    private static void add(Values values, List<ClassSet> sets, Dataset data) {
        values.add(
                Quantity.SET_SIZE,
                sets.stream().mapToInt(ClassSet::size).average().orElseThrow());
        if (data.isLabelled()) {
            values.add(
                    Quantity.SET_COVERAGE,
                    IntStream.range(0, sets.size())
                                    .filter(i -> sets.get(i).contains(data.label(i)))
                                    .count()
                            / (double) sets.size());
        }
    }
}
