package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.exchange.draws.DrawsAccuracy;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Ensemble;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.statistics.SampleMoments;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnsembleImportTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 3000);
    private static final CalibrationSet HELD_OUT =
            CalibrationSet.of(Mnist.DIGITS.load(Part.TRAIN).subset(3000, 4000));
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 1000);
    private static final Input INPUT = PictureInput.unit(TEST.shape());
    private static final ClassNames NAMES = new ClassNames(TEST.classNames());
    private static final TrainingPlan PLAN =
            TrainingPlan.sound(TRAIN.size(), Estimator.FLIPOUT).withEpochs(12).plain();

    /** Five networks of different seeds. */
    private static final List<BayesianNetwork> MEMBERS = new ArrayList<>();
    /** States of one more training, a part of an epoch apart. */
    private static final List<BayesianNetwork> CHAIN = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeAll
    static void train() {
        Architecture mlp = Architecture.mlp(TEST.shape(), 10, 32);
        RunSeeds seeds = new RunSeeds(1, LongStream.rangeClosed(1, 5).boxed().toList());
        try (BayesianNetwork together = BayesianNetwork.untrained(mlp, seeds)) {
            Trainer.train(together, TRAIN, INPUT, PLAN, TrainingListener.NONE);
            IntStream.range(0, 5).forEach(run -> MEMBERS.add(together.run(run)));
        }
        try (BayesianNetwork one = BayesianNetwork.untrained(mlp, RunSeeds.of(6))) {
            Trainer.train(one, TRAIN, INPUT, PLAN, step -> {
                if (step.epoch() >= 10 && step.batch() % 10 == 9) {
                    CHAIN.add(one.run(0));
                }
            });
        }
    }

    @AfterAll
    static void close() {
        MEMBERS.forEach(BayesianNetwork::close);
        CHAIN.forEach(BayesianNetwork::close);
    }

    private static ImportedNetwork read(Path file) throws IOException {
        return NetworkImporter.read(file, ImportOptions.withDefaults());
    }

    private static ModelCard card(ImportedNetwork imported) {
        return imported.model(Normalisation.unit(), TEST.classNames()).card();
    }

    private static WeightDraws draws(ImportedNetwork imported) {
        return imported.draws().orElseThrow();
    }

    private static double accuracy(Predictor predictor) {
        return Evaluator.of(predictor).evaluate(TEST).accuracy();
    }

    private static Ensemble ensemble(List<BayesianNetwork> members) {
        return Ensemble.of(members.stream()
                .map(member -> MeanNetwork.of(member, INPUT, NAMES))
                .toList());
    }

    @Test
    void membersOfDifferentSeedsAreKeptExactly() throws IOException {
        Path file = folder.resolve("ensemble.safetensors");
        Predictions expected = ensemble(MEMBERS).predict(TEST);
        try (ImportedNetwork imported = read(StackedFiles.points(folder.resolve("members.npz"), MEMBERS));
                EnsembleModel model = imported.ensemble(Normalisation.unit(), TEST.classNames())) {
            assertThat(model.predict(TEST).probabilities()).containsExactly(expected.probabilities());
            assertThat(accuracy(model)).isGreaterThan(0.88).isEqualTo(accuracy(ensemble(MEMBERS)), offset(0.002));
            model.write(file);
        }
        try (StoredModel back = StoredModel.read(file)) {
            assertThat(back).isInstanceOf(EnsembleModel.class);
            Predictions predictions = back.predict(TEST);
            assertThat(predictions.probabilities()).containsExactly(expected.probabilities());
            assertThat(predictions.scores(Score.MUTUAL_INFORMATION))
                    .containsExactly(expected.scores(Score.MUTUAL_INFORMATION));
            assertThat(back.card().origin().orElseThrow().draws()).contains(5);
        }
    }

    /** The belief in a class is the share of members whose most probable class it is. */
    @Test
    void eachMemberGivesOneClassToTheRandomSet() throws IOException {
        try (ImportedNetwork imported = read(StackedFiles.points(folder.resolve("members.npz"), MEMBERS));
                EnsembleModel model = imported.ensemble(Normalisation.unit(), TEST.classNames())) {
            List<int[]> votes = MEMBERS.stream()
                    .map(member ->
                            MeanNetwork.of(member, INPUT, NAMES).predict(TEST).labels())
                    .toList();
            for (Prediction prediction : model.predict(TEST).stream().toList()) {
                PredictiveRandomSet set = prediction.randomSet().orElseThrow();
                long agreeing = votes.stream()
                        .filter(labels -> labels[prediction.example()] == set.decided())
                        .count();
                assertThat(set.belief().belief(ClassSet.of(set.decided()))).isEqualTo(agreeing / 5.0, offset(1e-12));
            }
        }
    }

    @Test
    void aMeanFarBelowItsMembersIsRefused() throws IOException {
        try (ImportedNetwork imported = read(StackedFiles.points(folder.resolve("members.npz"), MEMBERS))) {
            DrawsAccuracy accuracy = draws(imported).accuracy(card(imported), TEST);
            assertThat(accuracy.members()).isGreaterThan(0.87);
            assertThat(accuracy.ensemble()).isGreaterThan(accuracy.members());
            assertThat(accuracy.isMeanFarBelow()).isTrue();
            assertThatThrownBy(accuracy::requireUsefulMean)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("keep the members as an ensemble (--ensemble)")
                    .hasMessageContaining("on 1,000 examples");
            assertThat(draws(imported).warning().orElseThrow()).contains("different seeds");
        }
    }

    @Test
    void alignmentGainsAccuracy() throws IOException {
        try (ImportedNetwork imported = read(StackedFiles.points(folder.resolve("members.npz"), MEMBERS));
                ImportedNetwork aligned = imported.aligned()) {
            DrawsAccuracy before = draws(imported).accuracy(card(imported), TEST);
            DrawsAccuracy after = draws(aligned).accuracy(card(imported), TEST);
            assertThat(after.members()).isEqualTo(before.members(), offset(0.002));
            assertThat(after.meanNetwork()).isGreaterThan(before.meanNetwork() + 0.1);
            assertThat(draws(aligned).distance())
                    .isLessThan(0.9 * draws(imported).distance());
            assertThat(aligned.report().text()).contains("hidden units are matched to those of the first member");
        }
    }

    @Test
    void drawsOfOneModeAreWrapped() throws IOException {
        try (ImportedNetwork imported = read(StackedFiles.points(folder.resolve("chain.npz"), CHAIN))) {
            DrawsAccuracy accuracy = draws(imported).accuracy(card(imported), TEST);
            accuracy.requireUsefulMean();
            assertThat(accuracy.meanNetwork()).isGreaterThan(accuracy.members() - 0.005);
            assertThat(draws(imported).warning()).isEmpty();
            try (EpistemicModel wrapped =
                    draws(imported).model(EpistemicWrapping.withDefaults(), card(imported), TRAIN, HELD_OUT)) {
                assertThat(accuracy(wrapped)).isGreaterThan(accuracy.members() - 0.02);
            }
        }
    }

    /** What the command line does, in a few lines. */
    @Test
    void theKindOfModelIsMeasured() throws IOException {
        ModelImport measured = ModelImport.withDefaults().withData("mnist", DataOptions.withDefaults());
        try (ImportedNetwork members = read(StackedFiles.points(folder.resolve("members.npz"), MEMBERS));
                ImportedModel kept =
                        measured.with(new TrainingClaim.First(3000)).model(members)) {
            assertThat(kept.model()).isInstanceOf(EnsembleModel.class);
            assertThat(kept.text())
                    .contains("so they are kept as an ensemble", "of 2,000 examples are predicted right")
                    .doesNotContain("is not known");
            assertThat(kept.model().card().classNames()).isEqualTo(TEST.classNames());
            assertThat(kept.model().card().origin().orElseThrow().trainedOn().data())
                    .hasValueSatisfying(data -> assertThat(data.images()).isEqualTo(3000));
            // By the wrong order, members and mean weights would be equally bad, and the mean would be taken.
            assertThatThrownBy(() -> measured.withClasses(List.of("9", "0", "1", "2", "3", "4", "5", "6", "7", "8"))
                            .model(members))
                    .hasMessageContaining("must be in the order of the network's outputs, but ")
                    .hasMessageContaining(" % with --classes 0,1,2,3,4,5,6,7,8,9 (");
            assertThatThrownBy(() -> measured.with(DrawsUse.INTERVALS).model(members))
                    .hasMessageContaining("must make a network about as good as they are");
            assertThatThrownBy(() -> ModelImport.withDefaults()
                            .with(new TrainingClaim.None())
                            .model(members))
                    .hasMessage("--trained-on must be used with --data");
            assertThatThrownBy(() -> ModelImport.withDefaults()
                            .with(DrawsUse.ENSEMBLE)
                            .withAlignment()
                            .model(members))
                    .hasMessageContaining("--ensemble must be used without --align");
        }
        try (ImportedNetwork chain = read(StackedFiles.points(folder.resolve("chain.npz"), CHAIN));
                ImportedModel summarised =
                        measured.with(TrainingClaim.parse("none")).model(chain)) {
            assertThat(summarised.model()).isInstanceOf(BayesianModel.class);
            assertThat(summarised.notes())
                    .anyMatch(note -> note.contains("the mean and the standard deviation of the"));
        }
    }

    /** Draws as SWAG makes them of a chain: its mean, half of the variance along its deviations, half for each weight. */
    @Test
    void drawsOfSwagAreWrapped() throws IOException {
        List<BayesianNetwork> draws = swag(30);
        try (ImportedNetwork imported = read(StackedFiles.points(folder.resolve("swag.npz"), draws))) {
            assertThat(draws(imported).count()).isEqualTo(30);
            assertThat(draws(imported).warning()).isEmpty();
            DrawsAccuracy accuracy = draws(imported).accuracy(card(imported), TEST);
            accuracy.requireUsefulMean();
            assertThat(accuracy.meanNetwork()).isGreaterThan(0.87);
            float[][] states = draws.stream().map(draw -> draw.means(0)).toArray(float[][]::new);
            for (int weight = 0; weight < states[0].length; weight += 997) {
                int at = weight;
                double[] own =
                        IntStream.range(0, 30).mapToDouble(i -> states[i][at]).toArray();
                SampleMoments moments = SampleMoments.of("a weight", own);
                assertThat((double) imported.network().means(0)[at]).isEqualTo(moments.mean(), offset(1e-6));
                assertThat((double) imported.network().deviations(0)[at])
                        .isEqualTo(Math.max(1e-8, moments.sampleDeviation()), offset(1e-6));
            }
            try (EpistemicModel wrapped =
                    draws(imported).model(EpistemicWrapping.withDefaults(), card(imported), TRAIN, HELD_OUT)) {
                assertThat(accuracy(wrapped)).isGreaterThan(accuracy.members() - 0.02);
                assertThat(wrapped.wrapping().orElseThrow().samples()).contains(30);
            }
        } finally {
            draws.forEach(BayesianNetwork::close);
        }
    }

    private static List<BayesianNetwork> swag(int count) {
        List<List<Block>> states = CHAIN.stream().map(state -> state.blocks(0)).toList();
        int rank = states.size();
        NormalizedGaussianSampler normal = ZigguratSampler.NormalizedGaussian.of(new RandomStreams(5).stream(0));
        List<BayesianNetwork> draws = new ArrayList<>();
        for (int draw = 0; draw < count; draw++) {
            double[] along =
                    IntStream.range(0, rank).mapToDouble(k -> normal.sample()).toArray();
            List<Block> blocks = new ArrayList<>();
            for (int b = 0; b < states.get(0).size(); b++) {
                int block = b;
                float[] values = new float[states.get(0).get(b).values().length];
                for (int i = 0; i < values.length; i++) {
                    int at = i;
                    double[] own = states.stream()
                            .mapToDouble(state -> state.get(block).values()[at])
                            .toArray();
                    SampleMoments moments = SampleMoments.of("a weight", own);
                    double low = IntStream.range(0, rank)
                            .mapToDouble(k -> along[k] * (own[k] - moments.mean()))
                            .sum();
                    values[i] = (float) (moments.mean()
                            + Math.sqrt(0.5) * moments.sampleDeviation() * normal.sample()
                            + low / Math.sqrt(2.0 * (rank - 1)));
                }
                blocks.add(new Block(states.get(0).get(b).shape(), values));
            }
            BayesianNetwork first = CHAIN.get(0);
            draws.add(BayesianNetwork.of(first.architecture(), first.bias(), RunSeeds.of(draw + 1L), blocks));
        }
        return draws;
    }

    @Test
    void permutedCopiesAlignExactly() throws IOException {
        BayesianNetwork first = MEMBERS.get(0);
        UniformRandomProvider random = new RandomStreams(1).stream(0);
        try (BayesianNetwork second = permuted(first, random);
                BayesianNetwork third = permuted(first, random)) {
            Path file = StackedFiles.points(folder.resolve("copies.npz"), List.of(first, second, third));
            assertThat(accuracy(MeanNetwork.of(second, INPUT, NAMES)))
                    .isEqualTo(accuracy(MeanNetwork.of(first, INPUT, NAMES)));
            try (ImportedNetwork imported = read(file);
                    ImportedNetwork aligned = imported.aligned()) {
                assertThat(draws(imported).distance()).isGreaterThan(100);
                assertThat(draws(aligned).distance()).isZero();
                assertThat(MeanNetwork.of(aligned.network(), INPUT, NAMES)
                                .predict(TEST)
                                .probabilities())
                        .containsExactly(MeanNetwork.of(first, INPUT, NAMES)
                                .predict(TEST)
                                .probabilities());
            }
        }
    }

    /** The same function with its hidden units in another order. */
    private static BayesianNetwork permuted(BayesianNetwork mlp, UniformRandomProvider random) {
        int units = 32;
        // Sorted by a random key each.
        double[] keys = random.doubles(units).toArray();
        List<Integer> order = IntStream.range(0, units)
                .boxed()
                .sorted(Comparator.comparingDouble(unit -> keys[unit]))
                .toList();
        List<Block> blocks = new ArrayList<>();
        for (Block block : mlp.blocks(0)) {
            float[] from = block.values();
            float[] to = from.clone();
            boolean columns = block.shape().name().startsWith("dense1.kernel");
            int width = columns ? 1 : from.length / units;
            for (int i = 0; i < from.length && !block.shape().name().equals("dense1.bias"); i++) {
                int unit = columns ? i % units : i / width;
                int moved = i + (order.get(unit) - unit) * width;
                to[i] = from[moved];
            }
            blocks.add(new Block(block.shape(), to));
        }
        return BayesianNetwork.of(mlp.architecture(), mlp.bias(), mlp.seeds(), blocks);
    }

    @Test
    void fiveLeNetsAreKeptExactly() throws IOException {
        List<BayesianNetwork> networks = new ArrayList<>();
        for (long seed = 1; seed <= 5; seed++) {
            BayesianNetwork network =
                    BayesianNetwork.untrained(Architecture.leNet5(TEST.shape(), 10), RunSeeds.of(seed));
            Trainer.train(network, TRAIN, INPUT, PLAN.withWarmStart(2), TrainingListener.NONE);
            networks.add(network);
        }
        Path file = StackedFiles.points(folder.resolve("lenets.npz"), networks);
        ImportOptions options =
                ImportOptions.withDefaults().with(networks.get(0).architecture());
        Predictions expected = ensemble(networks).predict(TEST);
        try (ImportedNetwork imported = NetworkImporter.read(file, options);
                ImportedNetwork aligned = imported.aligned();
                EnsembleModel model = imported.ensemble(Normalisation.unit(), TEST.classNames());
                EnsembleModel permuted = aligned.ensemble(Normalisation.unit(), TEST.classNames())) {
            assertThat(model.predict(TEST).probabilities()).containsExactly(expected.probabilities());
            assertThat(accuracy(model)).isGreaterThan(0.88).isEqualTo(accuracy(ensemble(networks)), offset(0.002));
            // Channels and what follows them move together: the members compute the same.
            assertThat(permuted.predict(TEST).labels()).containsExactly(expected.labels());
            assertThat(draws(aligned).distance()).isLessThan(draws(imported).distance());
        } finally {
            networks.forEach(BayesianNetwork::close);
        }
    }

    @Test
    void membersWithPosteriorsAverageTheirDraws() throws IOException {
        Path file = folder.resolve("ensemble.safetensors");
        Dataset few = TEST.subset(0, 50);
        List<BayesianNetwork> narrow = MEMBERS.subList(0, 2).stream()
                .map(member -> spread(member, 0.01))
                .toList();
        try (ImportedNetwork imported = read(StackedFiles.posteriors(folder.resolve("bnns.npz"), narrow));
                EnsembleModel model = imported.ensemble(Normalisation.unit(), TEST.classNames())) {
            assertThat(imported.report().convention()).isEqualTo("bayesian-torch");
            assertThat(imported.report().text())
                    .contains("every array holds 2 members along its first axis; each was read by itself");
            assertThat(model.hasSpreads()).isTrue();
            assertThat(model.members().get(1).deviations(0)[7]).isEqualTo(0.01f, offset(1e-6f));
            assertThat(accuracy(model)).isEqualTo(accuracy(ensemble(MEMBERS.subList(0, 2))), offset(0.01));
            // Intervals leave more classes than a point does.
            assertThat(model.predict(few).stream())
                    .anySatisfy(prediction -> assertThat(prediction
                                    .randomSet()
                                    .orElseThrow()
                                    .belief()
                                    .focal())
                            .anySatisfy(set -> assertThat(set.set().size()).isGreaterThan(1)));
            assertThatThrownBy(() ->
                            draws(imported).model(EpistemicWrapping.withDefaults(), card(imported), TRAIN, HELD_OUT))
                    .hasMessageContaining("these members have posteriors");
            model.write(file);
            try (StoredModel back = StoredModel.read(file)) {
                assertThat(back.predict(few).probabilities())
                        .containsExactly(model.predict(few).probabilities());
            }
        } finally {
            narrow.forEach(BayesianNetwork::close);
        }
    }

    private static BayesianNetwork spread(BayesianNetwork network, double sigma) {
        List<Block> blocks = new ArrayList<>();
        for (Block block : network.blocks(0)) {
            float[] values = block.values().clone();
            if (block.shape().name().endsWith(BayesianNetwork.RHO)) {
                Arrays.fill(values, BayesianNetwork.rho(sigma));
            }
            blocks.add(new Block(block.shape(), values));
        }
        return BayesianNetwork.of(network.architecture(), network.bias(), network.seeds(), blocks);
    }

    /** Each member has its own statistics; with the channels of a copy, those of its norm are reordered. */
    @Test
    void batchNormsBelongToTheirMembers() throws IOException {
        Architecture architecture = Fixtures.withNorm(new Volume(1, 5, 5), 2);
        try (BayesianNetwork first = normed(architecture, 1);
                BayesianNetwork second = swapped(first)) {
            Path file = StackedFiles.points(folder.resolve("norms.npz"), List.of(first, second));
            try (ImportedNetwork imported = NetworkImporter.read(
                            file, ImportOptions.withDefaults().with(architecture));
                    ImportedNetwork aligned = imported.aligned();
                    EnsembleModel model = imported.ensemble(Normalisation.unit(), List.of("a", "b"))) {
                assertThat(model.hasSpreads()).isFalse();
                assertThat(model.members().get(1).runningStatistics())
                        .hasEntrySatisfying(
                                "norm0.variance",
                                variance -> assertThat(variance).containsExactly(2, 0.5f));
                float[][] images = model.input().probes(4, 1);
                float[] expected = MeanNetwork.of(first, model.input(), model.classNames())
                        .predict(images)
                        .probabilities();
                assertThat(model.predict(images).probabilities()).containsExactly(expected, offset(1e-6f));
                assertThat(draws(aligned).distance()).isZero();
                assertThat(MeanNetwork.of(aligned.network(), model.input(), model.classNames())
                                .predict(images)
                                .probabilities())
                        .containsExactly(expected, offset(1e-6f));
            }
        }
    }

    private static BayesianNetwork normed(Architecture architecture, long seed) {
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, RunSeeds.of(seed))) {
            List<Block> blocks = new ArrayList<>();
            for (Block block : network.blocks(0)) {
                float[] values = block.values().clone();
                if (block.shape().name().startsWith("norm0")) {
                    values[0] = 0.5f;
                    values[1] = 2;
                }
                blocks.add(new Block(block.shape(), values));
            }
            return BayesianNetwork.of(architecture, network.bias(), network.seeds(), blocks);
        }
    }

    /** The same function with its two channels exchanged: each half of every row, or of the whole part, with the other. */
    private static BayesianNetwork swapped(BayesianNetwork network) {
        List<Block> blocks = new ArrayList<>();
        for (Block block : network.blocks(0)) {
            float[] from = block.values();
            int rows = block.shape().name().startsWith("dense1.kernel") ? 2 : 1;
            int row = from.length / rows;
            float[] to = from.clone();
            for (int i = 0; i < from.length && !block.shape().name().equals("dense1.bias"); i++) {
                to[i] = from[i / row * row + (i % row + row / 2) % row];
            }
            blocks.add(new Block(block.shape(), to));
        }
        return BayesianNetwork.of(network.architecture(), network.bias(), network.seeds(), blocks);
    }

    @Test
    void aSingleNetworkIsNoEnsemble() throws IOException {
        Path file = folder.resolve("points.npz");
        LayerFiles.npz(file, "fc.weight 2x4", "fc.bias 2");
        try (ImportedNetwork imported =
                NetworkImporter.read(file, ImportOptions.withDefaults().withSigma(0.1))) {
            assertThatThrownBy(() -> imported.ensemble(Normalisation.unit(), List.of("a", "b")))
                    .hasMessageContaining("a file must hold several networks");
            assertThatThrownBy(imported::aligned).hasMessageContaining("a file must hold several networks");
        }
    }
}
