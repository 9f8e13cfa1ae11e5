package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.Score;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.tensor.LearningRate;

/** One small network of digits in files of every kind. */
record StoredModels(Path bayesian, Path uncalibrated, Path calibrated, Path abstaining, Path crossed) {
    static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).sample(600).train();
    static final Dataset TEST = Mnist.DIGITS.load(Part.TEST);
    /** Above it an image is not decided by the abstaining model. */
    static final double THRESHOLD = 0.3;

    static StoredModels in(Path folder) throws IOException {
        Input input = Input.defaultFor(TRAIN);
        TrainingPlan plan = TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT)
                .withBatchSize(16)
                .withEpochs(8);
        Architecture architecture =
                Architecture.mlp(TRAIN.shape(), TRAIN.classNames().size(), 8);
        StoredModels files = new StoredModels(
                folder.resolve("bayesian.safetensors"),
                folder.resolve("uncalibrated.safetensors"),
                folder.resolve("calibrated.safetensors"),
                folder.resolve("abstaining.safetensors"),
                folder.resolve("crossed.safetensors"));
        ModelCard card = ModelCard.of(
                input, TRAIN.classNames(), TrainingRecord.of("sound", plan, TRAIN), Map.of("accuracy", 0.5));
        double[] scales = {0.5, 0.25};
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, RunSeeds.of(3));
                Trainer trainer = new Trainer(network, TRAIN, input, plan)) {
            trainer.run(step -> {});
            new BayesianModel(network, card).write(files.bayesian);
            Wrapping wrapping = Wrapping.withDefaults();
            try (IntervalNetwork whole = IntervalNetwork.wrap(network, wrapping);
                    IntervalNetwork scaled = whole.scaled(scales)) {
                EpistemicModel plain = EpistemicModel.of(scaled, card, scaled.usualAveraging())
                        .with(WrappingRecord.of(wrapping).scaledBy(scales));
                plain.write(files.uncalibrated);
                EpistemicModel scored =
                        plain.with(EpistemicScorer.fit(scaled, TRAIN, input).calibration());
                scored.write(files.calibrated);
                scored.with(new AbstentionRecord(Score.TU0, THRESHOLD, AbstentionRecord.Goal.COVERAGE, 0.9))
                        .write(files.abstaining);
                TuningPlan free =
                        new TuningPlan(1, 16, LearningRate.constant(0.001), BoundsRule.FREE, Averaging.LOGITS);
                try (IntervalNetwork crossed = crossed(scaled)) {
                    EpistemicModel.of(crossed, card, Averaging.LOGITS)
                            .with(TuningRecord.of(free, TRAIN))
                            .write(files.crossed);
                }
            }
        }
        return files;
    }

    /** Returns the options by which the Bayesian network is imported with its own normalisation. */
    String normalisation() throws IOException {
        try (BayesianModel model = BayesianModel.read(bayesian)) {
            Normalisation used = ((PictureInput) model.card().input()).normalisation();
            return " --mean " + used.mean().get(0) + " --scale " + used.scale().get(0);
        }
    }

    /** Writes the Bayesian network as versions did that stored neither hashes nor predictions. */
    Path withoutHashes(Path file) throws IOException {
        TensorFileWriter writer = TensorFileWriter.create();
        try (TensorFile stored = TensorFile.open(bayesian)) {
            ObjectNode manifest = Manifest.read(stored).content().put("format", 1);
            manifest.remove("check");
            writer.metadata(Manifest.KEY, manifest.toString());
            for (String name : stored.names()) {
                if (!name.startsWith("check.")) {
                    writer.add(name, stored.info(name).shape(), stored.floats(name));
                }
            }
        }
        writer.writeTo(file);
        return file;
    }

    /** The network with the ends of every weight of its first layer in the wrong order. */
    private static IntervalNetwork crossed(IntervalNetwork network) {
        List<Block> blocks = new ArrayList<>(network.blocks(0));
        Block lower = blocks.get(0);
        Block upper = blocks.get(1);
        blocks.set(0, new Block(lower.shape(), upper.values()));
        blocks.set(1, new Block(upper.shape(), lower.values()));
        return IntervalNetwork.of(network.architecture(), network.bias(), network.seeds(), blocks);
    }
}
