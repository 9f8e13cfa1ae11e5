package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Volume;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.report.TextTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectCommandTest {
    @TempDir
    private static Path shared;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static StoredModels models;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void storeModels() throws IOException {
        models = StoredModels.in(shared);
    }

    private int run(Object... args) {
        String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
        return Main.run(words, new PrintWriter(out), new PrintWriter(err));
    }

    @Test
    void aBayesianNetworkIsShown() {
        assertThat(run("inspect", models.bayesian())).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains(
                        "Bayesian network, 1×28×28 → 10 classes",
                        "classes: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
                        "Posteriors: σ from least to greatest",
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
        assertThat(run("inspect", models.abstaining())).isZero();
        assertThat(out.toString())
                .contains(
                        "interval network, 1×28×28 → 10 classes",
                        "Intervals: widths from least to greatest",
                        "mean |centre|")
                .containsPattern(" +truncation sigmas +5.0\\R")
                .containsPattern("radius-scales +0.5, 0.25\\R")
                .containsPattern("abstention +goal +coverage\\R")
                .containsPattern("threshold +0.3\\R")
                .containsPattern("dense0.kernel .* 0.500\\R")
                .containsPattern("dense1.kernel .* 0.250\\R");
    }

    @Test
    void jsonHasTheRecordsAndTheSpreadOfTheWeights() throws Exception {
        assertThat(run("inspect", models.bayesian(), "--json")).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("kind").asText()).isEqualTo("bayesian-network");
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
        assertThat(kernel.get("sigma").get("least").asDouble()).isEqualTo(sigma[0]);
        assertThat(kernel.get("sigma").get("median").asDouble()).isEqualTo(sigma[3135]);
        assertThat(kernel.get("sigma").get("greatest").asDouble()).isEqualTo(sigma[6271]);
        assertThat(kernel.get("meanAbsoluteMu").asDouble())
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
        assertThat(run("inspect", models.calibrated(), "--json", "--threads", 1))
                .isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("kind").asText()).isEqualTo("interval-network");
        assertThat(json.has("calibration")).isTrue();
        JsonNode last = json.get("weights").get(1);
        assertThat(last.get("radiusScale").asDouble()).isEqualTo(0.25);
        try (EpistemicModel model = EpistemicModel.read(models.calibrated())) {
            float[] lower = model.network().lower();
            float[] upper = model.network().upper();
            double widest = IntStream.range(6272, 6352)
                    .mapToDouble(i -> upper[i] - lower[i])
                    .max()
                    .orElseThrow();
            assertThat(last.get("width").get("greatest").asDouble()).isEqualTo(widest);
        }
    }

    @Test
    void oneWeightIsWrappedAndDrawn(@TempDir Path folder) throws Exception {
        assertThat(run("inspect", models.bayesian(), "--weight", "dense1:79", "--out", folder))
                .isZero();
        double mu;
        double sigma;
        try (BayesianModel model = BayesianModel.read(models.bayesian())) {
            mu = model.network().means(0)[6351];
            sigma = model.network().deviations(0)[6351];
        }
        assertThat(out.toString()).contains("dense1.kernel:79", "truncated", "Bel ≤ P ≤ Pl");
        assertThat(err.toString()).contains("the pictures are in " + folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("One weight: dense1.kernel:79", "Belief in every interval");
        out.getBuffer().setLength(0);
        assertThat(run("wrap-weight", "--mu", mu, "--sigma", sigma)).isZero();
        String steps = out.toString().strip();
        out.getBuffer().setLength(0);
        assertThat(run("inspect", models.bayesian(), "--weight", "dense1.kernel:79"))
                .isZero();
        assertThat(out.toString()).contains(steps);
        out.getBuffer().setLength(0);
        assertThat(run("inspect", models.bayesian(), "--weight", "dense1.kernel:79", "--json"))
                .isZero();
        JsonNode weight = new ObjectMapper().readTree(out.toString()).get("weight");
        assertThat(weight.get("mu").asDouble()).isEqualTo(mu);
        assertThat(weight.get("focal")).hasSize(15);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bayesian --weight dense7:0     | --weight must be LAYER:INDEX with one of the layers dense0.kernel, dense1.kernel, but is 'dense7:0'
                    bayesian --weight dense0       | --weight must be LAYER:INDEX
                    bayesian --weight dense1:80    | --weight's index in dense1.kernel must be a whole number from 0 to 79, but is '80'
                    bayesian --weight dense1:x     | must be a whole number from 0 to 79, but is 'x'
                    bayesian --out somewhere       | --out must come with a --weight to draw, but there is none
                    calibrated --weight dense0:0   | --weight must be of a Bayesian network
                    missing                        | there is no such file
                    """)
    void badArgumentsAreOneSentence(String line, String message) {
        String[] words = line.split(" ", -1);
        Object[] args = new Object[words.length + 1];
        System.arraycopy(words, 0, args, 1, words.length);
        args[0] = "inspect";
        args[1] = shared.resolve(words[0] + ".safetensors");
        assertThat(run(args)).isEqualTo(2);
        assertThat(err.toString().strip()).contains(message).doesNotContain("\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aWeightThatIsNotThereLeavesNoFolder() {
        Path none = shared.resolve("none");
        assertThat(run("inspect", models.bayesian(), "--weight", "dense9:1", "--out", none))
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
                        new Layer.Relu(),
                        new Layer.Residual(
                                List.of(new Layer.Convolution(4, 3, 2, 1), new Layer.BatchNorm()),
                                List.of(new Layer.Convolution(4, 1, 2, 0))),
                        new Layer.Residual(List.of(new Layer.Relu()), List.of()),
                        new Layer.MaxPool(2),
                        new Layer.AveragePool(2),
                        new Layer.Dropout(0.25),
                        new Layer.Flatten(),
                        new Layer.Dense(3)));
        assertThat(TextTable.lines(LayerTable.of(architecture, Bias.BAYESIAN)))
                .containsExactly(
                        "Layers",
                        "layer                                         name          gives  weights  points",
                        "input                                                       1×8×8        –       –",
                        "convolution, 2 of 3×3, stride 1, padding 1    convolution0  2×8×8       20       –",
                        "batch norm                                    norm0         2×8×8        –       4",
                        "relu                                                        2×8×8        –       –",
                        "residual                                                    4×4×4        –       –",
                        "  convolution, 4 of 3×3, stride 2, padding 1  convolution1  4×4×4       76       –",
                        "  batch norm                                  norm1         4×4×4        –       8",
                        "shortcut                                                    4×4×4        –       –",
                        "  convolution, 4 of 1×1, stride 2, padding 0  convolution2  4×4×4       12       –",
                        "residual                                                    4×4×4        –       –",
                        "  relu                                                      4×4×4        –       –",
                        "max pool, 2                                                 4×2×2        –       –",
                        "average pool, 2                                             4            –       –",
                        "dropout, 0.25                                               4            –       –",
                        "flatten                                                     4            –       –",
                        "dense, 3                                      dense3        3           15       –",
                        "all                                                                    123      12");
    }

    @Test
    void helpHasExamples() {
        assertThat(run("inspect", "--help")).isZero();
        assertThat(out.toString()).contains("epiwrap inspect model.safetensors --weight dense0:1234 --out weight");
    }

    @Test
    void aDistributionOfOneValue() {
        Distribution one = Distribution.of(new float[] {2, 2, 2});
        assertThat(one.quantile(0.5)).isEqualTo(2);
        assertThat(one.bars()).isEqualTo("█" + " ".repeat(15));
        assertThat(Distribution.of(new float[] {0, 0, 0, 0, 0, 0, 0, 0, 16}).bars())
                .isEqualTo("█" + " ".repeat(14) + "▁");
    }
}
