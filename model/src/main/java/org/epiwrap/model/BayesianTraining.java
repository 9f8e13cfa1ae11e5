package org.epiwrap.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.architecture.Bias;
import org.epiwrap.check.Check;
import org.epiwrap.configuration.Configuration;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.Division;
import org.epiwrap.model.manifest.Blocks;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.tensor.LearningRate;

/**
 * Trains Bayesian networks. An immutable configuration with good defaults; each {@code with} replaces one choice.
 * Training is for one thread of a process.
 */
public final class BayesianTraining extends Configuration<BayesianTraining> {
    private Optional<Backbone> backbone = Optional.empty();
    private Optional<Input> input = Optional.empty();
    private Optional<Division> division = Optional.empty();
    private Optional<Integer> patience = Optional.empty();
    private boolean balanced;
    private Augmentation augmentation = Augmentation.NONE;
    private Preset preset = Preset.SOUND;
    private Estimator estimator = Estimator.FLIPOUT;
    private Bias bias = Bias.POINT;
    private Optional<Integer> epochs = Optional.empty();
    private Optional<Integer> warmStart = Optional.empty();
    private Optional<Integer> batchSize = Optional.empty();
    private Optional<LearningRate> learningRate = Optional.empty();
    private Optional<Double> klWeight = Optional.empty();
    private Optional<TrainingPlan> wholePlan = Optional.empty();
    private long seed = 1;
    private Function<RunSeeds, TrainingListener> listeners = seeds -> TrainingListener.NONE;
    private Optional<Checkpointing> checkpointing = Optional.empty();
    private Optional<BayesianModel> start = Optional.empty();

    private BayesianTraining() {}

    /**
     * Returns the sound choices: Flipout, seed 1; for images an MLP with 8 hidden units, 20 epochs in batches of 64; for the
     * rows of a table, and for one's own pictures, whose {@linkplain #with(Division) division} is known, an MLP and a plan
     * that suit their number, see {@link Backbone#forRows} and {@link TrainingPlan#table}.
     */
    public static BayesianTraining withDefaults() {
        return new BayesianTraining();
    }

    /** Replaces the network, such as {@code Backbone.named("mlp:64-32")}; inputs and classes come from the data. */
    public BayesianTraining with(Backbone newBackbone) {
        return copy(c -> c.backbone = Optional.of(newBackbone));
    }

    /** Replaces how examples become what the network receives; fitted to the training examples unless given. */
    public BayesianTraining with(Input newInput) {
        return copy(c -> c.input = Optional.of(newInput));
    }

    /** Records how the rest of the data was held out, so that the model's users can hold out the same. */
    public BayesianTraining with(Division newDivision) {
        return copy(c -> c.division = Optional.of(newDivision));
    }

    /** Replaces after how many epochs without a lower loss on a part of the training examples it stops; 0 never does. */
    public BayesianTraining withPatience(int newPatience) {
        return copy(c -> c.patience = Optional.of(newPatience));
    }

    /** Weights examples so that all classes count the same, however rare. */
    public BayesianTraining withBalancedClasses() {
        return copy(c -> c.balanced = true);
    }

    /** Replaces how training images are changed at random; they are taken as they are unless given. */
    public BayesianTraining with(Augmentation newAugmentation) {
        return copy(c -> c.augmentation = newAugmentation);
    }

    /** Takes all choices that are not made otherwise from a preset. */
    public BayesianTraining with(Preset newPreset) {
        return copy(c -> c.preset = newPreset);
    }

    /** Replaces how random weights enter a pass. */
    public BayesianTraining with(Estimator newEstimator) {
        return copy(c -> c.estimator = newEstimator);
    }

    /** Replaces what biases are. */
    public BayesianTraining with(Bias newBias) {
        return copy(c -> c.bias = newBias);
    }

    /** Replaces the number of passes over the examples. */
    public BayesianTraining withEpochs(int newEpochs) {
        return copy(c -> c.epochs = Optional.of(newEpochs));
    }

    /** Replaces the number of epochs before those, in which the means alone are trained. */
    public BayesianTraining withWarmStart(int newEpochs) {
        return copy(c -> c.warmStart = Optional.of(newEpochs));
    }

    /** Replaces the number of examples per step. */
    public BayesianTraining withBatchSize(int newSize) {
        return copy(c -> c.batchSize = Optional.of(newSize));
    }

    /** Replaces Adam's learning rate. */
    public BayesianTraining with(LearningRate newRate) {
        return copy(c -> c.learningRate = Optional.of(newRate));
    }

    /** Replaces the weight of the divergence from the prior. */
    public BayesianTraining withKlWeight(double newWeight) {
        return copy(c -> c.klWeight = Optional.of(newWeight));
    }

    /** Replaces all of the plan, whichever other choices of it are made. */
    public BayesianTraining with(TrainingPlan newPlan) {
        return copy(c -> c.wholePlan = Optional.of(newPlan));
    }

    /** Replaces what fixes everything random. */
    public BayesianTraining withSeed(long newSeed) {
        return copy(c -> c.seed = newSeed);
    }

    /**
     * Begins with the numbers of a trained network in place of random ones, such as a plain network whose warm start several
     * trainings share. The network, how its inputs are made and what its biases are come from the model, which must stay
     * open until the training ends.
     */
    public BayesianTraining startingFrom(BayesianModel model) {
        return copy(c -> c.start = Optional.of(model));
    }

    /** Notifies a listener of each step. */
    public BayesianTraining with(TrainingListener listener) {
        return withListeners(seeds -> listener);
    }

    /** Notifies a listener of each step, one for each group of runs that is trained together. */
    public BayesianTraining withListeners(Function<RunSeeds, TrainingListener> newListeners) {
        return copy(c -> c.listeners = newListeners);
    }

    /** Keeps the state in a file, from which an interrupted training resumes to the same result. */
    public BayesianTraining with(Checkpointing newCheckpointing) {
        return copy(c -> c.checkpointing = Optional.of(newCheckpointing));
    }

    /** Returns how networks are trained on a dataset. */
    public TrainingPlan plan(Dataset data) {
        if (wholePlan.isPresent()) {
            return wholePlan.get();
        }
        int examples = data.size();
        TrainingPlan plan = preset == Preset.SOUND && isOwn(data)
                ? TrainingPlan.table(examples, estimator)
                : preset.plan(examples, estimator);
        plan = changed(plan, patience, TrainingPlan::withPatience)
                .withBalanced(balanced)
                .with(augmentation);
        // First: a warm start allows for no epochs after it.
        plan = changed(plan, warmStart, TrainingPlan::withWarmStart);
        plan = changed(plan, epochs, TrainingPlan::withEpochs);
        plan = changed(plan, batchSize, TrainingPlan::withBatchSize);
        if (batchSize.isPresent() && preset == Preset.PAPER) {
            // The paper weighs the divergence by the number of batches.
            plan = plan.withKlWeight(1 / Math.ceil((double) examples / batchSize.get()));
        }
        plan = changed(plan, learningRate, TrainingPlan::withLearningRate);
        return changed(plan, klWeight, TrainingPlan::withKlWeight);
    }

    private static <T> TrainingPlan changed(
            TrainingPlan plan, Optional<T> choice, BiFunction<TrainingPlan, T, TrainingPlan> change) {
        return choice.map(value -> change.apply(plan, value)).orElse(plan);
    }

    /** Returns the network that is trained on a dataset, unless it starts from a trained one. */
    public Backbone backbone(Dataset data) {
        return backbone.orElseGet(() -> isOwn(data) ? Backbone.forRows(data.size()) : Backbone.named("mlp:8"));
    }

    /** The figures of built-in images rest on a small network. */
    private boolean isOwn(Dataset data) {
        return data.type() instanceof ExampleType.Rows || division.isPresent();
    }

    /** Trains one network on the training part of data, and records how the rest was held out. */
    public BayesianModel train(Data data) throws IOException {
        return with(data.division())
                .with(input.orElseGet(data::input))
                .train(data.split().train());
    }

    /** Trains one network. */
    public BayesianModel train(Dataset data) throws IOException {
        return train(data, List.of(seed)).get(0);
    }

    /**
     * Trains a network for each seed: in one computation where the architecture allows, else one after the other. Those of
     * one computation share the order of the examples.
     */
    public List<BayesianModel> train(Dataset data, List<Long> seeds) throws IOException {
        Check.atLeast("the number of seeds", seeds.size(), 1);
        Input given = input(data);
        Architecture architecture = architecture(given, data);
        start.ifPresent(model -> checkStart(model, given, architecture, data));
        List<BayesianModel> models = new ArrayList<>();
        try {
            for (RunSeeds group : groups(architecture, seeds)) {
                train(data, given, architecture, group, seeds.size() > 1, models);
            }
            return List.copyOf(models);
        } catch (IOException | RuntimeException e) {
            models.forEach(BayesianModel::close);
            throw e;
        }
    }

    /** Returns the architecture of the network that is trained on a dataset. */
    public Architecture architecture(Dataset data) {
        return architecture(input(data), data);
    }

    private Input input(Dataset data) {
        return start.map(BayesianModel::input).or(() -> input).orElseGet(() -> Input.defaultFor(data));
    }

    private Architecture architecture(Input given, Dataset data) {
        if (start.isPresent() && backbone.isEmpty()) {
            return start.get().architecture();
        }
        return backbone(data).architecture(given.shape(), data.classNames().size());
    }

    private static void checkStart(BayesianModel model, Input given, Architecture architecture, Dataset data) {
        if (!model.architecture().equals(architecture)) {
            throw new IllegalArgumentException("a training must be of the network that it starts from, "
                    + model.architecture() + ", but is of " + architecture);
        }
        if (!model.card().classNames().equals(data.classNames())) {
            throw new IllegalArgumentException(
                    "the classes of a training must be those of the network that it starts from, "
                            + model.card().classNames() + ", but are " + data.classNames());
        }
        given.check(data);
    }

    /** Returns the seeds of each computation: one for all where the architecture allows, else one for each seed. */
    public static List<RunSeeds> groups(Architecture architecture, List<Long> seeds) {
        return architecture.canRunTogether()
                ? List.of(new RunSeeds(seeds.get(0), seeds))
                : seeds.stream().map(RunSeeds::of).toList();
    }

    private void train(
            Dataset data,
            Input given,
            Architecture architecture,
            RunSeeds seeds,
            boolean several,
            List<BayesianModel> models)
            throws IOException {
        TrainingPlan plan = plan(data);
        TrainingRecord record = new TrainingRecord(
                preset.toString(), plan, DataRecord.of(data, given, division), start.map(BayesianTraining::record));
        try (BayesianNetwork network = first(given, architecture, seeds);
                Trainer trainer = new Trainer(network, data, given, plan)) {
            TrainingListener listener = listeners.apply(seeds);
            if (checkpointing.isPresent()) {
                Checkpointing kept = checkpointing(checkpointing.get(), seeds, several);
                kept.run(Checkpoint.at(kept.file(), network, given, record), trainer, listener);
            } else {
                trainer.run(listener);
            }
            Map<String, Double> loss = Map.of(ModelMetrics.loss(seeds.runs()), trainer.epochLoss());
            ModelCard card = ModelCard.of(given, data.classNames(), record, loss);
            for (int run = 0; run < seeds.runs(); run++) {
                models.add(new BayesianModel(network.run(run), card));
            }
        }
    }

    private BayesianNetwork first(Input given, Architecture architecture, RunSeeds seeds) {
        if (start.isPresent()) {
            return BayesianNetwork.copyOf(start.get().network(), seeds);
        }
        OptionalInt silent = given instanceof TableInput table ? OptionalInt.of(table.novelty()) : OptionalInt.empty();
        return BayesianNetwork.untrained(architecture, bias, seeds, silent);
    }

    private static TrainingRecord.Start record(BayesianModel model) {
        return new TrainingRecord.Start(
                Blocks.hash(model.network().blocks(0)), model.card().training());
    }

    private static Checkpointing checkpointing(Checkpointing given, RunSeeds seeds, boolean several) {
        return several && seeds.runs() == 1 ? given.forSeed(seeds.own().get(0)) : given;
    }

    /** Deletes the states of a training for these seeds. */
    public void deleteCheckpoints(Dataset data, List<Long> seeds) throws IOException {
        if (checkpointing.isPresent()) {
            Architecture architecture = architecture(data);
            for (RunSeeds group : groups(architecture, seeds)) {
                checkpointing(checkpointing.get(), group, seeds.size() > 1).delete();
            }
        }
    }

    /** Returns the file of one of several runs: {@code model.safetensors} becomes {@code model-7.safetensors}. */
    public static Path withSeed(Path file, long seed) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        int end = dot > 0 ? dot : name.length();
        return file.resolveSibling(name.substring(0, end) + "-" + seed + name.substring(end));
    }
}
