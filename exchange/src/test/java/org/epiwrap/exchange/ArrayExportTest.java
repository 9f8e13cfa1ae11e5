package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.ImportChecks.assertRefused;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.interval.Interval;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.prediction.Score;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Shape;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArrayExportTest {
    private static final Architecture WITH_NORM = Fixtures.withNorm(new Volume(2, 4, 4), 3);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void aPosteriorComesBack(Bias bias) throws IOException {
        Path npz = folder.resolve("a.npz");
        Path tensors = folder.resolve("a.safetensors");
        try (BayesianNetwork untrained = BayesianNetwork.untrained(WITH_NORM, bias, RunSeeds.of(5));
                BayesianNetwork network = withUnevenNorms(untrained)) {
            assertThat(network.runningStatistics().get("norm0.variance")).containsExactly(1.5f, 2, 2.5f);
            ArrayExport.posterior(network).writeNpz(npz);
            ArrayExport.posterior(network).writeSafetensors(tensors);
            Path arrays = folder.resolve("arrays");
            ArrayExport.posterior(network).writeFolder(arrays);
            for (Path file : List.of(npz, tensors, arrays)) {
                try (ImportedNetwork back = NetworkImporter.read(file, ImportOptions.withDefaults())) {
                    assertThat(back.report().convention()).isEqualTo("epiwrap");
                    assertThat(back.network().architecture()).isEqualTo(WITH_NORM);
                    assertThat(back.network().bias()).isEqualTo(bias);
                    assertThat(back.network().means(0)).containsExactly(network.means(0));
                    assertThat(back.network().deviations(0)).containsExactly(network.deviations(0), offset(1e-7f));
                    assertThat(back.network().pointValues(0)).containsExactly(network.pointValues(0));
                    assertThat(back.network().runningStatistics().keySet())
                            .isEqualTo(network.runningStatistics().keySet());
                    network.runningStatistics()
                            .forEach((name, values) -> assertThat(
                                            back.network().runningStatistics().get(name))
                                    .as(name)
                                    .containsExactly(values));
                }
            }
        }
    }

    /** The same with statistics and scales that differ from channel to channel and from each other. */
    private static BayesianNetwork withUnevenNorms(BayesianNetwork network) {
        List<Block> blocks = new ArrayList<>();
        for (Block block : network.blocks(0)) {
            String name = block.shape().name();
            int start = List.of("norm0.mean", "norm0.variance", "norm0.scale", "norm0.shift")
                    .indexOf(name);
            float[] values = block.values().clone();
            for (int i = 0; start >= 0 && i < values.length; i++) {
                values[i] = start + (i + 1) / 2f;
            }
            blocks.add(new Block(block.shape(), values));
        }
        return BayesianNetwork.of(network.architecture(), network.bias(), network.seeds(), blocks);
    }

    @Test
    void boundsHaveTheirNames() throws IOException {
        Path file = folder.resolve("a.npz");
        try (IntervalNetwork network = IntervalNetwork.untrained(WITH_NORM, RunSeeds.of(5))) {
            ArrayExport.bounds(network).writeNpz(file);
            try (ArrayFile arrays = ArrayFiles.open(file)) {
                assertThat(arrays.names())
                        .containsExactlyInAnyOrder(
                                "convolution0.kernel.lower",
                                "convolution0.kernel.upper",
                                "convolution0.bias",
                                "norm0.scale",
                                "norm0.shift",
                                "norm0.mean",
                                "norm0.variance",
                                "dense1.kernel.lower",
                                "dense1.kernel.upper",
                                "dense1.bias",
                                "architecture");
                Layout layout = new Layout(WITH_NORM, network.bias());
                for (Layout.Slot slot : layout.random()) {
                    int end = slot.offset() + slot.size();
                    assertThat(floats(arrays, slot.name() + ".lower"))
                            .containsExactly(Arrays.copyOfRange(network.lower(), slot.offset(), end));
                    assertThat(floats(arrays, slot.name() + ".upper"))
                            .containsExactly(Arrays.copyOfRange(network.upper(), slot.offset(), end));
                }
                assertThat(network.lower()).isNotEqualTo(network.upper());
            }
        }
    }

    private static float[] floats(ArrayFile arrays, String name) throws IOException {
        double[] read = arrays.doubles(name);
        float[] values = new float[read.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) read[i];
        }
        return values;
    }

    @Test
    void epiwrapsOwnModelNeedsNoImport() throws IOException {
        Path file = folder.resolve("model.safetensors");
        try (ImportedNetwork imported = NetworkImporter.read(Fixtures.file("pyro.npz"), ImportOptions.withDefaults())) {
            imported.model(Normalisation.unit()).write(file);
            try (BayesianModel model = BayesianModel.read(file)) {
                assertThat(model.network().means(0))
                        .containsExactly(imported.network().means(0));
                assertThat(model.card().classNames()).containsExactly("0", "1");
            }
        }
        assertRefused(file, ImportOptions.withDefaults(), "does not need to be imported");
    }

    @Test
    void drawsAreWrappedAsTheyAre() throws IOException {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        try (ImportedNetwork imported =
                        NetworkImporter.read(Fixtures.file("stacked_draws.npz"), ImportOptions.withDefaults());
                IntervalNetwork wrapped = imported.draws().orElseThrow().wrap(wrapper)) {
            WeightDraws draws = imported.draws().orElseThrow();
            assertThat(draws.count()).isEqualTo(3);
            for (int i : new int[] {0, 17, 43}) {
                Interval interval =
                        wrapper.wrap(Posterior.samples(draws.ascending(i))).interval();
                assertThat((double) wrapped.lower()[i])
                        .isLessThanOrEqualTo(interval.lower())
                        .isEqualTo(interval.lower(), offset(1e-7));
                assertThat((double) wrapped.upper()[i])
                        .isGreaterThanOrEqualTo(interval.upper())
                        .isEqualTo(interval.upper(), offset(1e-7));
            }
        }
    }

    /** Draws become an epistemic model by library calls alone, with and without calibration. */
    @Test
    void drawsBecomeAnEpistemicModel() throws IOException {
        Path file = folder.resolve("draws.npz");
        NumpyFileWriter writer = NumpyFileWriter.create();
        int[][] sizes = {{2, 784}, {10, 2}};
        for (int layer = 0; layer < sizes.length; layer++) {
            int count = sizes[layer][0] * sizes[layer][1];
            double[] values = new double[3 * count];
            for (int i = 0; i < values.length; i++) {
                int draw = i / count;
                values[i] = 0.1 * Math.sin(i % count) + 0.01 * draw;
            }
            String name = "fc" + layer;
            writer.add(name + ".weight", Shape.of(3, sizes[layer][0], sizes[layer][1]), values)
                    .add(name + ".bias", Shape.of(3, sizes[layer][0]), new double[3 * sizes[layer][0]]);
        }
        writer.writeNpz(file);
        Dataset train = Mnist.DIGITS.load(Part.TRAIN).subset(0, 400);
        CalibrationSet heldOut = CalibrationSet.of(Mnist.DIGITS.load(Part.TRAIN).subset(400, 800));
        try (ImportedNetwork imported = NetworkImporter.read(file, ImportOptions.withDefaults())) {
            WeightDraws draws = imported.draws().orElseThrow();
            ModelCard card =
                    imported.model(Normalisation.unit(), train.classNames()).card();
            try (EpistemicModel plain = draws.model(EpistemicWrapper.withDefaults(), card);
                    EpistemicModel calibrated = draws.model(EpistemicWrapping.withDefaults(), card, train, heldOut)) {
                assertThat(plain.calibration()).isEmpty();
                assertThat(calibrated.calibration()).isPresent();
                assertThat(List.of(plain, calibrated))
                        .allSatisfy(model -> assertThat(
                                        model.wrapping().orElseThrow().samples())
                                .contains(3));
                assertThat(calibrated.predictor().predict(train).has(Score.EU)).isTrue();
                assertThat(plain.predictor().predict(train).has(Score.EU)).isFalse();
            }
        }
    }

    /** From a foreign file to a wrapped network that tells digits apart. */
    @Test
    void anImportedNetworkIsWrappedAndEvaluated() throws IOException {
        Dataset train = Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000);
        Dataset test = Mnist.DIGITS.load(Part.TEST).subset(0, 1000);
        Path file = folder.resolve("foreign.npz");
        double expected;
        try (BayesianNetwork network =
                BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 28, 28), 10, 8), RunSeeds.of(1))) {
            TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(4);
            Trainer.train(network, train, PictureInput.unit(train.shape()), plan, TrainingListener.NONE);
            writeAsTensorFlow(network, file);
            try (IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
                expected = accuracy(wrapped, test);
            }
        }
        try (ImportedNetwork imported = NetworkImporter.read(file, ImportOptions.withDefaults());
                IntervalNetwork wrapped = IntervalNetwork.wrap(imported.network(), Wrapping.withDefaults())) {
            assertThat(accuracy(wrapped, test))
                    .isEqualTo(expected, offset(0.002))
                    .isGreaterThan(0.7);
        }
    }

    /** Under the names and in the layout of TensorFlow Probability, whose scale differs by 1e-7. */
    private static void writeAsTensorFlow(BayesianNetwork network, Path file) throws IOException {
        NumpyFileWriter writer = NumpyFileWriter.create();
        for (Block block : network.blocks(0)) {
            List<Integer> sizes = block.shape().sizes();
            String name = block.shape()
                    .name()
                    .replace(".kernel.mu", "/kernel_posterior_loc:0")
                    .replace(".kernel.rho", "/kernel_posterior_untransformed_scale:0")
                    .replace(".bias", "/bias_posterior_loc:0");
            if (sizes.size() == 1) {
                writer.add(name, Shape.of(sizes.get(0)), block.values());
            } else {
                float[] turned = new float[block.values().length];
                for (int i = 0; i < turned.length; i++) {
                    turned[i % sizes.get(1) * sizes.get(0) + i / sizes.get(1)] = block.values()[i];
                }
                writer.add(name, Shape.of(sizes.get(1), sizes.get(0)), turned);
            }
        }
        writer.writeNpz(file);
    }

    private static double accuracy(IntervalNetwork network, Dataset test) {
        return network.accuracies(test, PictureInput.unit(test.shape()), Averaging.LOGITS)[0];
    }
}
