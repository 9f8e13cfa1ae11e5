package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.evaluation.ScoreLegend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictCommandTest extends StoredModelsTest {
    private List<String> lines() {
        return terminal.out().lines().toList();
    }

    private List<JsonNode> objects() throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        for (String line : lines()) {
            objects.add(new ObjectMapper().readTree(line));
        }
        return objects;
    }

    private static byte[] digit(int image) {
        byte[] pixels = new byte[784];
        StoredModels.TEST.pixels(image, image + 1, pixels);
        return pixels;
    }

    /** A digit as a grey picture, each pixel a square. */
    private Path picture(String name, int image, int square, int type) throws IOException {
        byte[] pixels = digit(image);
        BufferedImage picture = new BufferedImage(28 * square, 28 * square, type);
        for (int y = 0; y < 28 * square; y++) {
            for (int x = 0; x < 28 * square; x++) {
                int level = pixels[y / square * 28 + x / square] & 0xff;
                if (type == BufferedImage.TYPE_BYTE_GRAY) {
                    picture.getRaster().setSample(x, y, 0, level);
                } else {
                    picture.setRGB(x, y, 0x010101 * level);
                }
            }
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        ImageIO.write(picture, "png", file.toFile());
        return file;
    }

    private Path idx(String name, int images) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream raw = Files.newOutputStream(file);
                DataOutputStream data = new DataOutputStream(name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw)) {
            for (int value : new int[] {0x0803, images, 28, 28}) {
                data.writeInt(value);
            }
            for (int i = 0; i < images; i++) {
                data.write(digit(i));
            }
        }
        return file;
    }

    private Path csv(String name, int images, String header, ToDoubleFunction<Byte> number) throws IOException {
        List<String> rows = new ArrayList<>(header.isEmpty() ? List.of() : List.of(header));
        for (int i = 0; i < images; i++) {
            List<String> row = new ArrayList<>();
            for (byte pixel : digit(i)) {
                double value = number.applyAsDouble(pixel);
                row.add(value == Math.rint(value) ? String.valueOf((int) value) : String.valueOf(value));
            }
            rows.add(String.join(",", row));
        }
        return Files.write(folder.resolve(name), rows);
    }

    private static Prediction expected(Path model, int image) throws IOException {
        try (EpistemicModel read = EpistemicModel.read(model)) {
            return read.predictor().predict(digit(image));
        }
    }

    @Test
    void aPictureIsPredictedInOneLine() throws Exception {
        Path file = picture("seven.png", 0, 1, BufferedImage.TYPE_BYTE_GRAY);
        terminal.must("predict", models.calibrated(), file);
        assertThat(terminal.err()).isEmpty();
        assertThat(lines()).containsExactly(file + ": " + expected(models.calibrated(), 0));
        assertThat(lines().get(0))
                .endsWith(String.format(
                        Locale.ROOT,
                        "7 (probability %.3f)",
                        expected(models.calibrated(), 0).probability(7)));
    }

    @Test
    void jsonHasEveryFieldOfThePrediction() throws Exception {
        Path file = picture("seven.png", 0, 1, BufferedImage.TYPE_BYTE_GRAY);
        terminal.must("predict", models.calibrated(), file, "--json");
        Prediction prediction = expected(models.calibrated(), 0);
        JsonNode json = objects().get(0);
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "image",
                        "label",
                        "probability",
                        "lower",
                        "upper",
                        "probabilities",
                        "lower_probabilities",
                        "upper_probabilities",
                        "possible",
                        "belief",
                        "plausibility",
                        "contour",
                        "ln_squared_distance",
                        "abstains",
                        "scores");
        assertThat(json.get("label").asText()).isEqualTo(prediction.labelName());
        assertThat(json.get("probabilities")).hasSize(10);
        assertThat(json.get("lower_probabilities").get("3").asDouble())
                .isEqualTo(prediction.intervals().orElseThrow().lower(3));
        assertThat(json.get("upper_probabilities").get("3").asDouble())
                .isEqualTo(prediction.intervals().orElseThrow().upper(3));
        for (Score score : List.of(Score.EU, Score.TU, Score.TU0, Score.U, Score.DELTA, Score.ENTROPY)) {
            assertThat(json.get("scores").get(score.id()).asDouble())
                    .isEqualTo(prediction.score(score).orElseThrow());
        }
        assertThat(json.get("belief").asDouble()).isEqualTo(prediction.belief(ClassSet.of(prediction.label())));
        assertThat(json.get("plausibility").asDouble())
                .isEqualTo(prediction.plausibility(ClassSet.of(prediction.label())));
        double[] contour = prediction.contour().orElseThrow();
        for (int c = 0; c < 10; c++) {
            assertThat(json.get("contour").get(prediction.classNames().of(c)).asDouble())
                    .isEqualTo(contour[c])
                    .isBetween(0.0, 1.0);
        }
        assertThat(contour).contains(1);
        assertThat(json.get("ln_squared_distance").asDouble())
                .isEqualTo(prediction.logSquaredDistance().orElseThrow());
        assertThat(json.get("possible"))
                .hasSize(prediction.possible().orElseThrow().size());
        assertThat(json.get("abstains").asBoolean()).isFalse();
        int label = prediction.label();
        assertThat(json.get("lower").asDouble())
                .isEqualTo(prediction.intervals().orElseThrow().lower(label));
        assertThat(json.get("upper").asDouble())
                .isEqualTo(prediction.intervals().orElseThrow().upper(label));
        terminal.must("predict", models.abstaining(), file, "--json");
        Prediction checked = expected(models.abstaining(), 0);
        JsonNode abstention = objects().get(0).get("abstention");
        assertThat(abstention.get("score").asText()).isEqualTo("tu0");
        assertThat(abstention.get("value").asDouble())
                .isEqualTo(checked.score(Score.TU0).orElseThrow());
        assertThat(abstention.get("threshold").asDouble()).isEqualTo(StoredModels.THRESHOLD);
    }

    @Test
    void everyFileFormatGivesTheSamePredictions() throws Exception {
        for (int i = 0; i < 3; i++) {
            picture("pictures/" + i + ".png", i, 1, i == 1 ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_BYTE_GRAY);
        }
        Files.writeString(folder.resolve("pictures/notes.txt"), "not a picture");
        List<Path> files = List.of(
                folder.resolve("pictures"),
                idx("images.gz", 3),
                idx("images-idx3-ubyte", 3),
                csv("bytes.csv", 3, "p".repeat(3) + ",p".repeat(783), pixel -> pixel & 0xff),
                csv("shares.csv", 3, "", pixel -> (pixel & 0xff) / 255.0));
        List<String> names = new ArrayList<>();
        List<JsonNode> objects = new ArrayList<>();
        for (Path file : files) {
            terminal.must("predict", models.calibrated(), file, "--json");
            objects.addAll(objects());
        }
        assertThat(objects).hasSize(15);
        for (int i = 0; i < 15; i++) {
            names.add(objects.get(i)
                    .get("image")
                    .asText()
                    .substring(folder.toString().length() + 1));
            ((ObjectNode) objects.get(i)).remove("image");
            assertThat(objects.get(i)).as(names.get(i)).isEqualTo(objects.get(i % 3));
        }
        assertThat(names)
                .contains("pictures/0.png", "images.gz#2", "images-idx3-ubyte#0", "bytes.csv:2", "shares.csv:3");
    }

    @Test
    void batchesDoNotShow() throws Exception {
        Path many = idx("many", 501);
        terminal.must("predict", models.calibrated(), many);
        assertThat(lines()).hasSize(501);
        assertThat(lines().get(500)).isEqualTo(many + "#500: " + expected(models.calibrated(), 500));
    }

    @Test
    void aBayesianNetworkAveragesItsDraws() throws Exception {
        Path file = idx("images", 4);
        terminal.must("predict", models.bayesian(), file, "--draws", 7, "--json", "--threads", 1);
        Dataset data = StoredModels.TEST.subset(0, 4);
        try (BayesianModel model = BayesianModel.read(models.bayesian())) {
            Predictions expected = model.predictor(7).predict(data);
            for (int i = 0; i < 4; i++) {
                JsonNode json = objects().get(i);
                assertThat(json.get("label").asText()).isEqualTo(expected.get(i).labelName());
                assertThat(json.get("probability").asDouble()).isEqualTo(expected.confidence(i));
                for (Score score : List.of(Score.ENTROPY, Score.MUTUAL_INFORMATION)) {
                    assertThat(json.get("scores").get(score.id()).asDouble()).isEqualTo(expected.score(score, i));
                }
            }
        }
        terminal.must("predict", models.bayesian(), file, "--describe");
        assertThat(terminal.out()).contains(Score.MUTUAL_INFORMATION.description());
    }

    @Test
    void theModelsOwnThresholdAndAnotherDecide() throws Exception {
        Path file = idx("images", 200);
        terminal.must("predict", models.abstaining(), file, "--json");
        List<JsonNode> own = objects();
        assertThat(own)
                .allSatisfy(json -> assertThat(json.get("abstains").asBoolean())
                        .isEqualTo(json.get("scores").get("tu0").asDouble() > StoredModels.THRESHOLD));
        assertThat(own).extracting(json -> json.get("abstains").asBoolean()).contains(true, false);
        terminal.must("predict", models.abstaining(), file, "--json", "--threshold", "0.4", "--score", "EU");
        assertThat(objects())
                .allSatisfy(json -> assertThat(json.get("abstains").asBoolean())
                        .isEqualTo(json.get("scores").get("eu").asDouble() > 0.4));
        terminal.must("predict", models.calibrated(), file, "--threshold", "0");
        assertThat(lines())
                .allSatisfy(line -> assertThat(line)
                        .containsPattern(": abstains as (unfamiliar|ambiguous) \\(TU .* > 0.000\\); most likely "));
        assertThat(terminal.err().lines())
                .as("the score and the terms of its formula are defined once")
                .containsExactlyElementsOf(ScoreLegend.lines(List.of(Score.TU)).stream()
                        .map(definition -> "epiwrap: " + definition)
                        .toList())
                .contains("epiwrap: TU: total uncertainty, 1 − (1 − U)(1 − H)(1 − δ)");
        terminal.must("predict", models.calibrated(), file, "--threshold", "0", "--quiet");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void controlCharactersOfNamesAreSpelledOut() throws Exception {
        terminal.must("predict", models.calibrated(), idx("red\u001b[31m", 1));
        assertThat(lines().get(0)).startsWith(folder + "/red\\u001b[31m#0: ");
    }

    @Test
    void theMeanNetworkPredictsWithLogits() throws Exception {
        Path file = idx("images", 2);
        terminal.must("predict", models.bayesian(), file, "--by mean --logits --json");
        try (BayesianModel model = BayesianModel.read(models.bayesian())) {
            Prediction expected =
                    model.meanNetwork().predict(StoredModels.TEST.subset(0, 2)).get(1);
            JsonNode json = objects().get(1);
            assertThat(json.get("probability").asDouble()).isEqualTo(expected.confidence());
            double[] logits = expected.logits().orElseThrow();
            assertThat(json.get("logits")).hasSize(10);
            assertThat(json.get("logits").get("3").asDouble()).isEqualTo(logits[3]);
            terminal.must("predict", models.bayesian(), file, "--by mean --logits");
            assertThat(lines().get(1))
                    .isEqualTo(file + "#1: " + expected + ", logits "
                            + Arrays.stream(logits)
                                    .mapToObj(logit -> String.format(Locale.ROOT, "%.3f", logit))
                                    .collect(Collectors.joining(" ")));
        }
    }

    @Test
    void anIntervalNetworkPredictsWithBoundsOfLogits() throws Exception {
        Path file = idx("images", 1);
        terminal.must("predict", models.calibrated(), file, "--logits --json");
        Prediction expected = expected(models.calibrated(), 0);
        JsonNode json = objects().get(0);
        assertThat(json.has("logits")).isFalse();
        StringBuilder text = new StringBuilder("logits");
        for (int c = 0; c < 10; c++) {
            double lower = expected.batch().lowerLogits(0)[c];
            double upper = expected.batch().upperLogits(0)[c];
            assertThat(json.get("lower_logits").get(Integer.toString(c)).asDouble())
                    .isEqualTo(lower);
            assertThat(json.get("upper_logits").get(Integer.toString(c)).asDouble())
                    .isEqualTo(upper);
            text.append(String.format(Locale.ROOT, " [%.3f, %.3f]", lower, upper));
        }
        terminal.must("predict", models.calibrated(), file, "--logits");
        assertThat(lines().get(0)).isEqualTo(file + "#0: " + expected + ", " + text);
        terminal.must("predict", models.calibrated(), file, "--by mean --logits");
        assertThat(lines().get(0)).endsWith(text);
    }

    @Test
    void anIntervalNetworkPredictsByItsMidpoints() throws Exception {
        Path file = idx("images", 1);
        terminal.must("predict", models.calibrated(), file, "--by mean --json");
        try (EpistemicModel model = EpistemicModel.read(models.calibrated())) {
            assertThat(objects().get(0).get("probability").asDouble())
                    .isEqualTo(model.predictor()
                            .with(Averaging.WEIGHTS)
                            .predict(digit(0))
                            .confidence())
                    .isNotEqualTo(model.predictor().predict(digit(0)).confidence());
        }
        assertThat(terminal.err()).isEmpty();
        terminal.must("predict", models.abstaining(), file, "--by mean --json");
        assertThat(terminal.err().strip())
                .isEqualTo("epiwrap: the thresholds of " + models.abstaining()
                        + " were chosen for predictions by intervals; with --by mean, its promises do not hold");
        terminal.must("predict", models.abstaining(), file, "--by mean --json --threshold 0.5");
        assertThat(terminal.err()).as("a threshold that was not chosen").isEmpty();
        terminal.must("predict", models.calibrated(), file, "--by intervals --json");
        String byIntervals = terminal.out();
        terminal.must("predict", models.calibrated(), file, "--json");
        assertThat(terminal.out()).isEqualTo(byIntervals);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bayesian   | --by intervals           | --by must be draws or mean, because
                    bayesian   | --by mean --draws 3      | --draws must be used with --by draws, but
                    bayesian   | --logits                 | --logits of a Bayesian network must be used with --by mean
                    calibrated | --by draws               | --by draws must be used with a Bayesian network, but
                    calibrated | --by best                | must be one of intervals, draws, mean, but is 'best'
                    """)
    void methodsThatAModelDoesNotHaveAreRejected(String model, String options, String message) throws Exception {
        // Before any image is read: there is none.
        Path file = folder.resolve("none");
        terminal.mustFail("predict " + shared.resolve(model + ".safetensors") + " " + file + " " + options, 2, message);
    }

    @Test
    void describesInSeveralLines() throws Exception {
        Path file = idx("images", 1);
        terminal.must("predict", models.calibrated(), file, "--describe");
        // The model never abstains: each image is explained.
        String described = file + "#0: " + expected(models.calibrated(), 0).describe();
        assertThat(terminal.out()).startsWith(described);
        assertThat(terminal.out().substring(described.length()).strip())
                .matches("why: the distance to training images comes most from the [a-z ]+ of the image"
                        + " \\(\\d+ % from the patch at row \\d, column \\d\\)");
    }

    @Test
    void beliefInSeveralClassesIsPrinted() throws Exception {
        Path file = idx("images", 1);
        Prediction prediction = expected(models.calibrated(), 0);
        ClassSet set = ClassSet.of(3, 7, 9);
        terminal.must("predict", models.calibrated(), file, "--json", "--among", "3,7,9");
        JsonNode among = objects().get(0).get("among");
        assertThat(among.get("classes")).extracting(JsonNode::asText).containsExactly("3", "7", "9");
        assertThat(among.get("belief").asDouble()).isEqualTo(prediction.belief(set));
        assertThat(among.get("plausibility").asDouble()).isEqualTo(prediction.plausibility(set));
        terminal.must("predict", models.calibrated(), file, "--among", "3", "--among", "7,9");
        assertThat(terminal.out())
                .contains(String.format(
                        Locale.ROOT,
                        "%s, {3, 7, 9} with belief %.3f and plausibility %.3f",
                        prediction,
                        prediction.belief(set),
                        prediction.plausibility(set)));
        terminal.must("predict", models.calibrated(), file, "--among", "7", "--describe");
        assertThat(terminal.out()).contains("{7} with belief ");
    }

    @Test
    void withoutCalibrationThereAreIntervalsAndAHint() throws Exception {
        Path file = idx("images", 2);
        terminal.must("predict", models.uncalibrated(), file, "--json");
        assertThat(terminal.err())
                .contains(
                        "no calibrated scores", "'epiwrap wrap' adds them to a Bayesian network, 'epiwrap tune' to an");
        Prediction prediction = expected(models.calibrated(), 1);
        JsonNode json = objects().get(1);
        assertThat(json.get("scores").has("eu")).isFalse();
        assertThat(json.get("label").asText()).isEqualTo(prediction.labelName());
        // Two images are computed together here, and one alone there: sums are rounded in another order.
        assertThat(json.get("lower_probabilities").get("4").asDouble())
                .isCloseTo(prediction.intervals().orElseThrow().lower(4), withinPercentage(0.01));
        assertThat(json.get("possible"))
                .hasSize(prediction.possible().orElseThrow().size());
        terminal.must("predict", models.uncalibrated(), file, "--describe", "--quiet");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).contains("for any weights inside their intervals", "classes not ruled out: ");
    }

    @Test
    void crossedBoundsAreReorderedWithARemark() throws Exception {
        Path file = idx("images", 2);
        terminal.must("predict", models.crossed(), file, "--json");
        assertThat(terminal.err()).contains("have crossed in fine-tuning; they are reordered");
        JsonNode crossed = objects().get(1);
        terminal.must("predict", models.uncalibrated(), file, "--json", "--quiet");
        assertThat(crossed)
                .as("in order, the weights are those of the other model")
                .isEqualTo(objects().get(1));
    }

    @Test
    void anotherSizeIsResizedOnlyIfAskedFor() throws Exception {
        Path large = picture("large.png", 3, 3, BufferedImage.TYPE_INT_RGB);
        assertThat(terminal.run("predict", models.calibrated(), large)).isEqualTo(2);
        assertThat(terminal.err().strip())
                .isEqualTo("epiwrap: " + large
                        + " must have images 28 wide and 28 high, or be resized (--resize), but they are"
                        + " 84 wide and 84 high");
        assertThat(terminal.run("predict", models.calibrated(), large, "--report", folder.resolve("new/page")))
                .isEqualTo(2);
        assertThat(folder.resolve("new")).as("nothing is left of it").doesNotExist();
        terminal.must("predict", models.calibrated(), large, "--resize");
        assertThat(lines()).containsExactly(large + ": " + expected(models.calibrated(), 3));
    }

    @Test
    void aReportShowsTheFirstImages() throws Exception {
        Path file = idx("images", 53);
        for (Path model : List.of(models.abstaining(), models.bayesian(), models.uncalibrated())) {
            Path report = folder.resolve("report-" + model.getFileName());
            terminal.must("predict", model, file, "--report", report);
            String html = Files.readString(report.resolve("report.html"));
            assertThat(html)
                    .contains("53 images, ", " decided, ", "The first 50 are shown", "images#49")
                    .doesNotContain("images#50");
            assertThat(html.split("data:image/png;base64", -1)).hasSize(51);
            assertThat(report.resolve("predictions.csv")).exists();
            assertThat(terminal.err()).contains("report: " + report);
            assertThat(terminal.run("predict", model, file, "--report", file)).isEqualTo(2);
            assertThat(terminal.err()).contains("must be a folder, but");
        }
    }

    @Test
    void aClosedReaderIsNoError() throws Exception {
        Path file = idx("images", 2);
        StringWriter err = new StringWriter();
        PrintWriter closed = new PrintWriter(new StringWriter());
        closed.close();
        String[] args = {"predict", models.calibrated().toString(), file.toString()};
        assertThat(Main.run(args, closed, new PrintWriter(err))).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    missing.png                  | FOLDER/missing.png: there is no such file
                    broken.png                   | FOLDER/broken.png must be a complete picture, but cannot be decoded
                    notes.txt                    | FOLDER/notes.txt is not a PNG, JPEG, GIF or BMP picture
                    empty                        | FOLDER/empty must contain pictures (.png, .jpg, .jpeg, .gif, .bmp), but contains none
                    nan.csv                      | FOLDER/nan.csv, line 2, column 3: expected a number from 0 to 255, but found 'NaN'
                    short.csv                    | FOLDER/short.csv, line 1: expected 784 columns, one per pixel, but found 3
                    cut.idx                      | FOLDER/cut.idx, byte 1015: expected a length of 1584 bytes for 2 images 28 wide and 28 high
                    good --threshold 2           | --threshold must be in [0, 1], but is 2.0
                    good --score EU              | --score must be given together with --threshold
                    good --draws 3               | --draws must be used with a Bayesian network
                    good --among 3,ten           | there is no class "ten"; the classes are 0, 1, 2
                    good --white 7               | --white must be 1 or 255, but is 7
                    good --threads 0             | --threads must be a whole number from 1 to 1024, but is 0
                    good --score best            | must be one of EU, TU, TU0, UF, but is 'best'
                    """)
    void badInputIsOneSentence(String line, String message) throws Exception {
        Files.createDirectories(folder.resolve("empty"));
        byte[] png = Files.readAllBytes(picture("whole.png", 0, 1, BufferedImage.TYPE_BYTE_GRAY));
        Files.write(folder.resolve("broken.png"), Arrays.copyOf(png, png.length / 2));
        Files.writeString(folder.resolve("notes.txt"), "hello");
        Files.writeString(folder.resolve("nan.csv"), "0,".repeat(783) + "0\n0,0,NaN" + ",0".repeat(781) + "\n");
        Files.writeString(folder.resolve("short.csv"), "1,2,3\n");
        Files.write(folder.resolve("cut.idx"), Arrays.copyOf(Files.readAllBytes(idx("good", 2)), 1015));
        String[] words = line.split(" ");
        words[0] = folder.resolve(words[0]).toString();
        List<Object> args = new ArrayList<>(List.of("predict", models.calibrated()));
        args.addAll(List.of((Object[]) words));
        assertThat(terminal.run(args.toArray())).isEqualTo(2);
        assertThat(terminal.err().strip())
                .contains(message.replace("FOLDER", folder.toString()))
                .doesNotContain("\n");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void invalidModelsAreRejected() throws Exception {
        Path file = idx("images", 1);
        Path cut = Files.write(
                folder.resolve("cut.safetensors"), Arrays.copyOf(Files.readAllBytes(models.bayesian()), 5000));
        assertThat(terminal.run("predict", cut, file)).isEqualTo(2);
        assertThat(terminal.err()).contains("cut.safetensors");
        assertThat(terminal.run("predict", folder.resolve("none"), file)).isEqualTo(2);
        assertThat(terminal.err()).contains(folder.resolve("none") + ": there is no such file");
        assertThat(terminal.run("predict", models.bayesian(), file, "--threshold", "0.5"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("is a Bayesian network; 'epiwrap wrap' wraps it");
        assertThat(terminal.run("predict", models.uncalibrated(), file, "--threshold", "0.5"))
                .isEqualTo(2);
        assertThat(terminal.err())
                .contains("has none; 'epiwrap wrap' adds them to a Bayesian network, 'epiwrap tune' to an");
        for (Path without : List.of(models.bayesian(), models.uncalibrated())) {
            assertThat(terminal.run("predict", without, file, "--among", "3")).isEqualTo(2);
            assertThat(terminal.err()).contains("--among ", ", but " + without);
        }
        assertThat(terminal.run("predict", models.bayesian())).isEqualTo(2);
        assertThat(terminal.err()).contains("Missing required parameter: 'FILE'");
    }

    @Test
    void helpHasExamples() {
        terminal.must("predict", "--help");
        assertThat(terminal.out()).contains("epiwrap predict wrapped.safetensors seven.png", "--resize");
    }
}
