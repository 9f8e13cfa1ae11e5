package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.experiments.Preset;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.LearningRate;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "train",
        description = {
            "Trains a Bayesian neural network, tests it on the dataset's test images and writes it to a file. A training"
                    + " that was interrupted goes on when the same command is given again, to the same result."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap train --data mnist --net mlp:8 --out model.safetensors",
            "  epiwrap train --data fashion-mnist --net lenet-5 --runs 3 --out lenet.safetensors",
            "  epiwrap train --data cifar-10 --net resnet-18/4 --images 10000 --warm-start 1 --epochs 6 --cosine --out resnet.safetensors"
        })
final class TrainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "DATA",
            converter = Choices.DataChoice.class,
            completionCandidates = Choices.DataChoice.class,
            description =
                    "One of ${COMPLETION-CANDIDATES} (default: mnist). The first two come with epiwrap, the others"
                            + " are downloaded by 'epiwrap data get'.")
    private NamedData data = NamedData.MNIST;

    @Option(
            names = "--net",
            paramLabel = "NET",
            converter = Choices.BackboneName.class,
            completionCandidates = Choices.BackboneName.class,
            description =
                    "mlp with the widths of its hidden layers, such as mlp:8 or mlp:256-128, lenet-5, resnet-18 or"
                            + " vgg-16; a quarter of the channels by resnet-18/4, and likewise /2, /8, /16 (default: mlp:8).")
    private Backbone net = Backbone.named("mlp:8");

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            converter = Choices.PresetName.class,
            completionCandidates = Choices.PresetName.class,
            description = "Where the other choices come from: ${COMPLETION-CANDIDATES} (default: sound).")
    private Preset preset = Preset.SOUND;

    @Option(
            names = "--estimator",
            paramLabel = "ESTIMATOR",
            converter = Choices.EstimatorName.class,
            completionCandidates = Choices.EstimatorName.class,
            description = "How random weights enter a pass in training: ${COMPLETION-CANDIDATES} (default: flipout).")
    private Estimator estimator = Estimator.FLIPOUT;

    @Option(
            names = "--bias",
            paramLabel = "BIAS",
            converter = Choices.BiasName.class,
            completionCandidates = Choices.BiasName.class,
            description = "What the biases are: ${COMPLETION-CANDIDATES} (default: point).")
    private Bias bias = Bias.POINT;

    @Option(names = "--epochs", paramLabel = "N", description = "Passes over the images (default: 20).")
    private @Nullable Integer epochs;

    @Option(
            names = "--warm-start",
            paramLabel = "N",
            description = "Epochs before those in which the means alone are trained, as a plain network (default: 0).")
    private @Nullable Integer warmStart;

    @Option(names = "--batch", paramLabel = "N", description = "Images per step (default: 64).")
    private @Nullable Integer batch;

    @Option(names = "--learning-rate", paramLabel = "X", description = "Adam's, at its peak (default: 0.001).")
    private @Nullable Double learningRate;

    @Option(
            names = "--cosine",
            description = "The learning rate rises for a twentieth of the steps and then falls along half a cosine to a"
                    + " hundredth. Without it the rate is constant.")
    private boolean cosine;

    @Option(
            names = "--kl-weight",
            paramLabel = "X",
            description = "Weight of the divergence from the prior (default: 1/images; paper: 1/batches).")
    private @Nullable Double klWeight;

    @Option(
            names = "--images",
            paramLabel = "N",
            description =
                    "Train on N images, drawn at random but always the same, and leave the others to 'epiwrap wrap',"
                            + " which calibrates on them (default: all).")
    private @Nullable Integer images;

    @Option(names = "--test-images", paramLabel = "N", description = "Test on the first N images only (default: all).")
    private @Nullable Integer testImages;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description =
                    "Networks to train, with seeds from --seed upwards. Those of mlp are one computation and share"
                            + " the order of the images and Flipout's signs; others come one after the other (default: 1).")
    private int runs = 1;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Fixes everything that is random; another number of threads rounds otherwise (default: 1).")
    private long seed = 1;

    @Option(
            names = "--draws",
            paramLabel = "N",
            description = "Draws of the whole network that a prediction averages (default: 50).")
    private int draws = 50;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of the tensor engine (default: 1 for mlp, else one per processor).")
    private @Nullable Integer threads;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where the model goes, as safetensors; with several runs the seed is put into the name. While"
                    + " it is trained, FILE.checkpoint holds its state.")
    private @Nullable Path out;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "SECONDS",
            description = "How often the state is written (default: 30).")
    private double checkpointEvery = 30;

    @Option(names = "--log", paramLabel = "FILE", description = "Append a line of JSON an epoch to this file.")
    private @Nullable Path log;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--quiet", description = "No progress on stderr.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        Check.between("--runs", runs, 1, 1000);
        Check.atLeast("--draws", draws, 1);
        Duration interval = CheckpointedRun.every(checkpointEvery);
        if (seed > Long.MAX_VALUE - runs) {
            throw new IllegalArgumentException(
                    "--seed must be at most " + (Long.MAX_VALUE - runs) + " for so many runs, but is " + seed);
        }
        if (out != null) {
            OutputFile.check(out);
        }
        if (log != null) {
            OutputFile.checkAppended(log);
        }
        Dataset train = data.load(Part.TRAIN);
        if (images != null) {
            train = train.sample(Check.between("--images", images, 1, train.size()))
                    .train();
        }
        Dataset test = data.load(Part.TEST);
        if (testImages != null) {
            test = test.subset(0, Check.between("--test-images", testImages, 1, test.size()));
        }
        Architecture architecture =
                net.architecture(Volume.of(train.shape()), train.classNames().size());
        TrainingPlan plan = plan(train.size());
        TensorEngine.useThreads(
                threads != null
                        ? threads
                        : net.isConvolutional() ? Runtime.getRuntime().availableProcessors() : 1);
        PrintWriter err = spec.commandLine().getErr();
        long start = System.nanoTime();
        List<TrainJob.Result> results;
        try (PrintWriter lines = log == null
                ? null
                : new PrintWriter(
                        Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND), true)) {
            results = new TrainJob(
                            train,
                            test,
                            architecture,
                            bias,
                            preset.toString(),
                            plan,
                            draws,
                            out,
                            interval,
                            lines,
                            err,
                            quiet)
                    .run(LongStream.range(seed, seed + runs).boxed().toList());
            if (lines != null && lines.checkError()) {
                throw new FileSystemException(String.valueOf(log), null, "its lines could not be written");
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        PrintWriter print = spec.commandLine().getOut();
        if (json) {
            print.println(json(train, plan, results, seconds));
        } else {
            print(print, train, plan, results, seconds);
        }
        return 0;
    }

    private TrainingPlan plan(int size) {
        TrainingPlan plan = preset.plan(size, estimator);
        if (epochs != null) {
            plan = plan.withEpochs(epochs);
        }
        if (warmStart != null) {
            plan = plan.withWarmStart(warmStart);
        }
        if (batch != null) {
            plan = plan.withBatchSize(batch);
            if (preset == Preset.PAPER) {
                plan = plan.withKlWeight(1 / Math.ceil((double) size / batch));
            }
        }
        if (klWeight != null) {
            plan = plan.withKlWeight(klWeight);
        }
        if (learningRate != null || cosine) {
            double peak =
                    learningRate != null ? learningRate : plan.learningRate().peak();
            plan = plan.withLearningRate(cosine ? LearningRate.cosine(peak) : LearningRate.constant(peak));
        }
        return plan;
    }

    private ObjectNode json(Dataset train, TrainingPlan plan, List<TrainJob.Result> results, double seconds) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("data", data.toString())
                .put("images", train.size())
                .put("net", net.toString())
                .put("preset", preset.toString())
                .put("epochs", plan.allEpochs())
                .put("draws", draws)
                .put("seconds", Math.round(10 * seconds) / 10.0);
        ArrayNode array = node.putArray("runs");
        for (TrainJob.Result result : results) {
            ObjectNode run = array.addObject()
                    .put("seed", result.seed())
                    .put("accuracy", result.average())
                    .put("accuracyOnePass", result.onePass())
                    .put("accuracyMeanNetwork", result.meanNetwork());
            if (result.alone()) {
                run.put("loss", result.loss());
            }
            if (result.file() != null) {
                run.put("file", result.file().toString());
            }
        }
        node.put("loss", mean(results, TrainJob.Result::loss))
                .put("accuracy", mean(results, TrainJob.Result::average))
                .put("accuracyOnePass", mean(results, TrainJob.Result::onePass))
                .put("accuracyMeanNetwork", mean(results, TrainJob.Result::meanNetwork));
        return node;
    }

    private void print(
            PrintWriter print, Dataset train, TrainingPlan plan, List<TrainJob.Result> results, double seconds) {
        line(
                print,
                "%s on %s, %s, %s: %,d images, %s, %.0f s",
                net,
                data,
                preset,
                new Choices.EstimatorName().nameOf(estimator),
                train.size(),
                Findings.count(plan.allEpochs(), "epoch"),
                seconds);
        line(print, "%-8s %10s %18s %12s %14s", "seed", "loss", "average of " + draws, "one pass", "mean network");
        for (TrainJob.Result result : results) {
            line(
                    print,
                    "%-8d %10s %16.2f %% %10.2f %% %12.2f %%",
                    result.seed(),
                    result.alone() ? String.format(Locale.ROOT, "%.4f", result.loss()) : "",
                    100 * result.average(),
                    100 * result.onePass(),
                    100 * result.meanNetwork());
        }
        if (results.size() > 1) {
            line(
                    print,
                    "%-8s %10.4f %16.2f %% %10.2f %% %12.2f %%",
                    "mean",
                    mean(results, TrainJob.Result::loss),
                    100 * mean(results, TrainJob.Result::average),
                    100 * mean(results, TrainJob.Result::onePass),
                    100 * mean(results, TrainJob.Result::meanNetwork));
        }
        for (TrainJob.Result result : results) {
            if (result.file() != null) {
                line(print, "written to %s", result.file());
            }
        }
    }

    private static double mean(List<TrainJob.Result> results, ToDoubleFunction<TrainJob.Result> value) {
        return results.stream().mapToDouble(value).average().orElseThrow();
    }

    private static void line(PrintWriter print, String format, Object... values) {
        print.println(String.format(Locale.ROOT, format, values));
    }
}
