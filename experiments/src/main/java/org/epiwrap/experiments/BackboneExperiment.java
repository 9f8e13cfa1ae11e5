package org.epiwrap.experiments;

import java.io.IOException;
import java.util.List;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Input;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.LearningRate;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.network.TrainingStep;
import org.epiwrap.prediction.BayesianAverage;

/**
 * The convolutional networks of the paper's appendix on CIFAR, both estimators. Deep ones have a quarter of their channels
 * and a fifth of the images, so that two cores can train them; the speed of the full ones is measured by a few steps, from
 * which follows the time of the full size.
 */
record BackboneExperiment(Workspace workspace, Setting setting, Estimator estimator) {
    /** Full size: all images of CIFAR. */
    static final int FULL_IMAGES = 50_000;

    /** Full size: as many epochs as the other networks. */
    static final int FULL_EPOCHS = 20;

    /** Steps by which the speed of a network is measured that is too large to be trained here. */
    private static final int TIMED_STEPS = 3;

    private static final double TOLERANCE = 0.01;
    private static final int DRAWS = 5;

    private Size size() {
        return Size.of(setting.net(), workspace.size());
    }

    /**
     * How much data and computation a network gets.
     *
     * @param warmStart epochs before the others without which deep networks find nothing
     */
    record Size(int images, int warmStart, int epochs, int batch, int heldOut, int testImages) {
        static Size of(Backbone net, ExperimentSize limit) {
            Size size = net.equals(net.whole())
                    ? new Size(49_000, 0, 10, 64, 1000, 2000)
                    : new Size(10_000, 1, 6, 64, 500, 2000);
            // A limit on images limits these as well, in proportion.
            double share = Math.min(1.0, limit.images() / 50_000.0);
            return new Size(
                    Math.max(100, (int) (size.images * share)),
                    size.warmStart,
                    Math.min(size.epochs, limit.epochs()),
                    size.batch,
                    Math.max(20, (int) (size.heldOut * share)),
                    Math.max(20, (int) (size.testImages * share)));
        }
    }

    static List<Setting> settings() {
        return Setting.sound(
                List.of(BuiltInData.CIFAR_10, BuiltInData.CIFAR_100), List.of("lenet-5", "resnet-18/4", "vgg-16/4"));
    }

    static List<Estimator> estimators() {
        return List.of(Estimator.LOCAL_REPARAMETERISATION, Estimator.FLIPOUT);
    }

    static Key key(Workspace workspace, Setting setting, Estimator estimator) {
        Size size = Size.of(setting.net(), workspace.size());
        return workspace
                .limitedTo(1)
                .key(Topic.BACKBONES, setting)
                .with(Field.ESTIMATOR, estimator)
                .with(Field.IMAGES, size.images())
                .with(Field.EPOCHS, List.of(size.warmStart(), size.epochs()))
                .with(Field.BATCH, size.batch());
    }

    void run() throws IOException {
        Key key = key(workspace, setting, estimator);
        if (!workspace.has(key)) {
            workspace.add(key, measured());
        }
    }

    private Values measured() throws IOException {
        Size size = size();
        Dataset all = workspace.data().load(setting.data(), Part.TRAIN);
        Dataset train = all.subset(0, size.images());
        Dataset heldOut = all.subset(all.size() - size.heldOut(), all.size());
        Dataset test = workspace.data().load(setting.data(), Part.TEST).subset(0, size.testImages());
        TrainingPlan plan = plan(train.size()).withWarmStart(size.warmStart());
        Clock clock = new Clock(plan.warmStart(), train.size());
        try (BayesianModel model = trained(setting, train, plan, clock);
                BayesianAverage average = model.predictor(DRAWS)) {
            double seconds = clock.secondsPerImage();
            double full = setting.net().equals(setting.net().whole()) ? seconds : fullSecondsPerImage(train);
            return new Values()
                    .add(Quantity.IMAGES, size.images())
                    .add(Quantity.EPOCHS, size.epochs())
                    .add(Quantity.MILLISECONDS_PER_IMAGE, 1000 * seconds)
                    .add(Quantity.AVERAGE, Evaluator.of(average).evaluate(test).accuracy())
                    .add(
                            Quantity.MEAN,
                            Evaluator.of(model.meanNetwork()).evaluate(test).accuracy())
                    .add(Quantity.WRAPPED, wrapped(model, heldOut, test))
                    .add(Quantity.FULL_MILLISECONDS_PER_IMAGE, 1000 * full)
                    .add(Quantity.FULL_HOURS, full * FULL_IMAGES * FULL_EPOCHS / 3600);
        }
    }

    private TrainingPlan plan(int images) {
        return TrainingPlan.sound(images, estimator)
                .withEpochs(size().epochs())
                .withBatchSize(size().batch())
                .withLearningRate(LearningRate.cosine(3e-3))
                .withKlWeight(0.1 / images);
    }

    /** Of the network with all its channels, by a few steps after a first one, which fills the engine's caches. */
    private double fullSecondsPerImage(Dataset train) throws IOException {
        Setting full =
                new Setting(setting.preset(), setting.data(), setting.net().whole());
        Dataset step = train.subset(0, Math.min(train.size(), size().batch()));
        Clock clock = new Clock(1, step.size());
        trained(full, step, plan(step.size()).withEpochs(1 + TIMED_STEPS), clock)
                .close();
        return clock.secondsPerImage();
    }

    private BayesianModel trained(Setting of, Dataset train, TrainingPlan plan, Clock clock) throws IOException {
        return BayesianTraining.withDefaults()
                .with(of.net())
                .with(plan)
                .withSeed(workspace.seed())
                .with(workspace
                        .listener()
                        .training(of + " by " + Key.words(estimator))
                        .and(clock))
                .train(train);
    }

    /** Finds the time of an image in the fastest epoch, when the machine does nothing else. */
    private static final class Clock implements TrainingListener {
        private final int fromEpoch;
        private final int images;
        private long start = System.nanoTime();
        private long fastest = Long.MAX_VALUE;

        Clock(int fromEpoch, int images) {
            this.fromEpoch = fromEpoch;
            this.images = images;
        }

        @Override
        public void done(TrainingStep step) {
            if (step.endsEpoch()) {
                long now = System.nanoTime();
                if (step.epoch() >= fromEpoch) {
                    fastest = Math.min(fastest, now - start);
                }
                start = now;
            }
        }

        double secondsPerImage() {
            return fastest / 1e9 / images;
        }
    }

    /** Wraps a network; its scores, which are not measured, are not calibrated. */
    private static double wrapped(BayesianModel model, Dataset heldOut, Dataset test) {
        Input input = model.card().input();
        try (IntervalNetwork whole = IntervalNetwork.wrap(model.network(), Wrapping.withDefaults())) {
            Averaging averaging = whole.usualAveraging();
            double[] scales = RadiusCalibration.scales(whole, heldOut, input, averaging, TOLERANCE);
            try (IntervalNetwork calibrated = whole.scaled(scales)) {
                return Evaluations.accuracies(calibrated, input, averaging, test)
                        .get(0);
            }
        }
    }
}
