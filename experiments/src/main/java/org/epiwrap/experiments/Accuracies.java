package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.TuningRecord;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.Predictive;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;

/**
 * Measures accuracies of small networks: of the Bayesian one, of the baseline whose intervals are random, and of those
 * wrapped by several choices, before and after fine-tuning. All that is not yet tuned is tuned as one computation.
 */
final class Accuracies {
    /** One name for all tables: what two of them have in common is measured once. */
    static final String STUDY = "accuracy";

    private static final Budget EVERY_WEIGHT = Budget.highest(Criterion.SIGMA, 1);

    private final Lab lab;
    private final Setting setting;
    private final Map<String, String> key;
    private final Dataset train;
    private final Dataset test;
    private final Normalisation normalisation;
    private final Reach reach;
    private final TuningPlan plan;
    private final TuningRecord tuning;
    private final IntervalFiles files;

    Accuracies(Lab lab, Setting setting) {
        this.lab = lab;
        this.setting = setting;
        this.key = lab.key(STUDY, setting);
        this.train = lab.train(setting.data());
        this.test = lab.test(setting.data());
        this.normalisation = Lab.normalisation(train);
        this.reach = Reach.over(train, normalisation);
        this.plan = (setting.preset() == Preset.PAPER
                        ? TuningPlan.paper()
                        : TuningPlan.sound(Lab.architecture(setting, train)))
                .withEpochs(lab.effort().tuningEpochs());
        this.tuning = TuningRecord.of(plan, train);
        this.files = lab.intervalFiles(setting, train, plan.averaging());
    }

    /** What tasks that measure or use these have in common. */
    static String networks(Setting setting) {
        return STUDY + "-" + setting.fileName();
    }

    static Map<String, String> baseline(Map<String, String> key) {
        return Key.and(key, "network", "inn");
    }

    static Map<String, String> bayesian(Map<String, String> key) {
        return Key.and(key, "network", "bnn");
    }

    static Map<String, String> staged(Map<String, String> key, boolean after) {
        return Key.and(key, "stage", after ? "after" : "before");
    }

    /** The Bayesian network: the average of draws, one random pass, and its mean network. */
    void ofBayesian() throws IOException {
        Map<String, String> place = bayesian(key);
        if (!lab.has(place)) {
            BayesianNetwork network = lab.bayesian(setting, train).get(0);
            lab.add(
                    place,
                    Map.of(
                            "average",
                                    accuracies(Predictive.average(
                                            network,
                                            test,
                                            normalisation,
                                            lab.effort().draws())),
                            "one-pass",
                                    accuracies(Predictive.singlePass(network, test, normalisation, Estimator.FLIPOUT)),
                            "mean", accuracies(Predictive.mean(network, test, normalisation))));
        }
    }

    private double[] accuracies(Predictive predictive) {
        double[] accuracies = new double[predictive.runs()];
        Arrays.setAll(accuracies, run -> predictive.accuracy(run, test));
        return accuracies;
    }

    /** Before fine-tuning. */
    void before(List<WrappingChoice> choices) throws IOException {
        for (WrappingChoice choice : choices) {
            Map<String, String> place = staged(choice.in(key), false);
            if (!lab.has(place)) {
                try (IntervalNetwork network = wrapped(choice)) {
                    lab.add(place, Map.of("accuracy", accuracies(network)));
                }
            }
        }
        Map<String, String> place = staged(baseline(key), false);
        if (!lab.has(place)) {
            try (IntervalNetwork network = untrained()) {
                lab.add(place, Map.of("accuracy", accuracies(network)));
            }
        }
    }

    /** After fine-tuning. */
    void after(List<WrappingChoice> choices) throws IOException {
        List<WrappingChoice> missing = choices.stream()
                .filter(choice -> !lab.has(staged(choice.in(key), true)))
                .toList();
        Map<String, String> innPlace = staged(baseline(key), true);
        boolean withBaseline = !lab.has(innPlace);
        if (missing.isEmpty() && !withBaseline) {
            return;
        }
        List<Map<String, String>> places = new ArrayList<>();
        missing.forEach(choice -> places.add(staged(choice.in(key), true)));
        if (withBaseline) {
            places.add(innPlace);
        }
        int runs = lab.seeds().size();
        try (IntervalNetwork tuned = tuned(missing, withBaseline)) {
            double[] all = accuracies(tuned);
            for (int i = 0; i < places.size(); i++) {
                double[] crossed = new double[runs];
                for (int run = 0; run < runs; run++) {
                    try (IntervalNetwork one = tuned.run(i * runs + run)) {
                        crossed[run] = one.crossed();
                    }
                }
                lab.add(
                        places.get(i),
                        Map.of("accuracy", Arrays.copyOfRange(all, i * runs, (i + 1) * runs), "crossed", crossed));
            }
        }
    }

    /** Fine-tuned: all runs of the first choice, then of the next, last of the baseline. */
    IntervalNetwork tuned(List<WrappingChoice> choices, boolean withBaseline) throws IOException {
        List<Optional<WrappingChoice>> all = new ArrayList<>();
        choices.forEach(choice -> all.add(Optional.of(choice)));
        if (withBaseline) {
            all.add(Optional.empty());
        }
        Map<Optional<WrappingChoice>, IntervalNetwork> tuned = new LinkedHashMap<>();
        try {
            for (Optional<WrappingChoice> start : all) {
                kept(start).ifPresent(network -> tuned.put(start, network));
            }
            List<Optional<WrappingChoice>> missing =
                    all.stream().filter(start -> !tuned.containsKey(start)).toList();
            if (!missing.isEmpty()) {
                tune(missing, tuned);
            }
            return IntervalNetwork.together(all.stream()
                    .map(start -> Objects.requireNonNull(tuned.get(start)))
                    .toList());
        } finally {
            tuned.values().forEach(IntervalNetwork::close);
        }
    }

    /** All runs, if they were tuned before. */
    private Optional<IntervalNetwork> kept(Optional<WrappingChoice> start) throws IOException {
        List<IntervalNetwork> runs = new ArrayList<>();
        try {
            for (long seed : lab.seeds()) {
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

    /** As one computation; adds them to those that are tuned. */
    private void tune(List<Optional<WrappingChoice>> missing, Map<Optional<WrappingChoice>, IntervalNetwork> tuned)
            throws IOException {
        List<IntervalNetwork> starts = new ArrayList<>();
        try {
            for (Optional<WrappingChoice> start : missing) {
                starts.add(start.isPresent() ? wrapped(start.get()) : untrained());
            }
            try (IntervalNetwork start = IntervalNetwork.together(starts);
                    IntervalTrainer trainer = new IntervalTrainer(start, train, normalisation, plan)) {
                trainer.run(lab.listener()
                        .training("fine-tuning " + starts.size() + " × "
                                + lab.seeds().size() + " " + setting.net()));
                try (IntervalNetwork all = trainer.network()) {
                    for (int i = 0; i < missing.size(); i++) {
                        tuned.put(
                                missing.get(i),
                                keep(missing.get(i), all, i * lab.seeds().size()));
                    }
                }
            }
        } finally {
            starts.forEach(IntervalNetwork::close);
        }
    }

    /** The runs of a start, of which the first has this number among all. */
    private IntervalNetwork keep(Optional<WrappingChoice> start, IntervalNetwork all, int first) throws IOException {
        List<IntervalNetwork> runs = new ArrayList<>();
        try {
            for (long seed : lab.seeds()) {
                IntervalNetwork run = all.run(first + runs.size());
                runs.add(run);
                files.write(tunedName(start), seed, run, origin(start, seed));
            }
            return IntervalNetwork.together(runs);
        } finally {
            runs.forEach(IntervalNetwork::close);
        }
    }

    private double[] accuracies(IntervalNetwork network) {
        return IntervalPredictive.accuracies(network, test, normalisation, averaging());
    }

    Averaging averaging() {
        return plan.averaging();
    }

    /** Each run by its own seed, all as one network. */
    private IntervalNetwork wrapped(WrappingChoice choice) throws IOException {
        BayesianNetwork all = lab.bayesian(setting, train).get(0);
        List<IntervalNetwork> runs = new ArrayList<>();
        try {
            for (int run = 0; run < all.seeds().runs(); run++) {
                long seed = all.seeds().own().get(run);
                try (BayesianNetwork one = all.run(run)) {
                    runs.add(wrapped(choice, one, seed));
                }
            }
            return IntervalNetwork.together(runs);
        } finally {
            runs.forEach(IntervalNetwork::close);
        }
    }

    private IntervalNetwork wrapped(WrappingChoice choice, BayesianNetwork network, long seed) throws IOException {
        if (!choice.isOnPapersGrid()) {
            return IntervalNetwork.wrap(network, wrapping(choice, seed));
        }
        // Of which many budgets are tried: thousands of draws a weight are the same for all, and for several studies.
        try (IntervalNetwork whole = whole(choice, network, seed)) {
            return whole.within(wrapping(choice, seed), network);
        }
    }

    /** With every weight wrapped. */
    private IntervalNetwork whole(WrappingChoice choice, BayesianNetwork network, long seed) throws IOException {
        Wrapping wrapping = wrapping(choice, seed).with(EVERY_WEIGHT);
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
        return choice.wrapping(setting.preset(), seed, reach, lab.effort().intervalDraws());
    }

    private IntervalNetwork untrained() throws IOException {
        BayesianNetwork like = lab.bayesian(setting, train).get(0);
        return IntervalNetwork.untrained(like.architecture(), like.seeds());
    }
}
