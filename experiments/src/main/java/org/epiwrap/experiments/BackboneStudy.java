package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.LearningRate;
import org.epiwrap.network.Predictive;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;

/**
 * The convolutional networks of the paper's appendix on CIFAR, both estimators. Deep ones have a quarter of their
 * channels and a fifth of the images, so that two cores can train them; the speed of the whole ones is measured by a few
 * steps, from which follows what the full size would take.
 */
final class BackboneStudy {
    static final String STUDY = "backbones";

    /** What a network is trained on for the paper: all images of CIFAR, as many epochs as the others. */
    static final int FULL_IMAGES = 50_000;

    static final int FULL_EPOCHS = 20;

    /** Steps by which the speed of a network is measured that is too large to be trained here. */
    private static final int TIMED_STEPS = 3;

    private static final double TOLERANCE = 0.01;
    private static final int DRAWS = 5;

    private final Lab lab;
    private final Setting setting;
    private final Estimator estimator;

    BackboneStudy(Lab lab, Setting setting, Estimator estimator) {
        this.lab = lab;
        this.setting = setting;
        this.estimator = estimator;
    }

    /**
     * How much a network gets.
     *
     * @param warmStart epochs before the others without which deep networks find nothing
     */
    record Size(int images, int warmStart, int epochs, int batch, int heldOut, int testImages) {
        static Size of(Backbone net, Effort effort) {
            Size size = net.equals(net.whole())
                    ? new Size(49_000, 0, 10, 64, 1000, 2000)
                    : new Size(10_000, 1, 6, 64, 500, 2000);
            // An effort that limits images limits these as well, in proportion.
            double share = Math.min(1.0, effort.images() / 50_000.0);
            return new Size(
                    Math.max(100, (int) (size.images * share)),
                    size.warmStart,
                    Math.min(size.epochs, effort.epochs()),
                    size.batch,
                    Math.max(20, (int) (size.heldOut * share)),
                    Math.max(20, (int) (size.testImages * share)));
        }
    }

    static List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        for (NamedData data : List.of(NamedData.CIFAR_10, NamedData.CIFAR_100)) {
            for (String net : List.of("lenet-5", "resnet-18/4", "vgg-16/4")) {
                settings.add(Setting.of(Preset.SOUND, data, net));
            }
        }
        return settings;
    }

    static List<Estimator> estimators() {
        return List.of(Estimator.LOCAL_REPARAMETERISATION, Estimator.FLIPOUT);
    }

    static Map<String, String> place(Lab lab, Setting setting, Estimator estimator) {
        Size size = Size.of(setting.net(), lab.effort());
        return Key.and(
                lab.key(STUDY, setting),
                "estimator",
                Key.name(estimator),
                "images",
                String.valueOf(size.images()),
                "epochs",
                size.warmStart() + "+" + size.epochs(),
                "batch",
                String.valueOf(size.batch()));
    }

    void run() throws IOException {
        Map<String, String> place = place(lab, setting, estimator);
        if (!lab.has(place)) {
            lab.add(place, measured());
        }
    }

    private Map<String, double[]> measured() {
        Size size = Size.of(setting.net(), lab.effort());
        Dataset all = lab.load(setting.data(), Part.TRAIN);
        Dataset train = all.subset(0, size.images());
        Dataset heldOut = all.subset(all.size() - size.heldOut(), all.size());
        Dataset test = lab.load(setting.data(), Part.TEST).subset(0, size.testImages());
        Normalisation normalisation = Lab.normalisation(train);
        TrainingPlan plan = plan(size, train.size()).withWarmStart(size.warmStart());
        Map<String, Double> values = new LinkedHashMap<>();
        try (BayesianNetwork network = untrained(setting.net(), train)) {
            double seconds = secondsAnImage(network, setting.net(), train, normalisation, plan, plan.warmStart());
            values.put("images", (double) size.images());
            values.put("epochs", (double) size.epochs());
            values.put("milliseconds-an-image", 1000 * seconds);
            values.put(
                    "average",
                    Predictive.average(network, test, normalisation, DRAWS).accuracy(0, test));
            values.put("mean", Predictive.mean(network, test, normalisation).accuracy(0, test));
            wrapped(network, heldOut, test, normalisation, values);
            double whole =
                    setting.net().equals(setting.net().whole()) ? seconds : wholeSecondsAnImage(train, normalisation);
            values.put("whole-milliseconds-an-image", 1000 * whole);
            values.put("full-hours", whole * FULL_IMAGES * FULL_EPOCHS / 3600);
        }
        Map<String, double[]> single = new LinkedHashMap<>();
        values.forEach((name, value) -> single.put(name, new double[] {value}));
        return single;
    }

    private TrainingPlan plan(Size size, int images) {
        return TrainingPlan.sound(images, estimator)
                .withEpochs(size.epochs())
                .withBatchSize(size.batch())
                .withLearningRate(LearningRate.cosine(3e-3))
                .withKlWeight(0.1 / images);
    }

    private BayesianNetwork untrained(Backbone net, Dataset train) {
        Architecture architecture =
                net.architecture(Volume.of(train.shape()), train.classNames().size());
        return BayesianNetwork.untrained(architecture, RunSeeds.of(lab.seeds().get(0)));
    }

    /** Of the network with all its channels, by a few steps after a first, which makes what the engine keeps. */
    private double wholeSecondsAnImage(Dataset train, Normalisation normalisation) {
        Size size = Size.of(setting.net(), lab.effort());
        Backbone whole = setting.net().whole();
        Dataset step = train.subset(0, Math.min(train.size(), size.batch()));
        TrainingPlan plan = plan(size, step.size()).withEpochs(1 + TIMED_STEPS);
        try (BayesianNetwork network = untrained(whole, train)) {
            return secondsAnImage(network, whole, step, normalisation, plan, 1);
        }
    }

    /** Trains a network; an image takes what it takes in the fastest epoch, when the machine does nothing else. */
    private double secondsAnImage(
            BayesianNetwork network,
            Backbone net,
            Dataset train,
            Normalisation normalisation,
            TrainingPlan plan,
            int fromEpoch) {
        String name = net + " on " + setting.data() + " by " + Key.name(estimator);
        long[] start = {System.nanoTime()};
        long[] fastest = {Long.MAX_VALUE};
        TrainingListener clock = step -> {
            if (step.endsEpoch()) {
                long now = System.nanoTime();
                if (step.epoch() >= fromEpoch) {
                    fastest[0] = Math.min(fastest[0], now - start[0]);
                }
                start[0] = now;
            }
        };
        Trainer.train(
                network,
                train,
                normalisation,
                plan,
                lab.listener().training(name).and(clock));
        return fastest[0] / 1e9 / train.size();
    }

    private static void wrapped(
            BayesianNetwork network,
            Dataset heldOut,
            Dataset test,
            Normalisation normalisation,
            Map<String, Double> values) {
        try (IntervalNetwork whole = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
            Averaging averaging = whole.usualAveraging();
            double[] scales = RadiusCalibration.scales(whole, heldOut, normalisation, averaging, TOLERANCE);
            try (IntervalNetwork calibrated = whole.scaled(scales)) {
                values.put("wrapped", IntervalPredictive.accuracies(calibrated, test, normalisation, averaging)[0]);
            }
        }
    }
}
