package org.epiwrap.experiments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentData;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.network.TrainingStep;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.tensor.LearningRate;

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
                    .add(Quantity.WRAPPED, wrapped(model, train, heldOut, test))
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

    private static double wrapped(BayesianModel model, Dataset train, Dataset heldOut, Dataset test) {
        EpistemicWrapping wrapping = EpistemicWrapping.withDefaults()
                .with(Averaging.usual(model.network().architecture()))
                .with(new RadiusScale.Calibrated(TOLERANCE))
                .withoutScores();
        try (EpistemicModel wrapped = wrapping.wrap(model, train, ExperimentData.forChoices(heldOut))) {
            return Evaluator.of(wrapped.predictor().with(IntervalPredictor.Detail.PROBABILITIES))
                    .evaluate(test)
                    .accuracy();
        }
    }

    /** Returns what was measured. */
    static Table table(Workspace workspace) {
        Size whole = Size.of(Backbone.named("lenet-5"), workspace.size());
        Size deep = Size.of(Backbone.named("resnet-18/4"), workspace.size());
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : settings()) {
            for (Estimator estimator : estimators()) {
                String name = estimator == Estimator.FLIPOUT ? "Flipout (BNNF)" : "local (BNNR)";
                rows.add(workspace
                        .measurements()
                        .row(
                                List.of(setting.toString(), name),
                                key(workspace, setting, estimator),
                                List.of(
                                        Quantity.IMAGES,
                                        Quantity.EPOCHS,
                                        Quantity.AVERAGE,
                                        Quantity.MEAN,
                                        Quantity.WRAPPED,
                                        Quantity.MILLISECONDS_PER_IMAGE,
                                        Quantity.FULL_MILLISECONDS_PER_IMAGE,
                                        Quantity.FULL_HOURS)));
            }
        }
        return new Table(
                "backbones",
                "Convolutional networks on CIFAR with the choices of sound (the paper gives no figures), one run, all"
                        + " weights wrapped, radii calibrated to lose at most a point on " + whole.heldOut()
                        + " held-out images (deep networks: " + deep.heldOut() + "), tested on " + deep.testImages()
                        + ". Deep networks have a quarter of their channels (/4) and begin with an epoch that trains their"
                        + " means alone. Full size is all channels, all " + FULL_IMAGES
                        + " images and " + FULL_EPOCHS
                        + " epochs; the minimum time per image is measured by a few steps, and the hours of training,"
                        + " without warm start, wrapping and tests, follow from it",
                List.of(
                        Column.text("network").grouping(),
                        Column.text("estimator"),
                        Column.number("images", 0),
                        Column.number("epochs", 0),
                        Column.percent("average of draws", 1).higherIsBetter(),
                        Column.percent("mean network", 1).higherIsBetter(),
                        Column.percent("wrapped, radii calibrated", 1).higherIsBetter(),
                        Column.number("training, ms per image", 1),
                        Column.number("full size, ms per image", 1),
                        Column.number("full size, hours", 1)),
                rows);
    }
}
