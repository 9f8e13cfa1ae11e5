package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.Checkpoint;
import org.epiwrap.model.ModelCard;
import org.epiwrap.model.TrainingLog;
import org.epiwrap.model.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Predictive;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.jspecify.annotations.Nullable;

/**
 * Trains networks, tests them and writes them to files.
 *
 * @param out the file of a single run; several get their seed into its name; none are written without it
 * @param log where metrics go as lines of JSON, if anywhere
 */
record TrainJob(
        Dataset train,
        Dataset test,
        Architecture architecture,
        Bias bias,
        String preset,
        TrainingPlan plan,
        int draws,
        @Nullable Path out,
        Duration checkpointEvery,
        @Nullable PrintWriter log,
        PrintWriter err,
        boolean quiet) {

    private static final String NOT_KEPT =
            "epiwrap: warning: without --out the trained network is tested, but not kept";
    private static final String NOTHING_KEPT = "stopped; without --out nothing is kept";

    /**
     * How a run ended.
     *
     * @param loss in the last epoch, the mean of all runs that were trained together
     * @param alone whether it is this run's own
     * @param average and the next two: accuracies on the test images
     */
    record Result(
            long seed,
            double loss,
            boolean alone,
            double average,
            double onePass,
            double meanNetwork,
            @Nullable Path file) {}

    /** One run for each seed; together where the architecture allows, else one after the other. */
    List<Result> run(List<Long> seeds) throws IOException {
        boolean several = seeds.size() > 1;
        if (out == null && !quiet && Progress.isTerminal()) {
            err.println(NOT_KEPT);
            err.flush();
        }
        List<RunSeeds> groups = architecture.canRunTogether()
                ? List.of(new RunSeeds(seeds.get(0), seeds))
                : seeds.stream().map(RunSeeds::of).toList();
        List<Result> results = new ArrayList<>();
        for (RunSeeds group : groups) {
            results.addAll(train(group, several));
        }
        if (out != null) {
            // Not before all runs are done: when the last is interrupted, the others need not be trained again.
            for (RunSeeds group : groups) {
                Files.deleteIfExists(checkpointFile(out, group, several));
            }
        }
        return results;
    }

    private List<Result> train(RunSeeds seeds, boolean several) throws IOException {
        Normalisation normalisation = NamedData.normalisation(train);
        TrainingRecord training = TrainingRecord.of(preset, plan, train);
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, bias, seeds);
                Trainer trainer = new Trainer(network, train, normalisation, plan)) {
            try (Progress progress = new Progress("train", quiet)) {
                TrainingListener listener = progress;
                if (log != null) {
                    listener = listener.and(new TrainingLog(log, seeds.own()));
                }
                if (out == null) {
                    TrainingListener all = listener;
                    LastWords.during(err, NOTHING_KEPT, () -> {
                        trainer.run(all);
                        return true;
                    });
                } else {
                    Path file = checkpointFile(out, seeds, several);
                    Checkpoint checkpoint = Checkpoint.at(file, network, normalisation, training);
                    new CheckpointedRun(checkpoint, checkpointEvery, err, quiet).run(trainer, listener);
                }
            }
            LastWords.Work<List<Result>> testing =
                    () -> results(network, normalisation, training, trainer.epochLoss(), several);
            return out == null
                    ? LastWords.during(err, NOTHING_KEPT, testing)
                    : CheckpointedRun.afterwards(err, testing);
        }
    }

    private List<Result> results(
            BayesianNetwork network, Normalisation normalisation, TrainingRecord training, double loss, boolean several)
            throws IOException {
        Predictive average = Predictive.average(network, test, normalisation, draws);
        Predictive onePass = Predictive.singlePass(network, test, normalisation, plan.estimator());
        Predictive mean = Predictive.mean(network, test, normalisation);
        List<Result> results = new ArrayList<>();
        for (int run = 0; run < network.seeds().runs(); run++) {
            long seed = network.seeds().own().get(run);
            @Nullable Path file = out == null ? null : several ? withSeed(out, seed) : out;
            Result result = new Result(
                    seed,
                    loss,
                    network.seeds().runs() == 1,
                    average.accuracy(run, test),
                    onePass.accuracy(run, test),
                    mean.accuracy(run, test),
                    file);
            results.add(result);
            if (file != null) {
                write(network, run, file, result, normalisation, training);
            }
        }
        return results;
    }

    private void write(
            BayesianNetwork network,
            int run,
            Path file,
            Result result,
            Normalisation normalisation,
            TrainingRecord training)
            throws IOException {
        Map<String, Double> metrics = new LinkedHashMap<>(Map.of(
                "accuracy", result.average(),
                "accuracy-one-pass", result.onePass(),
                "accuracy-mean-network", result.meanNetwork(),
                "draws", (double) draws,
                "test-images", (double) test.size()));
        if (result.alone()) {
            metrics.put("loss", result.loss());
        }
        ModelCard card = ModelCard.of(normalisation, train.classNames(), training, metrics);
        try (BayesianModel model = new BayesianModel(network.run(run), card)) {
            model.write(file);
        }
    }

    private static Path checkpointFile(Path out, RunSeeds seeds, boolean several) {
        Path file = several && seeds.runs() == 1 ? withSeed(out, seeds.own().get(0)) : out;
        return CheckpointedRun.beside(file);
    }

    /** {@code model.safetensors} becomes {@code model-7.safetensors}. */
    private static Path withSeed(Path out, long seed) {
        String name = String.valueOf(out.getFileName());
        int dot = name.lastIndexOf('.');
        int end = dot > 0 ? dot : name.length();
        return out.resolveSibling(name.substring(0, end) + "-" + seed + name.substring(end));
    }
}
