package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.PixelBaseline;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.data.Shift;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.ImageBatch;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.network.BayesianNetwork;

/** What each step of the method contributes: the sound choices, and each of them replaced by another, one at a time. */
final class AblationStudy implements AutoCloseable {
    static final String STUDY = "ablation";
    /** More would add little to what is seen. */
    static final int MOST_RUNS = 3;

    /** Of fine-tuning: a third of what the tables of accuracy take, since there are many choices to tune. */
    private static final int MOST_TUNING_EPOCHS = 3;

    private static final int CALIBRATION_IMAGES = 10_000;

    private final Lab lab;
    private final Setting setting;
    private final Map<String, String> key;
    private final Dataset train;
    private final Dataset test;
    private final List<Dataset> strange;
    private final Normalisation normalisation;
    private final Architecture architecture;
    /** Runs by what decides their intervals, which many variants share. */
    private final Map<List<Object>, List<IntervalNetwork>> known = new HashMap<>();
    /** What was measured of them before fine-tuning. */
    private final Map<List<Object>, Map<String, double[]>> knownBefore = new HashMap<>();

    AblationStudy(Lab lab, Setting setting) {
        this.lab = lab;
        this.setting = setting;
        this.key = lab.calibratedKey(STUDY, setting);
        this.train = lab.trainButHeldOut(setting.data());
        this.test = lab.test(setting.data());
        NamedData other = setting.data() == NamedData.MNIST ? NamedData.FASHION_MNIST : NamedData.MNIST;
        this.strange = List.of(lab.test(other), Shift.rotated().apply(test));
        this.normalisation = Lab.normalisation(train);
        this.architecture = Lab.architecture(setting, train);
    }

    static List<Setting> settings() {
        // The longest first.
        return List.of(
                Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:16-8"),
                Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:8"),
                Setting.of(Preset.SOUND, NamedData.FASHION_MNIST, "mlp:8"));
    }

    static Map<String, String> before(Map<String, String> key, Variant variant) {
        return Key.and(variant.in(key), "stage", "before");
    }

    static Map<String, String> after(Map<String, String> key, Variant variant, int epochs) {
        return Key.and(variant.in(key), "stage", "after", "epochs", String.valueOf(epochs));
    }

    static Map<String, String> pixels(Map<String, String> key, String baseline) {
        return Key.and(key, "pixels", baseline);
    }

    static int tuningEpochs(Lab lab) {
        return Math.min(lab.effort().tuningEpochs(), MOST_TUNING_EPOCHS);
    }

    /** What is found without any network. */
    private void pixels() {
        for (PixelBaseline baseline : lab.pixelBaselines(train)) {
            double[] own = baseline.scores(test);
            lab.add(pixels(key, baseline.name()), Map.of(ScoreQuality.AUROC, new double[] {
                strange.stream()
                        .mapToDouble(set ->
                                Detection.between(own, baseline.scores(set)).auroc())
                        .average()
                        .orElseThrow()
            }));
        }
    }

    void run() throws IOException {
        if (!lab.has(pixels(key, PixelMahalanobis.NAME))) {
            pixels();
        }
        for (Variant variant : Variant.all()) {
            if (!lab.has(before(key, variant))) {
                before(variant);
            }
        }
        TuningPlan usual = TuningPlan.sound(architecture).withEpochs(tuningEpochs(lab));
        // Those that are tuned by the same plan are one computation.
        Map<TuningPlan, List<Variant>> missing = new LinkedHashMap<>();
        for (Variant variant : Variant.all()) {
            if (variant.isTuned() && !lab.has(after(key, variant, usual.epochs()))) {
                missing.computeIfAbsent(plan(variant, usual), plan -> new ArrayList<>())
                        .add(variant);
            }
        }
        for (Map.Entry<TuningPlan, List<Variant>> entry : missing.entrySet()) {
            after(entry.getKey(), entry.getValue());
        }
    }

    private static TuningPlan plan(Variant variant, TuningPlan usual) {
        return usual.with(variant.rule()).with(variant.averaging().orElse(usual.averaging()));
    }

    private List<IntervalNetwork> wrapped(Variant variant) throws IOException {
        List<Object> choices = variant.intervals(architecture);
        List<IntervalNetwork> runs = known.get(choices);
        if (runs == null) {
            runs = wrappedAnew(variant);
            known.put(choices, runs);
        }
        return runs;
    }

    private List<IntervalNetwork> wrappedAnew(Variant variant) throws IOException {
        List<IntervalNetwork> runs = new ArrayList<>();
        BayesianNetwork all = lab.bayesian(setting, train, lab.calibratedPlan(setting, train.size()))
                .get(0);
        for (int run = 0; run < all.seeds().runs(); run++) {
            try (BayesianNetwork one = all.run(run);
                    IntervalNetwork whole = IntervalNetwork.wrap(
                            one, variant.wrapping(all.seeds().own().get(run), train, normalisation))) {
                runs.add(whole.scaled(scales(variant, whole)));
            } catch (RuntimeException e) {
                runs.forEach(IntervalNetwork::close);
                throw e;
            }
        }
        return runs;
    }

    private double[] scales(Variant variant, IntervalNetwork whole) {
        return switch (variant.scale()) {
            case CALIBRATED ->
                RadiusCalibration.scales(
                        whole, lab.heldOut(setting.data()), normalisation, variant.averaging(architecture));
            case FAN_IN -> whole.byFanIn();
            case ONE -> {
                double[] ones = new double[whole.byFanIn().length];
                Arrays.fill(ones, 1);
                yield ones;
            }
        };
    }

    private void before(Variant variant) throws IOException {
        List<Object> choices = variant.intervals(architecture);
        Map<String, double[]> values = knownBefore.get(choices);
        if (values == null) {
            values = measured(variant, wrapped(variant));
            knownBefore.put(choices, values);
        }
        lab.add(before(key, variant), values);
    }

    private Map<String, double[]> measured(Variant variant, List<IntervalNetwork> runs) {
        Map<String, double[]> values = new LinkedHashMap<>();
        for (int run = 0; run < runs.size(); run++) {
            for (Map.Entry<String, Double> entry :
                    measured(variant, runs.get(run)).entrySet()) {
                values.computeIfAbsent(entry.getKey(), name -> new double[runs.size()])[run] = entry.getValue();
            }
        }
        return values;
    }

    private Map<String, Double> measured(Variant variant, IntervalNetwork network) {
        Map<String, Double> values = new LinkedHashMap<>();
        IntervalPredictive predictive =
                IntervalPredictive.of(network, test, normalisation, variant.averaging(architecture));
        double width = 0;
        for (int i = 0; i < test.size(); i++) {
            width += predictive.intervals(0, i).meanWidth() / test.size();
        }
        List<ClassSet> sets = new ArrayList<>();
        ImageBatch.forEach(test, normalisation, network.architecture(), batch -> sets.addAll(network.maximal(batch)));
        int[] labels = new int[test.size()];
        Arrays.setAll(labels, test::label);
        SetQuality quality = SetQuality.of(sets, labels, network.architecture().classes());
        EpistemicScorer scorer = EpistemicScorer.fit(
                network, train.subset(0, Math.min(CALIBRATION_IMAGES, train.size())), normalisation);
        double[] own = scorer.score(test).epistemic();
        double auroc = 0;
        for (Dataset set : strange) {
            auroc += Detection.between(own, scorer.score(set).epistemic()).auroc() / strange.size();
        }
        values.put("accuracy", predictive.accuracy(0, test));
        values.put("width", width);
        values.put("coverage", quality.coverage());
        values.put("size", quality.meanSize());
        values.put(ScoreQuality.AUROC, auroc);
        return values;
    }

    private void after(TuningPlan plan, List<Variant> variants) throws IOException {
        List<IntervalNetwork> starts = new ArrayList<>();
        for (Variant variant : variants) {
            starts.addAll(wrapped(variant));
        }
        int runs = lab.seeds().size();
        try (IntervalNetwork start = IntervalNetwork.together(starts);
                IntervalTrainer trainer = new IntervalTrainer(start, train, normalisation, plan)) {
            trainer.run(lab.listener().training("fine-tuning " + variants.size() + " × " + runs + " " + setting.net()));
            try (IntervalNetwork tuned = trainer.network()) {
                Averaging averaging = plan.averaging();
                double[] all = IntervalPredictive.accuracies(tuned, test, normalisation, averaging);
                for (int i = 0; i < variants.size(); i++) {
                    lab.add(
                            after(key, variants.get(i), plan.epochs()),
                            Map.of("accuracy", Arrays.copyOfRange(all, i * runs, (i + 1) * runs)));
                }
            }
        }
    }

    @Override
    public void close() {
        known.values().forEach(runs -> runs.forEach(IntervalNetwork::close));
    }
}
