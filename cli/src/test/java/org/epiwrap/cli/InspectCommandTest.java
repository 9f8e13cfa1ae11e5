package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.cli.output.LayerTable;
import org.epiwrap.data.Volume;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.report.TextTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectCommandTest extends StoredModelsTest {
    @Test
    void aBayesianNetworkIsShown() {
        terminal.must("inspect", models.bayesian());
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out())
                .contains(
                        "Bayesian network, 1×28×28 → 10 classes",
                        "classes: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
                        "file: verified by its hashes and by the predictions stored with it",
                        "Posteriors: σ from minimum to maximum",
                        "█")
                .containsPattern("dense, 8 +dense0 +8 +6272 +8\\R")
                .containsPattern("all +6352 +18\\R")
                .containsPattern("training +batch-size +16\\R")
                .containsPattern(" +preset +sound\\R")
                .containsPattern(" +data images +600\\R")
                .containsPattern("metrics +accuracy +0.5\\R")
                .containsPattern("versions +engine +PyTorch")
                .containsPattern("dense1.kernel +10×8 +80 ");
    }

    @Test
    void anIntervalNetworkIsShown() {
        terminal.must("inspect", models.abstaining());
        assertThat(terminal.out())
                .contains(
                        "interval network, 1×28×28 → 10 classes",
                        "Intervals: widths from minimum to maximum",
                        "mean |centre|")
                .containsPattern(" +truncation sigmas +5.0\\R")
                .containsPattern("radius-scales +0.5, 0.25\\R")
                .containsPattern("abstention +goal +coverage\\R")
                .containsPattern("threshold +0.3\\R")
                .containsPattern("dense0.kernel .* 0.500\\R")
                .containsPattern("dense1.kernel .* 0.250\\R");
    }

    @Test
    void aFileWithoutHashesIsCalledUnverified(@TempDir Path folder) throws Exception {
        Path old = models.withoutHashes(folder.resolve("old.safetensors"));
        terminal.must("inspect", old);
        assertThat(terminal.out()).contains("file: unverified, since it was written before models were stored with");
        terminal.must("inspect", old, "--json");
        assertThat(terminal.json().get("verification").asText()).isEqualTo("unverified");
        terminal.must("export", old, "--to", "npz", "-o", folder.resolve("arrays.npz"));
        assertThat(terminal.err())
                .containsOnlyOnce("epiwrap: " + old + " is unverified: it was written before models were stored with");
        terminal.must("export", models.bayesian(), "--to", "npz", "-o", folder.resolve("arrays.npz"));
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void jsonHasTheRecordsAndTheSpreadOfTheWeights() throws Exception {
        terminal.must("inspect", models.bayesian(), "--json");
        JsonNode json = terminal.json();
        assertThat(json.get("kind").asText()).isEqualTo("bayesian-network");
        assertThat(json.get("verification").asText()).isEqualTo("verified");
        assertThat(json.get("training").get("data").get("images").asInt()).isEqualTo(600);
        JsonNode kernel = json.get("weights").get(0);
        assertThat(kernel.get("name").asText()).isEqualTo("dense0.kernel");
        assertThat(kernel.get("number").asInt()).isEqualTo(6272);
        float[] sigma;
        float[] mu;
        try (BayesianModel model = BayesianModel.read(models.bayesian())) {
            sigma = Arrays.copyOf(model.network().deviations(0), 6272);
            mu = Arrays.copyOf(model.network().means(0), 6272);
        }
        Arrays.sort(sigma);
        assertThat(kernel.get("sigma").get("min").asDouble()).isEqualTo(sigma[0]);
        assertThat(kernel.get("sigma").get("median").asDouble()).isEqualTo(sigma[3135]);
        assertThat(kernel.get("sigma").get("max").asDouble()).isEqualTo(sigma[6271]);
        assertThat(kernel.get("mean_absolute_mu").asDouble())
                .isCloseTo(
                        IntStream.range(0, 6272)
                                .mapToDouble(i -> Math.abs(mu[i]))
                                .average()
                                .orElseThrow(),
                        offset(1e-12));
        int counted = 0;
        for (JsonNode bin : kernel.get("sigma").get("histogram")) {
            counted += bin.asInt();
        }
        assertThat(counted).isEqualTo(6272);
    }

    @Test
    void jsonOfIntervals() throws Exception {
        terminal.must("inspect", models.calibrated(), "--json", "--threads", 1);
        JsonNode json = terminal.json();
        assertThat(json.get("kind").asText()).isEqualTo("interval-network");
        assertThat(json.has("calibration")).isTrue();
        JsonNode last = json.get("weights").get(1);
        assertThat(last.get("radius_scale").asDouble()).isEqualTo(0.25);
        try (EpistemicModel model = EpistemicModel.read(models.calibrated())) {
            float[] lower = model.network().lower();
            float[] upper = model.network().upper();
            double widest = IntStream.range(6272, 6352)
                    .mapToDouble(i -> upper[i] - lower[i])
                    .max()
                    .orElseThrow();
            assertThat(last.get("width").get("max").asDouble()).isEqualTo(widest);
        }
    }

    @Test
    void oneWeightIsWrappedAndDrawn(@TempDir Path folder) throws Exception {
        terminal.must("inspect", models.bayesian(), "--weight", "dense1:79", "--out", folder);
        double mu;
        double sigma;
        try (BayesianModel model = BayesianModel.read(models.bayesian())) {
            mu = model.network().means(0)[6351];
            sigma = model.network().deviations(0)[6351];
        }
        assertThat(terminal.out()).contains("dense1.kernel:79", "truncated", "Bel ≤ P ≤ Pl");
        assertThat(terminal.err()).contains("report: " + folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("One weight: dense1.kernel:79", "Belief in every interval");
        terminal.must("wrap-weight", "--mu", mu, "--sigma", sigma);
        String steps = terminal.out().strip();
        terminal.must("inspect", models.bayesian(), "--weight", "dense1.kernel:79");
        assertThat(terminal.out()).contains(steps);
        terminal.must("inspect", models.bayesian(), "--weight", "dense1.kernel:79", "--json");
        JsonNode weight = terminal.json().get("weight");
        assertThat(weight.get("mu").asDouble()).isEqualTo(mu);
        assertThat(weight.get("focal")).hasSize(15);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bayesian --weight dense7:0     | --weight must be LAYER:INDEX with one of the layers dense0.kernel, dense1.kernel, but is 'dense7:0'
                    bayesian --weight dense0       | --weight must be LAYER:INDEX
                    bayesian --weight dense1:80    | the index of --weight in dense1.kernel must be a whole number from 0 to 79, but is '80'
                    bayesian --weight dense1:x     | must be a whole number from 0 to 79, but is 'x'
                    bayesian --out somewhere       | --out must be given together with --weight
                    calibrated --weight dense0:0   | --weight must be of a Bayesian network
                    missing                        | there is no such file
                    """)
    void badArgumentsAreOneSentence(String line, String message) {
        String[] words = line.split(" ", -1);
        Object[] args = new Object[words.length + 1];
        System.arraycopy(words, 0, args, 1, words.length);
        args[0] = "inspect";
        args[1] = shared.resolve(words[0] + ".safetensors");
        assertThat(terminal.run(args)).isEqualTo(2);
        assertThat(terminal.err().strip()).contains(message).doesNotContain("\n");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void aWeightThatIsNotThereLeavesNoFolder() {
        Path none = shared.resolve("none");
        assertThat(terminal.run("inspect", models.bayesian(), "--weight", "dense9:1", "--out", none))
                .isEqualTo(2);
        assertThat(none).doesNotExist();
    }

    @Test
    void everyLayerHasItsLine() {
        Architecture architecture = new Architecture(
                new Volume(1, 8, 8),
                List.of(
                        new Layer.Convolution(2, 3, 1, 1),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Residual(
                                List.of(new Layer.Convolution(4, 3, 2, 1), new Layer.BatchNorm()),
                                List.of(new Layer.Convolution(4, 1, 2, 0))),
                        new Layer.Residual(List.of(Layer.relu()), List.of()),
                        new Layer.MaxPool(2),
                        new Layer.AveragePool(2),
                        new Layer.Dropout(0.25),
                        new Layer.Flatten(),
                        new Layer.Dense(3)));
        assertThat(TextTable.lines(LayerTable.of(architecture, Bias.BAYESIAN)))
                .containsExactly(
                        "Layers",
                        "layer                                         name          output  weights  points",
                        "input                                                       1×8×8         –       –",
                        "convolution, 2 of 3×3, stride 1, padding 1    convolution0  2×8×8        20       –",
                        "batch norm                                    norm0         2×8×8         –       4",
                        "relu                                                        2×8×8         –       –",
                        "residual                                                    4×4×4         –       –",
                        "  convolution, 4 of 3×3, stride 2, padding 1  convolution1  4×4×4        76       –",
                        "  batch norm                                  norm1         4×4×4         –       8",
                        "shortcut                                                    4×4×4         –       –",
                        "  convolution, 4 of 1×1, stride 2, padding 0  convolution2  4×4×4        12       –",
                        "residual                                                    4×4×4         –       –",
                        "  relu                                                      4×4×4         –       –",
                        "max pool, 2                                                 4×2×2         –       –",
                        "average pool, 2                                             4             –       –",
                        "dropout, 0.25                                               4             –       –",
                        "flatten                                                     4             –       –",
                        "dense, 3                                      dense3        3            15       –",
                        "all                                                                     123      12");
    }

    @Test
    void helpHasExamples() {
        terminal.must("inspect", "--help");
        assertThat(terminal.out()).contains("epiwrap inspect model.safetensors --weight dense0:1234 --out weight");
    }
}
