package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.model.manifest.ImportRecord;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.numpy.NumpyFile;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.epiwrap.wrap.EpistemicWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeCommandTest extends CommandTest {
    private Path file;
    private Path model;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("bnn.npz");
        model = folder.resolve("model.safetensors");
        NumpyFileWriter.create()
                .add("fc1.mu_weight", Shape.of(2, 784), new float[2 * 784])
                .add("fc1.rho_weight", Shape.of(2, 784), new float[2 * 784])
                .add("fc2.mu_weight", Shape.of(10, 2), new float[20])
                .add("fc2.rho_weight", Shape.of(10, 2), new float[20])
                .writeNpz(file);
    }

    @Test
    void importsAndExports() throws IOException {
        terminal.must("import", file, "-o", model, "--data fashion-mnist --mean 0.1307");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out())
                .contains("convention   bayesian-torch", "mapped       dense0.kernel from fc1.mu_weight [2, 784]");
        try (BayesianModel read = BayesianModel.read(model)) {
            assertThat(read.network().architecture().input()).isEqualTo(new Volume(1, 28, 28));
            assertThat(read.card().classNames()).contains("Trouser");
            assertThat(((PictureInput) read.card().input()).normalisation().mean())
                    .containsExactly(0.1307);
            assertThat(read.card().training()).isEmpty();
            assertThat(read.card().origin()).contains(new ImportRecord("bayesian-torch", "bnn.npz", Optional.empty()));
        }
        Path npz = folder.resolve("a.npz");
        terminal.must("export", model, "--to", "npz", "-o", npz);
        try (NumpyFile arrays = NumpyFile.openNpz(npz)) {
            assertThat(arrays.names()).contains("dense0.kernel.mean", "dense1.kernel.std", "dense1.bias");
        }
        Path tensors = folder.resolve("a.safetensors");
        terminal.must("export", model, "--to", "safetensors", "--what", "bounds", "-o", tensors);
        try (TensorFile arrays = TensorFile.open(tensors)) {
            assertThat(arrays.names()).contains("dense0.kernel.lower", "dense1.kernel.upper", "dense1.bias");
        }
        Path onnx = folder.resolve("a.onnx");
        terminal.mustFail(
                "export " + model + " --to onnx -o " + onnx,
                2,
                "--data must be given: the model does not record its training data; --uncalibrated exports without");
        terminal.must("export", model, "--to", "onnx", "--uncalibrated", "-o", onnx);
        assertThat(terminal.out()).contains("its radii are not calibrated");
        assertThat(Files.size(onnx)).isGreaterThan(2 * 2 * 784 * 4);
        assertThat(terminal.out()).contains("written to " + onnx + " (operator set 17)");
    }

    @Test
    void everyOptionHasItsEffect() throws IOException {
        terminal.must(
                "import",
                file,
                "-o",
                model,
                "--input 4x14x14 --arch mlp:2 --classes 10 --axes outputs-first --order fc1,fc2",
                "--map weight=*.mu_weight,spread=*.rho_weight,sigma=exp");
        assertThat(terminal.out()).contains("convention   map");
        try (BayesianModel read = BayesianModel.read(model)) {
            assertThat(read.network().architecture().input()).isEqualTo(new Volume(4, 14, 14));
            assertThat(read.network().deviations(0)[0]).isEqualTo(1);
            assertThat(read.card().classNames()).startsWith("0", "1");
        }
    }

    @Test
    void drawsBecomeTheirMoments() throws IOException {
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(2, 1, 1), new float[] {1, 3})
                .add("fc.bias", Shape.of(2, 1), new float[] {1, 3})
                .writeNpz(file);
        terminal.must("import", file.toString(), "-o", model);
        assertThat(terminal.out()).contains("the mean and the standard deviation of the 2 draws of each weight");
    }

    @Test
    void drawsAreWrappedAsTheyAre() throws IOException {
        // Two draws near each other and one far away: no Gaussian has these bounds.
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(3, 1, 2), new float[] {1, 5, 1.5f, 5, 4, 5})
                .add("fc.bias", Shape.of(3, 1), new float[] {0, 1, 3})
                .writeNpz(file);
        terminal.must("import " + file + " --wrap -o " + model);
        assertThat(terminal.out())
                .contains(
                        "the intervals are those of the 3 draws of each weight; radii and scores are not calibrated: to"
                                + " calibrate them, import again with --data and the name of the dataset that the"
                                + " network was trained on");
        try (ImportedNetwork imported = NetworkImporter.read(file, ImportOptions.withDefaults());
                IntervalNetwork expected = imported.draws().orElseThrow().wrap(EpistemicWrapper.withDefaults());
                EpistemicModel wrapped = EpistemicModel.read(model)) {
            assertThat(wrapped.network().lower()).containsExactly(expected.lower());
            assertThat(wrapped.network().upper()).containsExactly(expected.upper());
            assertThat(wrapped.wrapping()).contains(WrappingRecord.ofSamples(EpistemicWrapper.withDefaults(), 3));
            assertThat(wrapped.card().origin()).contains(new ImportRecord("stacked-draws", "bnn.npz", Optional.of(3)));
            assertThat(wrapped.calibration()).isEmpty();
        }
        terminal.must("inspect " + model + " --json");
        assertThat(terminal.json().at("/wrapping/samples").asInt()).isEqualTo(3);
        assertThat(terminal.json().at("/import/draws").asInt()).isEqualTo(3);
        Path onnx = folder.resolve("network.onnx");
        terminal.must("export " + model + " --to onnx -o " + onnx);
        assertThat(onnx).exists();
    }

    /** Three networks near one that was trained here: with its images, scores come as from 'epiwrap wrap'. */
    @Test
    void wrappedDrawsAreCalibratedWhereImagesAreGiven() throws IOException {
        StoredModels models = StoredModels.in(folder);
        try (BayesianModel trained = BayesianModel.read(models.bayesian())) {
            float[] means = trained.network().means(0);
            float[] deviations = trained.network().deviations(0);
            float[] draws = new float[3 * 8 * 784];
            float[] lastDraws = new float[3 * 10 * 8];
            for (int draw = 0; draw < 3; draw++) {
                for (int i = 0; i < means.length; i++) {
                    float value = means[i] + (draw - 1) * deviations[i];
                    if (i < 8 * 784) {
                        draws[draw * 8 * 784 + i] = value;
                    } else {
                        lastDraws[draw * 80 + i - 8 * 784] = value;
                    }
                }
            }
            float[] points = trained.network().pointValues(0);
            NumpyFileWriter.create()
                    .add("fc1.weight", Shape.of(3, 8, 784), draws)
                    .add("fc1.bias", Shape.of(3, 8), repeated(Arrays.copyOf(points, 8)))
                    .add("fc2.weight", Shape.of(3, 10, 8), lastDraws)
                    .add("fc2.bias", Shape.of(3, 10), repeated(Arrays.copyOfRange(points, 8, 18)))
                    .writeNpz(file);
        }
        terminal.must("import " + file + " --wrap --data mnist -o " + model + models.normalisation());
        assertThat(terminal.out())
                .contains(
                        "the intervals are those of the 3 draws of each weight; radii and scores are calibrated on images"
                                + " of mnist");
        assertThat(terminal.err().strip())
                .as("the file does not record the images")
                .isEqualTo("epiwrap: warning: the model does not record which images of mnist it was trained on; 5,000"
                        + " of them are treated as held out, and guarantees do not hold if it was trained on them");
        try (EpistemicModel wrapped = EpistemicModel.read(model)) {
            assertThat(wrapped.calibration()).isPresent();
            assertThat(wrapped.wrapping().orElseThrow().samples()).contains(3);
            assertThat(wrapped.wrapping().orElseThrow().radiusScales()).hasSize(2);
        }
        terminal.must("evaluate " + model + " --data mnist --test-images 500 --json");
        assertThat(terminal.json().findValue("accuracy").asDouble()).isGreaterThan(0.6);
    }

    private static float[] repeated(float[] values) {
        float[] all = new float[3 * values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = values[i % values.length];
        }
        return all;
    }

    @Test
    void anotherSpreadAndWhatDoesNotMatterCanBeGiven() throws IOException {
        NumpyFileWriter.create()
                .add("fc.mu_weight", Shape.of(1, 1), new float[] {1})
                .add("fc.rho_weight", Shape.of(1, 1), new float[] {0})
                .add("ema.weight", Shape.of(3), new float[3])
                .writeNpz(file);
        String command = "import " + file + " -o " + model + " --spread sigmoid:0.5";
        terminal.mustFail(command, 2, "array ema.weight [3] is not used by any layer");
        terminal.must(command + " --ignore ema.*");
        assertThat(terminal.out()).contains("sigma = 0.5 sigmoid(x)", "ignored      ema.weight: as requested");
        try (BayesianModel read = BayesianModel.read(model)) {
            assertThat(read.network().deviations(0)).containsExactly(1e-8f, 0.25f);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sigma 0.1 | a sigma can only be given for plain weights",
                "--sigma -1 | --sigma[0] must be a finite number >= 0, but is -1.0",
                "--mean NaN | --mean[0] must be a finite number, but is NaN",
                "--scale 0 | --scale must be a finite number > 0, but is 0.0",
                "--scale 1,1 | --scale must be as long as --mean (1), but its length is 2",
                "--wrap | --wrap must be used with draws, but the file has none",
                "--pool average | a kind of pooling can only be given for convolutions",
                "--pool max --arch mlp:2 | a kind of pooling can only be given for an inferred architecture, but this one is known",
                "--input 3x32x32 | the first layer has 784 inputs",
                "--order fc2,fc1 | the layers do not fit together in the given order",
                "--order fc1 | the order must name each layer once",
                "--ignore ema.* | none matches 'ema.*'",
                "--spread exp --map weight=*.mu_weight,spread=*.rho_weight | --spread must be given with a known convention",
                "--spread cube | sigma must be one of softplus, exp, std",
                "--map weight=*.mu_weight,spread=*.rho_weight,bias-spread=*.c | must also have bias=",
                "--map weight=*.mu_weight,spread=*.rho_weight,bias=*.c | the mapping's bias must match an array",
            })
    void optionsThatDoNotApplyAreRefused(String options, String problem) {
        terminal.mustFail("import " + file + " -o " + model + " " + options, 2, problem);
        assertThat(model).doesNotExist();
    }

    @Test
    void whatIsImportedIsNotOverwritten() throws IOException {
        byte[] before = Files.readAllBytes(file);
        terminal.mustFail("import " + file + " -o " + file, 2, "the output must not replace the input");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        terminal.mustFail("import " + file + " -o " + folder, 2, "must be a file, but is a folder");
        terminal.mustFail("import " + file + " -o " + folder.resolve("none/model"), 2, "there is no folder");
    }

    @Test
    void aShapeThatAnArchitectureContradictsIsRefused() throws IOException {
        Path json = Files.writeString(
                folder.resolve("a.json"),
                ArchitectureJson.write(Architecture.mlp(new Volume(1, 28, 28), 10, 2))
                        .toString());
        String command = "import " + file + " -o " + model + " --arch " + json;
        terminal.mustFail(command + " --input 4x14x14", 2, "the input is given as 4×14×14, but the architecture takes");
        terminal.must(command + " --input 1x28x28");
    }

    @Test
    void intervalModelsAreExported() throws IOException {
        StoredModels models = StoredModels.in(folder);
        Path npz = folder.resolve("bounds.npz");
        terminal.must("export " + models.calibrated() + " --to npz -o " + npz);
        try (EpistemicModel wrapped = EpistemicModel.read(models.calibrated());
                NumpyFile arrays = NumpyFile.openNpz(npz)) {
            float[] lower = wrapped.network().lower();
            double[] written = arrays.doubles("dense0.kernel.lower");
            for (int i = 0; i < written.length; i++) {
                assertThat((float) written[i]).isEqualTo(lower[i]);
            }
        }
        Path arrays = folder.resolve("arrays");
        terminal.must("export " + models.abstaining() + " --to npy --what bounds -o " + arrays);
        assertThat(arrays.resolve("dense1.kernel.upper.npy")).exists();
        Path onnx = folder.resolve("network.onnx");
        terminal.must("export " + models.calibrated() + " --to onnx -o " + onnx);
        assertThat(Files.readString(onnx, StandardCharsets.ISO_8859_1))
                .contains("class_names", "normalisation_mean", "dense0_kernel_lower", "possible", "delta")
                .doesNotContain("abstains");
        terminal.must("export " + models.abstaining() + " --to onnx -o " + onnx);
        assertThat(Files.readString(onnx, StandardCharsets.ISO_8859_1)).contains("abstains", "abstention_threshold");
        terminal.must("export " + models.bayesian() + " --to onnx -o " + onnx);
        assertThat(terminal.out()).contains("wrapped with the default options and calibrated on mnist");
        assertThat(Files.readString(onnx, StandardCharsets.ISO_8859_1)).contains("delta");
        // Plain networks are read back; graphs of interval networks have other outputs.
        refused("import " + onnx + " --sigma 0.1", "the graph must have one input and one output");
        refused("import " + npz + " --posterior " + npz, "--posterior applies to ONNX");
        refused(
                "export " + models.calibrated() + " --to onnx --uncalibrated",
                "--data and --uncalibrated apply to Bayesian networks only");
        refused(
                "export " + models.bayesian() + " --to npz --uncalibrated",
                "--data and --uncalibrated apply to --to onnx only");
        refused(
                "export " + models.calibrated() + " --to npz --what posterior",
                "--what must be bounds for an interval network");
        refused("export " + models.calibrated() + " --to onnx --what bounds", "--what applies to arrays only");
        refused("export " + models.crossed() + " --to onnx", "have crossed");
        terminal.must("export " + models.crossed() + " --to safetensors -o " + folder.resolve("crossed"));
    }

    private void refused(String command, String problem) {
        terminal.mustFail(command + " -o " + folder.resolve("none"), 2, problem);
    }

    /** A network that was trained here, written under the names of another library, comes back and is as good. */
    @Test
    void aForeignNetworkIsImportedWrappedAndEvaluated() throws IOException {
        StoredModels models = StoredModels.in(folder);
        try (BayesianModel trained = BayesianModel.read(models.bayesian())) {
            NumpyFileWriter writer = NumpyFileWriter.create();
            for (Block block : trained.network().blocks(0)) {
                String name = block.shape()
                        .name()
                        .replace("dense", "fc")
                        .replace(".kernel.mu", ".mu_weight")
                        .replace(".kernel.rho", ".rho_weight")
                        .replace(".bias", ".mu_bias");
                long[] sizes = block.shape().sizes().stream()
                        .mapToLong(Integer::longValue)
                        .toArray();
                writer.add(name, Shape.of(sizes), block.values());
            }
            writer.writeNpz(file);
        }
        terminal.must("import " + file + " -o " + model + " --data mnist" + models.normalisation());
        assertThat(terminal.out()).contains("convention   bayesian-torch");
        String few = " --data mnist --test-images 500 --json";
        JsonNode[] found = new JsonNode[2];
        for (int i = 0; i < 2; i++) {
            Path wrapped = folder.resolve("wrapped" + i + ".safetensors");
            terminal.must("wrap " + (i == 0 ? models.bayesian() : model) + " -o " + wrapped
                    + " --held-out 300 --scale 1" + few);
            terminal.must("evaluate " + wrapped + few);
            found[i] = terminal.json();
        }
        assertThat(found[1].findValue("accuracy").asDouble())
                .isEqualTo(found[0].findValue("accuracy").asDouble())
                .isGreaterThan(0.6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"model.pt", "model.pth", "model.ckpt"})
    void picklesAreRefusedWithTheWayOut(String name) throws IOException {
        Path pickle = Files.write(folder.resolve(name), new byte[] {(byte) 0x80, 2, '}', '.'});
        assertThat(terminal.run("import", pickle.toString(), "-o", model.toString()))
                .isEqualTo(2);
        assertThat(terminal.err())
                .contains(
                        "it is a pickle, which can run code",
                        "torch.load(\"" + name + "\", map_location=\"cpu\"",
                        "numpy.savez(\"model.npz\"");
        assertThat(terminal.err().lines()).hasSize(1);
        assertThat(model).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "import FILE -o MODEL --arch mlp:8 | ",
                "import FILE -o MODEL --arch mlp | ",
                "import FILE -o MODEL --input 28 | a shape must be channels, height and width such as 1x28x28",
                "import FILE -o MODEL --map x | ",
                "import FILE -o MODEL --axes x | ",
                "import FILE -o MODEL --data cifar-10 | ",
                "import FOLDER/none -o MODEL | FOLDER/none",
                "export FILE --to onnx -o MODEL | FILE",
                "export FILE --to pdf -o MODEL | must be one of onnx, npz, npy, safetensors, but is 'pdf'"
            })
    void badArgumentsAreOneSentence(String line, @Nullable String sentence) {
        terminal.mustFail(named(line), 2, named(Objects.requireNonNullElse(sentence, "")));
        assertThat(model).doesNotExist();
    }

    private String named(String text) {
        return text.replace("FILE", file.toString())
                .replace("MODEL", model.toString())
                .replace("FOLDER", folder.toString());
    }
}
