package org.epiwrap.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.epiwrap.model.Model;
import org.epiwrap.network.Volume;
import org.epiwrap.store.NumpyFile;
import org.epiwrap.store.NumpyFileWriter;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

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
        try (Model read = Model.read(model)) {
            assertThat(read.network().architecture().input()).isEqualTo(new Volume(1, 28, 28));
            assertThat(read.card().classNames()).contains("Trouser");
            assertThat(read.card().normalisation().mean()).containsExactly(0.1307);
            assertThat(read.card().training()).isEmpty();
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
                        "--pool",
                        "average",
                        "--map",
                        "weight=*.mu_weight,spread=*.rho_weight,sigma=exp"))
                .isZero();
        assertThat(out.toString()).contains("convention   map");
        try (Model read = Model.read(model)) {
            assertThat(read.network().architecture().input()).isEqualTo(new Volume(4, 14, 14));
            assertThat(read.network().deviations(0)[0]).isEqualTo(1);
            assertThat(read.card().classNames()).startsWith("0", "1");
        }
    }

    @Test
    void drawsBecomeTheirMoments() throws IOException {
        NumpyFileWriter.create()
                .add("fc.weight", Shape.of(2, 1, 1), new float[] {1, 3})
                .writeNpz(file);
        assertThat(run("import", file.toString(), "-o", model.toString())).isZero();
        assertThat(out.toString()).contains("the mean and the standard deviation of the 2 draws of each weight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"model.pt", "model.pth", "model.pkl"})
    void picklesAreRefusedWithTheWayOut(String name) throws IOException {
        Path pickle = Files.write(folder.resolve(name), new byte[] {(byte) 0x80, 2, '}', '.'});
        assertThat(run("import", pickle.toString(), "-o", model.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("it is a pickle, which can run code", "torch.load(\"" + name, "numpy.savez(\"model.npz\"");
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
