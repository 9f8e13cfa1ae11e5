package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Measurements;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.FineTuning;
import org.epiwrap.model.Preset;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.tensor.LearningRate;
import org.epiwrap.tensor.TensorEngine;

/**
 * A folder in which experiments are run: it keeps the measurements and the trained networks, which later experiments use
 * again.
 *
 * @param seed of the first run; the others take the numbers after it
 * @param data read once for all experiments
 */
public record Workspace(
        Path folder,
        Measurements measurements,
        ExperimentSize size,
        long seed,
        int runs,
        ExperimentListener listener,
        Locks locks,
        TrainedNetworks networks,
        ExperimentData data)
        implements AutoCloseable {
    /** The members of an ensemble. */
    public static final int MEMBERS = 5;

    private static final String NETWORKS = "networks";

    /** Opens a workspace in a folder, which is created if it does not exist. */
    public static Workspace open(Path folder, ExperimentSize size, long seed, int runs, ExperimentListener listener)
            throws IOException {
        Check.between("runs", runs, 1, 1000);
        Path kept = Files.createDirectories(folder.resolve(NETWORKS));
        Locks locks = Locks.in(folder);
        return new Workspace(
                folder,
                Measurements.at(folder.resolve("measurements.jsonl")),
                size,
                seed,
                runs,
                listener,
                locks,
                new TrainedNetworks(kept, locks, listener),
                new ExperimentData(size));
    }

    /** Returns the same workspace for an experiment that has a limited number of runs. It is closed with this one. */
    public Workspace limitedTo(int maxRuns) {
        return new Workspace(
                folder, measurements, size, seed, Math.min(runs, maxRuns), listener, locks, networks, data);
    }

    /** Returns the same workspace with tables of files, for experiments on tables. It is closed with this one. */
    public Workspace with(List<TableFile> tables) {
        return new Workspace(folder, measurements, size, seed, runs, listener, locks, networks, data.with(tables));
    }

    /** Returns the seed of each run. */
    public List<Long> seeds() {
        return seeds(runs);
    }

    private List<Long> seeds(int count) {
        return LongStream.range(seed, seed + count).boxed().toList();
    }

    /**
     * Runs tasks one after the other. What another process is doing is left to it, and only waited for, so that several
     * processes may share the same tasks in the same folder.
     */
    public void run(List<Task> tasks) throws IOException {
        List<Task> left = tasks;
        while (!left.isEmpty()) {
            List<Task> elsewhere = new ArrayList<>();
            for (Task task : left) {
                listener.begun(tasks.indexOf(task) + 1, tasks.size());
                if (!attempt(task, false)) {
                    elsewhere.add(task);
                }
            }
            if (elsewhere.size() == left.size()) {
                attempt(elsewhere.remove(0), true);
            }
            left = elsewhere;
        }
    }

    private boolean attempt(Task task, boolean wait) throws IOException {
        try (FileChannel channel = locks.open(task.networks());
                FileLock alone = wait ? channel.lock() : channel.tryLock()) {
            if (alone == null) {
                return false;
            }
            measurements.refresh();
            int before = measurements.added();
            long start = System.nanoTime();
            try {
                task.work().run();
            } finally {
                if (measurements.added() > before) {
                    addTime(task, (System.nanoTime() - start) / 1e9);
                }
            }
            return true;
        }
    }

    /** It may have begun earlier; the time of a process that was killed is not known. */
    private void addTime(Task task, double seconds) {
        double earlier = measurements
                .find(timed(task))
                .map(measurement -> measurement.mean(Quantity.SECONDS))
                .orElse(0.0);
        measurements.add(new Values().add(Quantity.SECONDS, earlier + seconds).of(timed(task)));
    }

    private Key timed(Task task) {
        return key(Topic.TIME, Math.min(runs, task.maxRuns())).with(Field.TASK, task.name());
    }

    /** Returns how long tasks took in all, if any of them was run. */
    public Optional<Duration> time(List<Task> tasks) {
        return tasks.stream()
                .flatMap(task -> measurements.newest(timed(task)).stream())
                .map(measurement -> Duration.ofMillis(Math.round(1000 * measurement.mean(Quantity.SECONDS))))
                .reduce(Duration::plus);
    }

    /** Returns which seeds, topics and sizes were measured, in words. */
    public String inventory() {
        List<String> held = measurements.all().stream()
                .map(Measurement::key)
                .filter(key -> !key.includes(Key.of(Topic.TIME)))
                .map(key -> "seeds " + key.get(Field.SEEDS).orElse("") + " of "
                        + key.get(Field.TOPIC).orElse("") + " ("
                        + key.get(Field.SIZE).orElse("") + ")")
                .distinct()
                .toList();
        return held.isEmpty() ? "none" : String.join(", ", held);
    }

    /** Returns the number of runs in words, such as "3 runs". */
    public String runsInWords() {
        return runs == 1 ? "one run" : runs + " runs";
    }

    /** Returns what all measurements of a topic with these seeds and this size have in common. */
    public Key key(Topic topic) {
        return key(topic, runs);
    }

    private Key key(Topic topic, int count) {
        return Key.of(topic).with(Field.SEEDS, seeds(count)).with(Field.SIZE, size.name());
    }

    /** Returns what all measurements of a setting have in common. */
    public Key key(Topic topic, Setting setting) {
        return key(topic)
                .with(Field.PRESET, setting.preset())
                .with(Field.DATA, setting.data())
                .with(Field.NET, setting.net());
    }

    /** Returns what all measurements of the calibrated networks of a setting have in common. */
    public Key calibratedKey(Topic topic, Setting setting) {
        // Neither depends on the number of examples.
        return key(topic, setting).with(Field.TRAINING, calibratedPlan(setting, 1));
    }

    /** Returns whether this version has measured something. */
    public boolean has(Key key) {
        return measurements.find(key).isPresent();
    }

    /** Adds a measurement. */
    public void add(Key key, Values values) {
        Measurement measurement = values.of(key);
        measurements.add(measurement);
        listener.measured(measurement);
    }

    /** Returns how networks of a setting are trained. */
    public TrainingPlan plan(Setting setting, int images) {
        TrainingPlan plan = setting.preset().plan(images, Estimator.FLIPOUT);
        if (setting.net().isConvolutional()) {
            // Chosen on held-out images: the divergence that the evidence bound asks for leaves convolutions too noisy.
            plan = plan.withEpochs(3)
                    .withLearningRate(LearningRate.cosine(3e-3))
                    .withKlWeight(0.1 / images);
        }
        return plan.withEpochs(Math.min(plan.epochs(), size.epochs()));
    }

    /**
     * Returns how networks that are calibrated are trained. Small ones use larger batches, which on held-out images of
     * MNIST lose as much accuracy as they gain on those of Fashion-MNIST, in half the time.
     */
    public TrainingPlan calibratedPlan(Setting setting, int images) {
        TrainingPlan plan = plan(setting, images);
        return setting.net().isConvolutional() ? plan : plan.withBatchSize(2 * plan.batchSize());
    }

    /** Returns the Bayesian networks of all runs. */
    public TrainedRuns bayesian(Setting setting, Dataset train) throws IOException {
        return bayesian(setting, train, plan(setting, train.size()));
    }

    /** Returns the Bayesian networks of all runs, trained by a plan. */
    public TrainedRuns bayesian(Setting setting, Dataset train, TrainingPlan plan) throws IOException {
        String suffix = suffix(setting, train, plan);
        // What was made from networks that no longer exist is deleted, too.
        return networks.of(
                "bayesian-" + suffix,
                TrainedNetworks.Training.of(setting, train, plan),
                seeds(),
                () -> IntervalFiles.deleteAll(folder.resolve(NETWORKS), suffix + "-" + seed));
    }

    /** Returns plain networks, as many as the ensembles of all runs need: that of run i has the members i to i + 4. */
    public TrainedRuns plain(Setting setting, Dataset train, TrainingPlan plan) throws IOException {
        return networks.of(
                "plain-" + suffix(setting, train, plan),
                TrainedNetworks.Training.of(setting, train, plan.plain()),
                seeds(runs + MEMBERS - 1),
                () -> {});
    }

    /** Returns the Bayesian network of one run on a part of a table, trained by the defaults. */
    public TrainedRuns onTable(String table, Dataset train, long runSeed) throws IOException {
        BayesianTraining defaults = BayesianTraining.withDefaults();
        TrainingPlan plan = defaults.plan(train);
        plan = plan.withEpochs(Math.min(plan.epochs(), size.epochs()));
        Backbone net = defaults.backbone(train);
        return networks.of(
                "table-" + suffix(table + "-" + net.fileName(), train, plan),
                new TrainedNetworks.Training(Preset.SOUND, net, table, train, plan),
                List.of(runSeed),
                () -> {});
    }

    private String suffix(Setting setting, Dataset train, TrainingPlan plan) {
        return suffix(setting.fileName(), train, plan);
    }

    /** Returns the end of a file's name. Another number of threads rounds otherwise, and trains networks of its own. */
    private String suffix(String name, Dataset train, TrainingPlan plan) {
        String threads = TensorEngine.threads() == 1 ? "" : "-threads-" + TensorEngine.threads();
        return name + "-" + train.size() + "-by-" + plan.batchSize() + "-" + size.name() + threads;
    }

    /** Returns where interval networks made from the Bayesian ones of a setting are kept. */
    public IntervalFiles intervalFiles(Setting setting, Dataset train) {
        TrainingPlan plan = plan(setting, train.size());
        return new IntervalFiles(
                folder.resolve(NETWORKS),
                suffix(setting, train, plan) + "-" + seed,
                TrainedNetworks.Training.of(setting, train, plan).card());
    }

    /** Returns how all runs of some networks of a setting are fine-tuned in one computation, with its progress shown. */
    public FineTuning tuning(Setting setting, FineTuning tuning, int networkCount) {
        return tuning.with(listener.training("fine-tuning " + networkCount + " × " + runs + " " + setting.net()));
    }

    @Override
    public void close() {
        networks.close();
    }
}
