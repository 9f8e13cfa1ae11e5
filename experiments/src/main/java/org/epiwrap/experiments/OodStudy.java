package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.PixelBaseline;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.CentreDistance;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.SetRule;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Predictive;
import org.epiwrap.network.TrainingPlan;

/**
 * How well scores find images that a network does not know, over shifts of its own test images and other datasets, and
 * how well they find its errors. Beside the epistemic score stand those of the Bayesian network, of an ensemble, and of
 * the pixels alone.
 */
final class OodStudy {
    static final String STUDY = "ood";
    static final int MOST_RUNS = 3;
    /** Each takes many minutes. */
    static final int MOST_RUNS_OF_LARGE = 1;

    private static final String NON_SPECIFICITY = "non-specificity alone, U";
    private static final String DISCOUNT = "distance of features and radii alone";
    private static final String CENTRE_DISTANCE = "mean network: distance of features";
    private static final String BNN_INFORMATION = "bnn mutual information";
    private static final String BNN_ENTROPY = "bnn entropy";
    private static final String ENSEMBLE_INFORMATION = "ensemble mutual information";
    private static final String WIDTH = "interval width";
    private static final String WRAPPED_DOUBT = "wrapped: 1 - maximum softmax";
    private static final String MEAN_DOUBT = "mean network: 1 - maximum softmax";

    /** All that are compared. */
    static final List<String> SCORES = List.of(
            NonZeroPixels.NAME,
            PixelMahalanobis.NAME,
            BNN_INFORMATION,
            BNN_ENTROPY,
            ENSEMBLE_INFORMATION,
            "EU",
            "TU",
            "TU0",
            NON_SPECIFICITY,
            DISCOUNT,
            CENTRE_DISTANCE,
            WIDTH,
            WRAPPED_DOUBT,
            MEAN_DOUBT);

    /** Where scores are calibrated. */
    private static final int CALIBRATION_IMAGES = 10_000;

    /** On which random sets are measured. */
    private static final int SET_IMAGES = 2000;

    private static final int SET_DRAWS = 20;

    private static final int MOST_DRAWS_OF_LARGE = 20;

    /** Of each set. */
    static final int MOST_IMAGES_OF_LARGE = 5000;

    private final Lab lab;
    private final Setting setting;
    private final Map<String, String> key;
    private final Dataset train;
    private final Dataset test;
    private final Normalisation normalisation;
    private final TrainingPlan plan;
    /** What is measured of random sets: by place and name, a number for each run. */
    private final Map<Map<String, String>, Map<String, double[]>> randomSets = new LinkedHashMap<>();

    OodStudy(Lab lab, Setting setting) {
        this.lab = lab;
        this.setting = setting;
        this.key = key(lab, setting);
        this.train = lab.trainButHeldOut(setting.data());
        this.test = limited(lab.test(setting.data()));
        this.normalisation = Lab.normalisation(train);
        this.plan = lab.calibratedPlan(setting, train.size());
    }

    static List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (NamedData data : List.of(NamedData.MNIST, NamedData.FASHION_MNIST)) {
            for (String net : List.of("mlp:8", "mlp:32", "lenet-5")) {
                settings.add(Setting.of(Preset.SOUND, data, net));
            }
        }
        return settings;
    }

    static int mostRuns(Setting setting) {
        return setting.net().isConvolutional() ? MOST_RUNS_OF_LARGE : MOST_RUNS;
    }

    /** What the keys of all measurements of a setting begin with. */
    static Map<String, String> key(Lab lab, Setting setting) {
        try (Lab own = lab.atMost(mostRuns(setting))) {
            Map<String, String> key = own.calibratedKey(STUDY, setting);
            return setting.net().isConvolutional() ? Key.and(key, "images", String.valueOf(MOST_IMAGES_OF_LARGE)) : key;
        }
    }

    void run() throws IOException {
        Map<String, String> done = Key.and(key, "part", "accuracy");
        Map<String, Dataset> strange = new LinkedHashMap<>();
        StrangeImages.of(lab, setting.data()).forEach((name, images) -> strange.put(name, limited(images)));
        // More may be there than when it was measured last.
        if (lab.has(done)
                && strange.keySet().stream()
                        .allMatch(shift -> SCORES.stream().allMatch(score -> lab.has(place(shift, score))))) {
            return;
        }
        List<Dataset> sets = new ArrayList<>(List.of(test));
        sets.addAll(strange.values());
        List<Scored> scored = new ArrayList<>();
        sets.forEach(set -> scored.add(new Scored()));
        List<OwnAccuracies> accuracies = new ArrayList<>();
        List<boolean[]> right = score(sets, scored, accuracies);
        int i = 1;
        for (String name : strange.keySet()) {
            detect(name, scored.get(0), scored.get(i++));
        }
        for (String score : scored.get(0).names()) {
            lab.add(
                    Key.and(key, "part", "rejection", "score", score),
                    ScoreQuality.rejection(scored.get(0).ofRuns(score, right.size()), right));
        }
        randomSets.forEach(lab::add);
        // Last: with it, all of this setting is there.
        lab.add(
                done,
                Map.of(
                        "average", each(accuracies, OwnAccuracies::average),
                        "mean", each(accuracies, OwnAccuracies::mean),
                        "wrapped", each(accuracies, own -> own.wrapped().calibrated()),
                        "wrapped-unscaled",
                                each(accuracies, own -> own.wrapped().unscaled()),
                        "ensemble", each(accuracies, OwnAccuracies::ensemble)));
    }

    /** Of a run, on its own test images. */
    private record OwnAccuracies(double average, double mean, Wrapped wrapped, double ensemble) {}

    /** With calibrated radii, and with radii as they come. */
    private record Wrapped(double calibrated, double unscaled) {}

    private Dataset limited(Dataset images) {
        return setting.net().isConvolutional() ? spread(images, MOST_IMAGES_OF_LARGE) : images;
    }

    /** On how many test images random sets are measured. */
    static int setImages(Lab lab) {
        return Math.min(SET_IMAGES, lab.effort().testImages());
    }

    /** So many of the images, spread over all: the first half of MNIST's test images is harder than the second. */
    static Dataset spread(Dataset images, int most) {
        return images.size() <= most
                ? images
                : images.select(IntStream.range(0, most)
                        .map(i -> (int) ((long) i * images.size() / most))
                        .toArray());
    }

    private Map<String, String> place(String shift, String score) {
        return Key.and(key, "part", "detection", "shift", shift, "score", score);
    }

    private static double[] each(List<OwnAccuracies> runs, ToDoubleFunction<OwnAccuracies> accuracy) {
        return runs.stream().mapToDouble(accuracy).toArray();
    }

    private void detect(String shift, Scored own, Scored strange) {
        for (String score : own.names()) {
            lab.add(place(shift, score), ScoreQuality.detection(own.of(score), strange.of(score)));
        }
    }

    /** Fills the scores of all sets; returns which test images the wrapped network gets right, a run each. */
    private List<boolean[]> score(List<Dataset> sets, List<Scored> scored, List<OwnAccuracies> accuracies)
            throws IOException {
        List<PixelBaseline> baselines = lab.pixelBaselines(train);
        for (int s = 0; s < sets.size(); s++) {
            for (PixelBaseline baseline : baselines) {
                // Once: it is the same for all runs.
                scored.get(s).add(baseline.name(), baseline.scores(sets.get(s)));
            }
        }
        double[] average = bayesian(sets, scored);
        double[] ensemble = ensemble(sets, scored);
        List<boolean[]> right = new ArrayList<>();
        int run = 0;
        for (BayesianNetwork group : lab.bayesian(setting, train, plan)) {
            for (int member = 0; member < group.seeds().runs(); member++) {
                try (BayesianNetwork network = group.run(member)) {
                    double mean = Predictive.mean(network, test, normalisation).accuracy(0, test);
                    Wrapped own = wrapped(network, sets, scored, right);
                    accuracies.add(new OwnAccuracies(average[run], mean, own, ensemble[run]));
                    run++;
                }
            }
        }
        return right;
    }

    private double[] bayesian(List<Dataset> sets, List<Scored> scored) throws IOException {
        List<Double> accuracies = new ArrayList<>();
        for (BayesianNetwork network : lab.bayesian(setting, train, plan)) {
            for (int s = 0; s < sets.size(); s++) {
                Dataset set = sets.get(s);
                Predictive predictive = Predictive.average(network, set, normalisation, draws());
                for (int run = 0; run < predictive.runs(); run++) {
                    int own = run;
                    double[] information = new double[set.size()];
                    Arrays.setAll(information, i -> predictive.mutualInformation(own, i));
                    double[] entropy = new double[set.size()];
                    Arrays.setAll(entropy, i -> predictive.totalEntropy(own, i));
                    scored.get(s).add(BNN_INFORMATION, information);
                    scored.get(s).add(BNN_ENTROPY, entropy);
                    if (s == 0) {
                        accuracies.add(predictive.accuracy(run, set));
                    }
                }
            }
        }
        return accuracies.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Convolutions cost too much for as many as small networks get; mutual information hardly changes after a few. */
    private int draws() {
        return setting.net().isConvolutional()
                ? Math.min(MOST_DRAWS_OF_LARGE, lab.effort().draws())
                : lab.effort().draws();
    }

    private double[] ensemble(List<Dataset> sets, List<Scored> scored) throws IOException {
        double[] accuracies = new double[lab.seeds().size()];
        for (int s = 0; s < sets.size(); s++) {
            Ensembles ensembles = Ensembles.of(lab.plain(setting, train, plan), sets.get(s), normalisation);
            for (int run = 0; run < accuracies.length; run++) {
                scored.get(s).add(ENSEMBLE_INFORMATION, ensembles.mutualInformation(run));
                if (s == 0) {
                    accuracies[run] = ensembles.accuracy(run, test);
                }
            }
        }
        return accuracies;
    }

    private Wrapped wrapped(BayesianNetwork network, List<Dataset> images, List<Scored> scored, List<boolean[]> right) {
        try (IntervalNetwork whole = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
            double[] scales = scales(whole);
            return wrapped(network, whole, scales, images, scored, right);
        }
    }

    private Wrapped wrapped(
            BayesianNetwork network,
            IntervalNetwork whole,
            double[] scales,
            List<Dataset> images,
            List<Scored> scored,
            List<boolean[]> right) {
        try (IntervalNetwork calibrated = whole.scaled(scales)) {
            Averaging averaging = whole.usualAveraging();
            Dataset known = train.subset(0, Math.min(CALIBRATION_IMAGES, train.size()));
            EpistemicScorer scorer = EpistemicScorer.fit(calibrated, known, normalisation);
            CentreDistance distance = CentreDistance.fit(calibrated, known, normalisation);
            double accuracy = 0;
            for (int s = 0; s < images.size(); s++) {
                Dataset set = images.get(s);
                IntervalPredictive predictive = IntervalPredictive.of(calibrated, set, normalisation, averaging);
                EpistemicScorer.Scores scores = scorer.score(set).decidedBy(predictive);
                scored.get(s).add("EU", scores.epistemic());
                scored.get(s).add("TU", scores.total());
                scored.get(s).add("TU0", scores.totalInDistribution());
                scored.get(s).add(NON_SPECIFICITY, scores.nonSpecificity());
                scored.get(s).add(DISCOUNT, scores.discount());
                scored.get(s).add(CENTRE_DISTANCE, distance.scores(set));
                double[] width = new double[set.size()];
                double[] doubt = new double[set.size()];
                boolean[] correct = new boolean[set.size()];
                for (int i = 0; i < width.length; i++) {
                    width[i] = predictive.intervals(0, i).meanWidth();
                    doubt[i] = 1 - predictive.probability(0, i, predictive.label(0, i));
                    correct[i] = predictive.label(0, i) == set.label(i);
                }
                scored.get(s).add(WIDTH, width);
                scored.get(s).add(WRAPPED_DOUBT, doubt);
                scored.get(s).add(MEAN_DOUBT, doubt(network, set));
                if (s == 0) {
                    accuracy = predictive.accuracy(0, set);
                    right.add(correct);
                }
            }
            sets(network, scales, right.size() - 1);
            return new Wrapped(accuracy, IntervalPredictive.accuracies(whole, test, normalisation, averaging)[0]);
        }
    }

    /** Random sets of a run, of all rules and radii. */
    private void sets(BayesianNetwork network, double[] scales, int run) {
        Dataset images = spread(test, SET_IMAGES);
        long seed = network.seeds().own().get(0);
        for (SetRule rule : SetRule.values()) {
            for (boolean calibrated : new boolean[] {true, false}) {
                double[] own = calibrated ? scales : new double[0];
                RandomSets.measured(network, own, rule, SET_DRAWS, seed, images, normalisation)
                        .byName()
                        .forEach((name, value) -> randomSets.computeIfAbsent(
                                        setsPlace(key, rule, calibrated), place -> new LinkedHashMap<>())
                                .computeIfAbsent(
                                        name, unused -> new double[lab.seeds().size()])[run] = value);
            }
        }
    }

    static Map<String, String> setsPlace(Map<String, String> key, SetRule rule, boolean calibrated) {
        return Key.and(
                key, "part", "sets", "rule", Key.name(rule), "radii", calibrated ? "calibrated" : "as they come");
    }

    private double[] doubt(BayesianNetwork network, Dataset set) {
        Predictive predictive = Predictive.mean(network, set, normalisation);
        double[] doubt = new double[set.size()];
        Arrays.setAll(doubt, i -> 1 - predictive.probability(0, i, predictive.label(0, i)));
        return doubt;
    }

    private double[] scales(IntervalNetwork whole) {
        return RadiusCalibration.scales(whole, lab.heldOut(setting.data()), normalisation, whole.usualAveraging());
    }
}
