package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Normalisation;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.ArchitectureJson;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ImportRecord;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.store.NumpyFile;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Terminal terminal = new Terminal();

    @TempDir
    private Path folder;

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

    private int run(String... args) {
        return Main.run(args, new PrintWriter(out), new PrintWriter(err));
    }

    @Test
    void importsAndExports() throws IOException {
        assertThat(run(
                        "import",
                        file.toString(),
                        "-o",
                        model.toString(),
                        "--data",
                        "fashion-mnist",
                        "--mean",
                        "0.1307"))
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains("convention   bayesian-torch", "mapped       dense0.kernel from fc1.mu_weight [2, 784]");
        try (BayesianModel read = BayesianModel.read(model)) {
            assertThat(read.network().architecture().input()).isEqualTo(new Volume(1, 28, 28));
            assertThat(read.card().classNames()).contains("Trouser");
            assertThat(read.card().normalisation().mean()).containsExactly(0.1307);
            assertThat(read.card().training()).isEmpty();
            assertThat(read.card().origin()).contains(new ImportRecord("bayesian-torch", "bnn.npz", Optional.empty()));
        }
        Path npz = folder.resolve("a.npz");
        assertThat(run("export", model.toString(), "--to", "npz", "-o", npz.toString()))
                .isZero();
        try (NumpyFile arrays = NumpyFile.openNpz(npz)) {
            assertThat(arrays.names()).contains("dense0.kernel.mean", "dense1.kernel.std", "dense1.bias");
        }
        Path tensors = folder.resolve("a.safetensors");
        assertThat(run("export", model.toString(), "--to", "safetensors", "--what", "bounds", "-o", tensors.toString()))
                .isZero();
        try (TensorFile arrays = TensorFile.open(tensors)) {
            assertThat(arrays.names()).contains("dense0.kernel.lower", "dense1.kernel.upper", "dense1.bias");
        }
        Path onnx = folder.resolve("a.onnx");
        assertThat(run("export", model.toString(), "--to", "onnx", "-o", onnx.toString()))
                .isZero();
        assertThat(Files.size(onnx)).isGreaterThan(2 * 2 * 784 * 4);
        assertThat(out.toString()).contains("written to " + onnx + " (operator set 17)");
    }

    @Test
    void everyOptionHasItsEffect() throws IOException {
        assertThat(run(
                        "import",
                        file.toString(),
                        "-o",
                        model.toString(),
                        "--input",
                        "4x14x14",
                        "--arch",
                        "mlp:784-2-10",
                        "--axes",
                        "outputs-first",
                        "--order",
                        "fc1,fc2",
                        "--map",
                        "weight=*.mu_weight,spread=*.rho_weight,sigma=exp"))
                .isZero();
        assertThat(out.toString()).contains("convention   map");
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
        assertThat(run("import", file.toString(), "-o", model.toString())).isZero();
        assertThat(out.toString()).contains("the mean and the standard deviation of the 2 draws of each weight");
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
                        "the intervals are those of the 3 draws of each weight; radii and scores are not calibrated: for"
                                + " that, import once more with --data and the name of the dataset it was trained on");
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
        String normalisation;
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
            Normalisation used = trained.card().normalisation();
            normalisation =
                    " --mean " + used.mean().get(0) + " --scale " + used.scale().get(0);
        }
        terminal.must("import " + file + " --wrap --data mnist -o " + model + normalisation);
        assertThat(terminal.out())
                .contains(
                        "the intervals are those of the 3 draws of each weight, scaled as images of mnist allow; scores"
                                + " are calibrated");
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
        terminal.mustFail(command, 2, "array ema.weight [3] holds numbers that no layer takes");
        terminal.must(command + " --ignore ema.*");
        assertThat(terminal.out()).contains("sigma = 0.5 sigmoid(x)", "ignored      ema.weight: as asked for");
        try (BayesianModel read = BayesianModel.read(model)) {
            assertThat(read.network().deviations(0)).containsExactly(0.25f);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sigma 0.1 | a sigma must be given for plain weights alone",
                "--sigma -1 | --sigma[0] must be a finite number >= 0, but is -1.0",
                "--mean NaN | --mean[0] must be a finite number, but is NaN",
                "--scale 0 | --scale must be a finite number > 0, but is 0.0",
                "--scale 1,1 | --scale must be as long as --mean (1), but its length is 2",
                "--wrap | --wrap must be given for draws alone, but the file has none",
                "--pool average | a kind of pool must be given for convolutions alone",
                "--pool max --arch mlp:784-2-10 | but the architecture is known",
                "--input 3x32x32 | the first layer has 784 inputs",
                "--order fc2,fc1 | the layers do not fit each other in the order that was given",
                "--order fc1 | the order must name each layer once",
                "--ignore ema.* | none fits 'ema.*'",
                "--spread exp --map weight=*.mu_weight,spread=*.rho_weight | --spread must be given with a known convention",
                "--spread cube | sigma must be one of softplus, exp, std",
                "--map weight=*.mu_weight,spread=*.rho_weight,bias-spread=*.c | must have bias=",
                "--map weight=*.mu_weight,spread=*.rho_weight,bias=*.c | a mapping's bias must fit an array",
            })
    void optionsThatDoNotApplyAreRefused(String options, String problem) {
        terminal.mustFail("import " + file + " -o " + model + " " + options, 2, problem);
        assertThat(model).doesNotExist();
    }

    @Test
    void whatIsImportedIsNotOverwritten() throws IOException {
        byte[] before = Files.readAllBytes(file);
        terminal.mustFail("import " + file + " -o " + file, 2, "the output must be another file than");
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
        terminal.mustFail(command + " --input 4x14x14", 2, "images are said to be 4×14×14, but the architecture takes");
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
                .contains("class_names", "normalisation_mean", "dense0_kernel_lower");
        terminal.mustFail(
                "export " + models.calibrated() + " --to npz --what posterior -o " + folder.resolve("none"),
                2,
                "--what must be bounds for an interval model");
        terminal.mustFail(
                "export " + models.calibrated() + " --to onnx --what bounds -o " + folder.resolve("none"),
                2,
                "--what must be given for arrays alone");
        terminal.mustFail("export " + models.crossed() + " --to onnx -o " + folder.resolve("none"), 2, "have crossed");
        terminal.must("export " + models.crossed() + " --to safetensors -o " + folder.resolve("crossed"));
    }

    /** A network that was trained here, written under the names of another library, comes back and is as good. */
    @Test
    void aForeignNetworkIsImportedWrappedAndEvaluated() throws IOException {
        StoredModels models = StoredModels.in(folder);
        String normalisation;
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
            Normalisation used = trained.card().normalisation();
            normalisation =
                    " --mean " + used.mean().get(0) + " --scale " + used.scale().get(0);
        }
        terminal.must("import " + file + " -o " + model + " --data mnist" + normalisation);
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
        assertThat(run("import", pickle.toString(), "-o", model.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "it is a pickle, which can run code",
                        "torch.load(\"" + name + "\", map_location=\"cpu\"",
                        "numpy.savez(\"model.npz\"");
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(model).doesNotExist();
    }

    @Test
    void badArgumentsGetOneSentence() {
        assertThat(run("import", file.toString(), "-o", model.toString(), "--arch", "mlp:8"))
                .isEqualTo(2);
        assertThat(run("import", file.toString(), "-o", model.toString(), "--input", "28"))
                .isEqualTo(2);
        assertThat(run("import", file.toString(), "-o", model.toString(), "--map", "x"))
                .isEqualTo(2);
        assertThat(run("import", file.toString(), "-o", model.toString(), "--axes", "x"))
                .isEqualTo(2);
        assertThat(run("import", file.toString(), "-o", model.toString(), "--data", "cifar-10"))
                .isEqualTo(2);
        assertThat(run("import", folder.resolve("none").toString(), "-o", model.toString()))
                .isEqualTo(2);
        assertThat(run("export", file.toString(), "--to", "onnx", "-o", model.toString()))
                .isEqualTo(2);
        assertThat(run("export", file.toString(), "--to", "pdf", "-o", model.toString()))
                .isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(8).allMatch(line -> line.startsWith("epiwrap: "));
        assertThat(model).doesNotExist();
    }
}
