package org.epiwrap.experiments.hard;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.ScoreOf;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.prediction.Predictions;

/**
 * How well scores detect the {@linkplain OodDataset#hardSuite() hard shifts} of a network's own test images, and how well they
 * rank its errors on unshifted ones. All scores that the wrapped network offers stand beside those of its mean network, of the
 * Bayesian network it was made from, of an ensemble, and of pixels alone. Each shift is written as soon as it is measured.
 */
public final class HardExperiment {
    /** The maximum number of runs. */
    public static final int MAX_RUNS = 3;
    /** By how much a harmful shift lowers the accuracy of the mean network, at least. */
    public static final double HARM = 0.05;
    /** Of the test images, so many are shifted. */
    public static final int SHIFTED_IMAGES = 2000;

    private final Workspace workspace;
    private final Setting setting;
    private final Key key;
    private final Dataset test;
    /** The places of the test images that are shifted. */
    private final int[] places;

    /** Creates the experiment of one setting. */
    public HardExperiment(Workspace all, Setting setting) {
        this.workspace = all.limitedTo(MAX_RUNS);
        this.setting = setting;
        this.key = key(all, setting);
        this.test = workspace.data().test(setting.data());
        this.places = ExperimentData.spread(test, SHIFTED_IMAGES);
    }

    /** Returns the datasets and architectures that are measured. */
    public static List<Setting> settings() {
        return Setting.sound(List.of(BuiltInData.MNIST, BuiltInData.FASHION_MNIST), List.of("mlp:32", "lenet-5"));
    }

    /** Returns what all measurements of a setting have in common. */
    static Key key(Workspace workspace, Setting setting) {
        return workspace.limitedTo(MAX_RUNS).calibratedKey(Topic.HARD, setting).with(Field.IMAGES, SHIFTED_IMAGES);
    }

    static Key detection(Key key, String shift, ScoreOf score) {
        return key.with(Field.PART, Part.DETECTION).with(Field.SHIFT, shift).with(Field.SCORE_OF, score);
    }

    static Key rejection(Key key, ScoreOf score) {
        return key.with(Field.PART, Part.REJECTION).with(Field.SCORE_OF, score);
    }

    /** Returns the key of the accuracy on the images that are shifted, before they are. */
    static Key accuracy(Key key) {
        return key.with(Field.PART, Part.ACCURACY);
    }

    static Key accuracy(Key key, String shift) {
        return accuracy(key).with(Field.SHIFT, shift);
    }

    /** Measures what has not been measured yet. */
    public void run() throws IOException {
        List<OodDataset> left = OodDataset.hardSuite().stream()
                .filter(shift -> !workspace.has(accuracy(key, shift.name())))
                .toList();
        if (left.isEmpty() && workspace.has(accuracy(key))) {
            return;
        }
        try (Scorers scorers = Scorers.of(workspace, setting)) {
            Scored known = scorers.score(test);
            if (!workspace.has(accuracy(key))) {
                addUnshifted(known);
            }
            Dataset some = test.select(places);
            for (OodDataset shift : left) {
                Dataset shifted = ExperimentData.create(shift, some);
                add(shift.name(), known, scorers.score(shifted), shifted);
            }
        }
    }

    private void addUnshifted(Scored known) {
        List<boolean[]> correct =
                known.wrapped().stream().map(run -> correct(run, test)).toList();
        for (ScoreOf score : known.scores().keySet()) {
            Values values = new Values();
            for (int run = 0; run < correct.size(); run++) {
                RejectionCurve curve = RejectionCurve.of(known.scores(score, run), correct.get(run));
                values.add(Quantity.AURC, curve.areaUnderRisk()).add(Quantity.AUGRC, curve.areaUnderGeneralisedRisk());
            }
            workspace.add(rejection(key, score), values);
        }
        Values accuracies = new Values().add(Quantity.EXAMPLES, places.length);
        known.mean().forEach(run -> accuracies.add(Quantity.MEAN, share(correct(run, test), places)));
        known.wrapped().forEach(run -> accuracies.add(Quantity.WRAPPED, share(correct(run, test), places)));
        workspace.add(accuracy(key), accuracies);
    }

    private void add(String shift, Scored known, Scored unknown, Dataset shifted) {
        for (ScoreOf score : known.scores().keySet()) {
            Values values = new Values();
            for (int run = 0;
                    run < known.scores().getOrDefault(score, List.of()).size();
                    run++) {
                Detection detection = Detection.between(known.scores(score, run), unknown.scores(score, run));
                values.add(Quantity.AUROC, detection.auroc()).add(Quantity.FPR95, detection.falsePositiveRate());
            }
            workspace.add(detection(key, shift, score), values);
        }
        Values accuracies = new Values().add(Quantity.EXAMPLES, shifted.size());
        if (shifted.isLabelled()) {
            int[] all = IntStream.range(0, shifted.size()).toArray();
            unknown.mean().forEach(run -> accuracies.add(Quantity.MEAN, share(correct(run, shifted), all)));
            unknown.wrapped().forEach(run -> accuracies.add(Quantity.WRAPPED, share(correct(run, shifted), all)));
        }
        // Last: with it, everything of this shift is measured.
        workspace.add(accuracy(key, shift), accuracies);
    }

    private static boolean[] correct(Predictions predictions, Dataset data) {
        boolean[] correct = new boolean[data.size()];
        for (int i = 0; i < correct.length; i++) {
            correct[i] = predictions.label(i) == data.label(i);
        }
        return correct;
    }

    private static double share(boolean[] correct, int[] places) {
        return Arrays.stream(places).filter(place -> correct[place]).count() / (double) places.length;
    }
}
