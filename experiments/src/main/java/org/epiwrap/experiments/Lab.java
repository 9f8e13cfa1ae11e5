package org.epiwrap.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.NonZeroPixels;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.PixelBaseline;
import org.epiwrap.data.PixelMahalanobis;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.model.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.LearningRate;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.tensor.TensorEngine;

/**
 * Where studies are made: a folder with the measurements made and the networks trained, which later
 * studies use again.
 */
public final class Lab implements AutoCloseable {
    /** The last images of the training sets, on which networks are calibrated. */
    static final int HELD_OUT = 5000;

    /** Members of an ensemble. */
    static final int MEMBERS = 5;

    private static final String NETWORKS = "networks";
    private static final String SECONDS = "seconds";
    private static final String TIME = "time";

    private final Path folder;
    private final Measurements measurements;
    private final Effort effort;
    private final long seed;
    private final int runs;
    private final StudyListener listener;
    private final Locks locks;
    private final TrainedNetworks networks;
    private final Map<String, Dataset> datasets;
    /** By the images they know. */
    private final Map<String, List<PixelBaseline>> pixelBaselines;

    /**
     * A lab in a folder, which is made if it is not there.
     *
     * @param seed of the first run; the others' follow
     */
    public Lab(Path folder, Effort effort, long seed, int runs, StudyListener listener) throws IOException {
        this(
                folder,
                measurements(folder),
                Locks.in(folder),
                effort,
                seed,
                Check.between("runs", runs, 1, 1000),
                listener,
                new LinkedHashMap<>(),
                new LinkedHashMap<>());
    }

    private Lab(
            Path folder,
            Measurements measurements,
            Locks locks,
            Effort effort,
            long seed,
            int runs,
            StudyListener listener,
            Map<String, Dataset> datasets,
            Map<String, List<PixelBaseline>> pixelBaselines) {
        this.folder = folder;
        this.measurements = measurements;
        this.locks = locks;
        this.effort = effort;
        this.seed = seed;
        this.runs = runs;
        this.listener = listener;
        this.networks = new TrainedNetworks(folder.resolve(NETWORKS), locks, listener);
        this.datasets = datasets;
        this.pixelBaselines = pixelBaselines;
    }

    private static Measurements measurements(Path folder) throws IOException {
        Files.createDirectories(folder.resolve(NETWORKS));
        return Measurements.at(folder.resolve("measurements.jsonl"));
    }

    public Measurements measurements() {
        return measurements;
    }

    Effort effort() {
        return effort;
    }

    StudyListener listener() {
        return listener;
    }

    List<Long> seeds() {
        return seeds(runs);
    }

    private List<Long> seeds(int count) {
        return LongStream.range(seed, seed + count).boxed().toList();
    }

    /**
     * The same lab for a study that takes the first few runs only, whatever was asked for. Whoever asked for it closes it.
     */
    Lab atMost(int mostRuns) {
        return new Lab(
                folder,
                measurements,
                locks,
                effort,
                seed,
                Math.min(runs, mostRuns),
                listener,
                datasets,
                pixelBaselines);
    }

    /**
     * Does tasks one after the other. What another process is at is left to it, and only waited for, so that several
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

    /** It may have begun earlier; what a process that was killed took for it is not known. */
    private void addTime(Task task, double seconds) {
        double earlier = measurements
                .find(timed(task))
                .map(measurement -> measurement.numbers(SECONDS)[0])
                .orElse(0.0);
        measurements.add(new Measurement(timed(task), Map.of(SECONDS, List.of(earlier + seconds))));
    }

    private Map<String, String> timed(Task task) {
        return Key.and(
                Map.of(), Key.STUDY, TIME, "task", task.name(), Key.SEEDS, range(task), Key.EFFORT, effort.name());
    }

    /** How long tasks took when they were done, one after the other, if any of them was. */
    public Optional<Duration> time(List<Task> tasks) {
        return tasks.stream()
                .flatMap(task -> measurements.newest(timed(task)).stream())
                .map(measurement ->
                        Duration.ofMillis(Math.round(1000 * measurement.numbers(SECONDS)[0])))
                .reduce(Duration::plus);
    }

    /** Whether anything of a study has been measured with these seeds and this effort. */
    boolean holds(String study) {
        Map<String, String> wanted = Map.of(Key.STUDY, study, Key.SEEDS, range(), Key.EFFORT, effort.name());
        return measurements.all().stream()
                .anyMatch(measurement -> measurement.key().entrySet().containsAll(wanted.entrySet()));
    }

    /** By what versions, builds, machines and numbers of threads studies were measured with these seeds and this effort. */
    public List<String> makers(List<Study> studies) {
        Map<Study, Set<String>> ranges = new EnumMap<>(Study.class);
        for (Study study : studies) {
            ranges.put(
                    study,
                    study.mostRuns(this)
                            .mapToObj(most -> range(Math.min(runs, most)))
                            .collect(Collectors.toSet()));
        }
        return measurements.makers(key -> effort.name().equals(key.get(Key.EFFORT))
                && ranges.entrySet().stream()
                        .anyMatch(entry ->
                                entry.getKey().isOf(key) && entry.getValue().contains(key.get(Key.SEEDS))));
    }

    /** Of which seeds, studies and efforts there are measurements. */
    public String held() {
        List<String> held = measurements.all().stream()
                .map(Measurement::key)
                .filter(key -> !TIME.equals(key.get(Key.STUDY)))
                .map(key ->
                        "seeds " + key.get(Key.SEEDS) + " of " + key.get(Key.STUDY) + " (" + key.get(Key.EFFORT) + ")")
                .distinct()
                .toList();
        return held.isEmpty() ? "none" : String.join(", ", held);
    }

    /** Such as "3 runs". */
    String described() {
        return runs == 1 ? "one run" : runs + " runs";
    }

    private String range() {
        return range(runs);
    }

    private String range(Task task) {
        return range(Math.min(runs, task.mostRuns()));
    }

    private String range(int count) {
        return seed + (count == 1 ? "" : ".." + (seed + count - 1));
    }

    /** What the keys of all measurements of a study begin with. */
    Map<String, String> key(String study, Setting setting) {
        return Key.and(
                Map.of(),
                Key.STUDY,
                study,
                Key.PRESET,
                setting.preset().toString(),
                Key.DATA,
                setting.data().toString(),
                Key.NET,
                setting.net().name(),
                Key.SEEDS,
                range(),
                Key.EFFORT,
                effort.name());
    }

    /** Likewise for networks that are calibrated. */
    Map<String, String> calibratedKey(String study, Setting setting) {
        // Of how many images there are, neither depends.
        TrainingPlan plan = calibratedPlan(setting, 1);
        return Key.and(key(study, setting), "training", plan.epochs() + " epochs in batches of " + plan.batchSize());
    }

    boolean has(Map<String, String> key) {
        return measurements.find(key).isPresent();
    }

    void add(Map<String, String> key, Map<String, double[]> values) {
        Map<String, List<Double>> boxed = new LinkedHashMap<>();
        values.forEach((name, numbers) -> boxed.put(
                name,
                IntStream.range(0, numbers.length).mapToObj(i -> numbers[i]).toList()));
        Measurement measurement = new Measurement(key, boxed);
        measurements.add(measurement);
        listener.measured(measurement);
    }

    /** All images to train on, as in the paper. */
    Dataset train(NamedData data) {
        return effortful(load(data, Part.TRAIN));
    }

    /** All but those held out, for networks that are calibrated. */
    Dataset trainButHeldOut(NamedData data) {
        Dataset all = load(data, Part.TRAIN);
        return effortful(all.subset(0, all.size() - HELD_OUT));
    }

    private Dataset effortful(Dataset train) {
        return train.subset(0, Math.min(train.size(), effort.images()));
    }

    Dataset heldOut(NamedData data) {
        Dataset all = load(data, Part.TRAIN);
        return limited(all.subset(all.size() - HELD_OUT, all.size()));
    }

    Dataset test(NamedData data) {
        return limited(load(data, Part.TEST));
    }

    Dataset limited(Dataset data) {
        return data.subset(0, Math.min(data.size(), effort.testImages()));
    }

    Dataset load(NamedData data, Part part) {
        return datasets.computeIfAbsent(data + "/" + part, name -> {
            try {
                return data.load(part);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** What stands beside every score of a network: scores that look at pixels alone. */
    List<PixelBaseline> pixelBaselines(Dataset train) {
        return pixelBaselines.computeIfAbsent(
                train.name() + "/" + train.size(), unused -> List.of(new NonZeroPixels(), PixelMahalanobis.fit(train)));
    }

    static Normalisation normalisation(Dataset train) {
        return NamedData.normalisation(train);
    }

    static Architecture architecture(Setting setting, Dataset train) {
        return setting.net()
                .architecture(Volume.of(train.shape()), train.classNames().size());
    }

    /** How networks of a setting are trained. */
    TrainingPlan plan(Setting setting, int images) {
        TrainingPlan plan = setting.preset().plan(images, Estimator.FLIPOUT);
        if (setting.net().isConvolutional()) {
            // Chosen on held-out images: what divergence the evidence bound asks for leaves convolutions too noisy.
            plan = plan.withEpochs(3)
                    .withLearningRate(LearningRate.cosine(3e-3))
                    .withKlWeight(0.1 / images);
        }
        return plan.withEpochs(Math.min(plan.epochs(), effort.epochs()));
    }

    /**
     * How networks of a setting that are calibrated are trained. Small ones in larger batches, which on held-out images of
     * MNIST and Fashion-MNIST cost as much accuracy here as they gain there, and half the time.
     */
    TrainingPlan calibratedPlan(Setting setting, int images) {
        TrainingPlan plan = plan(setting, images);
        return setting.net().isConvolutional() ? plan : plan.withBatchSize(2 * plan.batchSize());
    }

    /** The Bayesian networks of all runs: one that holds them all where that is possible, else one each. */
    List<BayesianNetwork> bayesian(Setting setting, Dataset train) throws IOException {
        return bayesian(setting, train, plan(setting, train.size()));
    }

    List<BayesianNetwork> bayesian(Setting setting, Dataset train, TrainingPlan plan) throws IOException {
        String suffix = suffix(setting, train, plan);
        // What was made from networks that are gone goes, too.
        return networks.of(
                "bayesian-" + suffix,
                new TrainedNetworks.Training(setting, train, plan),
                seeds(),
                () -> IntervalFiles.deleteAll(folder.resolve(NETWORKS), suffix + "-" + seed));
    }

    /** Plain networks, as many as the ensembles of all runs need: that of run i has the members i to i + 4. */
    List<BayesianNetwork> plain(Setting setting, Dataset train, TrainingPlan plan) throws IOException {
        return networks.of(
                "plain-" + suffix(setting, train, plan),
                new TrainedNetworks.Training(setting, train, plan.plain()),
                seeds(runs + MEMBERS - 1),
                () -> {});
    }

    /** Of the names of files with networks. Another number of threads rounds otherwise, and trains networks of its own. */
    private String suffix(Setting setting, Dataset train, TrainingPlan plan) {
        String threads = TensorEngine.threads() == 1 ? "" : "-threads-" + TensorEngine.threads();
        return setting.fileName() + "-" + train.size() + "-by-" + plan.batchSize() + "-" + effort.name() + threads;
    }

    /** Where interval networks made from the Bayesian ones of a setting are kept. */
    IntervalFiles intervalFiles(Setting setting, Dataset train, Averaging averaging) {
        TrainingPlan plan = plan(setting, train.size());
        return new IntervalFiles(
                folder.resolve(NETWORKS),
                suffix(setting, train, plan) + "-" + seed,
                TrainingRecord.of(setting.preset().toString(), plan, train),
                train,
                averaging);
    }

    @Override
    public void close() {
        networks.close();
    }
}
