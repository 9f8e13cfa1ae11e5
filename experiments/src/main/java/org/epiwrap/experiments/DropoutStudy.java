package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.PixelBaseline;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.DropoutPredictive;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.network.Predictive;

/**
 * The paper's comparison after fine-tuning: a wrapped network and one whose intervals began at random, each asked with
 * dropout left at work. How well do their disagreements find all clothes among digits, and errors among digits? Beside
 * them stand the epistemic scores; for clothes the pixels alone, for errors the Bayesian network and an ensemble.
 */
final class DropoutStudy {
    static final String STUDY = "dropout";
    static final String WRAPPED = "wrapped";
    static final String BASELINE = "inn";
    static final String BAYESIAN = "bnn";
    static final String ENSEMBLE = "ensemble";
    static final String PIXELS = "pixels";

    static final String INFORMATION = "MC-dropout mutual information";
    static final String DOUBT = "1 - largest probability";
    static final String EPISTEMIC = "EU";
    static final String IN_DISTRIBUTION = "TU0";
    static final String ENTROPY = "entropy";

    static final String NETWORK = "network";
    static final String SCORE = "score";
    static final String PART = "part";

    private static final int PASSES = 20;
    static final int MOST_ENSEMBLES = 3;
    private static final int CALIBRATION_IMAGES = 10_000;

    private final Lab lab;
    private final Setting setting;
    private final Map<String, String> key;
    private final Dataset train;
    private final Dataset test;
    private final List<Dataset> strange;
    private final Normalisation normalisation;

    DropoutStudy(Lab lab, Preset preset) {
        this.lab = lab;
        this.setting = setting(preset);
        this.key = lab.key(STUDY, setting);
        this.train = lab.train(NamedData.MNIST);
        this.test = lab.test(NamedData.MNIST);
        this.strange = List.of(lab.train(NamedData.FASHION_MNIST), lab.test(NamedData.FASHION_MNIST));
        this.normalisation = Lab.normalisation(train);
    }

    static Setting setting(Preset preset) {
        return Setting.of(preset, NamedData.MNIST, "mlp:8");
    }

    /** What the keys of a network's measurements begin with: of ensembles there are fewer runs. */
    static Map<String, String> keyOf(Lab lab, Preset preset, String network) {
        try (Lab own = lab.atMost(network.equals(ENSEMBLE) ? MOST_ENSEMBLES : Integer.MAX_VALUE)) {
            return own.key(STUDY, setting(preset));
        }
    }

    static Map<String, String> detection(Map<String, String> key, String network, String score) {
        return Key.and(key, PART, "detection", NETWORK, network, SCORE, score);
    }

    static Map<String, String> rejection(Map<String, String> key, String network, String score) {
        return Key.and(key, PART, "rejection", NETWORK, network, SCORE, score);
    }

    static Map<String, String> accuracy(Map<String, String> key, String network) {
        return Key.and(key, PART, "accuracy", NETWORK, network);
    }

    void run() throws IOException {
        // The last that is measured.
        if (lab.has(accuracy(key, BASELINE))) {
            return;
        }
        if (setting.preset() == Preset.SOUND) {
            unlessThere(detection(key, PIXELS, PixelMahalanobis.NAME), this::pixels);
            unlessThere(rejection(key, BAYESIAN, ENTROPY), this::bayesian);
            unlessThere(rejection(keyOf(lab, setting.preset(), ENSEMBLE), ENSEMBLE, ENTROPY), this::ensemble);
        }
        WrappingChoice choice =
                setting.preset() == Preset.PAPER ? WrappingChoice.of("mu+sigma", 0.05) : WrappingChoice.of("sigma", 1);
        Accuracies networks = new Accuracies(lab, setting);
        try (IntervalNetwork tuned = networks.tuned(List.of(choice), true)) {
            Averaging averaging = networks.averaging();
            DropoutPredictive own = DropoutPredictive.of(tuned, test, normalisation, averaging, PASSES);
            List<DropoutPredictive> others = new ArrayList<>();
            for (Dataset set : strange) {
                others.add(DropoutPredictive.of(tuned, set, normalisation, averaging, PASSES));
            }
            interval(WRAPPED, 0, tuned, own, others);
            interval(BASELINE, lab.seeds().size(), tuned, own, others);
        }
    }

    private void unlessThere(Map<String, String> place, Task.Work part) throws IOException {
        if (!lab.has(place)) {
            part.run();
        }
    }

    private void interval(
            String name, int first, IntervalNetwork tuned, DropoutPredictive own, List<DropoutPredictive> others) {
        Scored digits = new Scored();
        Scored clothes = new Scored();
        Map<String, List<boolean[]>> right = new LinkedHashMap<>();
        double[] accuracies = new double[lab.seeds().size()];
        double[] information = new double[accuracies.length];
        for (int r = 0; r < accuracies.length; r++) {
            int run = first + r;
            boolean[] correct = new boolean[test.size()];
            for (int i = 0; i < correct.length; i++) {
                correct[i] = own.label(run, i) == test.label(i);
            }
            add(right, correct, INFORMATION, DOUBT);
            accuracies[r] = own.accuracy(run, test);
            information[r] = Arrays.stream(own.mutualInformation(run)).average().orElseThrow();
            digits.add(INFORMATION, own.mutualInformation(run));
            clothes.add(
                    INFORMATION,
                    joined(others.stream()
                            .map(other -> other.mutualInformation(run))
                            .toList()));
            digits.add(DOUBT, doubt(own, run));
            clothes.add(
                    DOUBT,
                    joined(others.stream().map(other -> doubt(other, run)).toList()));
            // Bounds that have crossed have no radii.
            if (setting.preset() == Preset.SOUND) {
                epistemic(tuned, run, digits, clothes, right);
            }
        }
        for (String score : clothes.names()) {
            lab.add(detection(key, name, score), ScoreQuality.detection(digits.of(score), clothes.of(score)));
        }
        right.forEach((score, correct) ->
                lab.add(rejection(key, name, score), ScoreQuality.rejection(digits.of(score), correct)));
        lab.add(accuracy(key, name), Map.of("accuracy", accuracies, "information", information));
    }

    private static void add(Map<String, List<boolean[]>> right, boolean[] correct, String... scores) {
        for (String score : scores) {
            right.computeIfAbsent(score, unused -> new ArrayList<>()).add(correct);
        }
    }

    /** Without dropout: the scores of a network are held against its own errors. */
    private void epistemic(
            IntervalNetwork tuned, int run, Scored digits, Scored clothes, Map<String, List<boolean[]>> right) {
        try (IntervalNetwork network = tuned.run(run)) {
            EpistemicScorer scorer = EpistemicScorer.fit(
                    network, train.subset(0, Math.min(CALIBRATION_IMAGES, train.size())), normalisation);
            IntervalPredictive predictive =
                    IntervalPredictive.of(network, test, normalisation, network.usualAveraging());
            EpistemicScorer.Scores own = scorer.score(test).decidedBy(predictive);
            digits.add(EPISTEMIC, own.epistemic());
            digits.add(IN_DISTRIBUTION, own.totalInDistribution());
            clothes.add(
                    EPISTEMIC,
                    joined(strange.stream()
                            .map(set -> scorer.score(set).epistemic())
                            .toList()));
            boolean[] correct = new boolean[test.size()];
            for (int i = 0; i < correct.length; i++) {
                correct[i] = predictive.label(0, i) == test.label(i);
            }
            add(right, correct, EPISTEMIC, IN_DISTRIBUTION);
        }
    }

    private static double[] doubt(DropoutPredictive predictive, int run) {
        double[] doubt = new double[predictive.images()];
        Arrays.setAll(doubt, i -> 1 - predictive.probability(run, i, predictive.label(run, i)));
        return doubt;
    }

    private static double[] joined(List<double[]> parts) {
        return parts.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private void pixels() {
        for (PixelBaseline baseline : lab.pixelBaselines(train)) {
            lab.add(
                    detection(key, PIXELS, baseline.name()),
                    ScoreQuality.detection(
                            List.of(baseline.scores(test)),
                            List.of(joined(
                                    strange.stream().map(baseline::scores).toList()))));
        }
    }

    /** What rejects its own errors by its own entropy. */
    private void bayesian() throws IOException {
        Predictive average = Predictive.average(
                lab.bayesian(setting, train).get(0),
                test,
                normalisation,
                lab.effort().draws());
        List<double[]> scores = new ArrayList<>();
        List<boolean[]> right = new ArrayList<>();
        for (int run = 0; run < average.runs(); run++) {
            int own = run;
            double[] entropy = new double[test.size()];
            Arrays.setAll(entropy, i -> average.totalEntropy(own, i));
            boolean[] correct = new boolean[test.size()];
            for (int i = 0; i < correct.length; i++) {
                correct[i] = average.label(run, i) == test.label(i);
            }
            scores.add(entropy);
            right.add(correct);
        }
        lab.add(rejection(key, BAYESIAN, ENTROPY), ScoreQuality.rejection(scores, right));
    }

    /** Of fewer runs: each takes {@value Lab#MEMBERS} networks. */
    private void ensemble() throws IOException {
        try (Lab few = lab.atMost(MOST_ENSEMBLES)) {
            Ensembles ensembles =
                    Ensembles.of(few.plain(setting, train, lab.plan(setting, train.size())), test, normalisation);
            List<double[]> scores = new ArrayList<>();
            List<boolean[]> right = new ArrayList<>();
            for (int run = 0; run < few.seeds().size(); run++) {
                scores.add(ensembles.entropies(run));
                right.add(ensembles.right(run, test));
            }
            lab.add(
                    rejection(keyOf(lab, setting.preset(), ENSEMBLE), ENSEMBLE, ENTROPY),
                    ScoreQuality.rejection(scores, right));
        }
    }
}
