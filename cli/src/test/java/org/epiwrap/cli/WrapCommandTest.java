package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.AccuracyPromise;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.SetScore;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a Bayesian network to an interval network that abstains: wrap, tune, evaluate. */
class WrapCommandTest extends CommandTest {
    private static final String FEW = " --test-images 300 --held-out 300";

    /** Models that all tests use and none changes. */
    @TempDir
    private static Path shared;

    private static String bayesian;
    private static String wrapped;

    @BeforeAll
    static void trainAndWrap() {
        Terminal terminal = new Terminal();
        bayesian = shared.resolve("bayesian.safetensors").toString();
        wrapped = shared.resolve("wrapped.safetensors").toString();
        terminal.must(
                "train --net mlp:16 --images 1500 --batch 16 --epochs 3 --draws 2 --test-images 300 --out " + bayesian);
        terminal.must("wrap " + bayesian + " -o " + wrapped + " --coverage 0.8" + FEW);
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out())
                .containsPattern("sound: 100 % of the weights, radii scaled by [\\d.]+, [\\d.]+ per layer\\n")
                .contains(
                        "mean network", "interval network", "Promises beside the test data. ", "written to " + wrapped);
    }

    private String path(String file) {
        return folder.resolve(file).toString();
    }

    @Test
    void theFileRecordsHowTheNetworkWasMade() throws Exception {
        try (EpistemicModel model = EpistemicModel.read(Path.of(wrapped))) {
            assertThat(model.averaging()).isEqualTo(Averaging.WEIGHTS);
            assertThat(model.wrapping().orElseThrow().budget()).isEqualTo(Budget.highest(Criterion.SIGMA, 1));
            assertThat(model.wrapping().orElseThrow().radiusScales()).hasSize(2);
            assertThat(model.calibration()).isPresent();
            assertThat(promises(model).all()).containsExactly(Promise.coverage(0.8));
            assertThat(promises(model).decisions().orElseThrow().selection().coverage())
                    .isBetween(0.8, 0.9);
            Map<String, Double> metrics = model.card().metrics();
            assertThat(metrics.get("accuracy"))
                    .isEqualTo(Evaluator.of(model.predictor())
                            .evaluate(Mnist.DIGITS.load(Part.TEST).subset(0, 300))
                            .accuracy());
            assertThat(metrics).containsKeys("accuracy-mean-network", "coverage", "accuracy-of-decided");
        }
    }

    /** How wide intervals are, and how informative, is printed, stored, and printed again by what reads the file. */
    @Test
    void radiiAndWhatTheyTellAreReported() throws Exception {
        terminal.must(
                "wrap " + bayesian + " -o " + path("w") + " --averaging weights --scale informative --json" + FEW);
        JsonNode json = terminal.json();
        assertThat(json.get("radii"))
                .extracting(row -> row.get("layer").asText())
                .containsExactly("dense0", "dense1");
        double scale = json.get("radii").get(0).get("k").asDouble();
        assertThat(scale).isBetween(0.001, 1.0);
        assertThat(json.get("radii").get(1).get("k").asDouble())
                .as("one for all layers")
                .isEqualTo(scale);
        JsonNode heldOut = json.get("held_out").get(0);
        assertThat(heldOut.get("mean_size").asDouble()).isBetween(1.0, 2.0);
        assertThat(heldOut.get("set_coverage").asDouble())
                .isGreaterThanOrEqualTo(heldOut.get("accuracy").asDouble());
        assertThat(heldOut.get("mean_u").asDouble()).isBetween(0.01, 0.3);
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("w"))) {
            assertThat(model.averaging()).isEqualTo(Averaging.WEIGHTS);
            Map<String, Double> metrics = model.card().metrics();
            assertThat(metrics.get("accuracy")).isCloseTo(metrics.get("accuracy-mean-network"), offset(0.005));
            assertThat(metrics.get("mean-set-size-held-out"))
                    .isEqualTo(heldOut.get("mean_size").asDouble());
            assertThat(metrics.get("mean-u-held-out"))
                    .isEqualTo(heldOut.get("mean_u").asDouble());
        }
        terminal.must("evaluate " + path("w") + " --test-images 50 --json --report " + path("look"));
        assertThat(terminal.json().get("held_out")).isEqualTo(json.get("held_out"));
        assertThat(terminal.json().get("radii")).isEqualTo(json.get("radii"));
        assertThat(folder.resolve("look").resolve("report.html")).content().contains("radii of the intervals");
        terminal.must("wrap " + bayesian + " -o " + path("p") + " --preset paper --draws 5 --test-images 300");
        assertThat(terminal.out()).contains("radii of the intervals").doesNotContain("mean U");
        try (EpistemicModel paper = EpistemicModel.read(folder.resolve("p"))) {
            assertThat(paper.averaging()).isEqualTo(Averaging.LOGITS);
            assertThat(paper.wrapping().orElseThrow().radiusScales()).isEmpty();
        }
    }

    /** Only data whose labels stay right has an accuracy. */
    @Test
    void accuracyUnderShiftIsComparedWithThatOfOtherMidpoints() throws Exception {
        terminal.must("wrap " + bayesian + " -o " + path("w") + FEW);
        terminal.must("wrap " + bayesian + " -o " + path("b") + " --averaging logits" + FEW);
        JsonNode byWeights = contrast("w");
        JsonNode byBounds = contrast("b");
        assertThat(byWeights.get("interval_network").asDouble())
                .isEqualTo(byBounds.get("midpoints").asDouble())
                .isBetween(0.05, 1.0);
        assertThat(byWeights.get("midpoints_of_bounds").asDouble())
                .isEqualTo(byBounds.get("interval_network").asDouble())
                .isBetween(0.05, 1.0);
    }

    /** Returns the accuracies under the only shift of several that keeps labels right. */
    private JsonNode contrast(String model) throws Exception {
        terminal.must(
                "evaluate " + path(model) + " --test-images 100 --against contrast:3,fashion-mnist,halves --json");
        JsonNode rows = terminal.json().get("accuracy_under_shift");
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).get("dataset").asText()).isEqualTo("contrast:3");
        return rows.get(0);
    }

    @Test
    void everyOptionReachesTheWrapping() throws Exception {
        terminal.must("wrap " + bayesian + " -o " + path("w") + " --preset paper --share 0.2 --criterion impact"
                + " --grid 12 --contour dubois-prade --complement grid --fit pooled --draws 7 --averaging softmaxes --scale 0.5"
                + " --seed 3 --threads 1 --json" + FEW + " --accuracy 0.5 --confidence 0.9 --strict"
                + " --false-alarm 0.1 --set-coverage 0.9 --sets aps --by-class");
        JsonNode json = terminal.json();
        assertThat(json.get("radius_scales").toString()).isEqualTo("[0.5,0.5]");
        assertThat(json.get("accuracies").get(1).get("network").asText()).isEqualTo("interval network");
        assertThat(json.get("promises")).hasSize(12);
        assertThat(json.get("promises").get(1).get("promised").asDouble()).isEqualTo(0.5);
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("w"))) {
            String record = model.wrapping().orElseThrow().toString();
            assertThat(record)
                    .contains(
                            "count=12",
                            "DUBOIS_PRADE",
                            "GRID_POINTS",
                            "POOLED",
                            "count=7",
                            "Impact[share=0.2]",
                            "seed=3",
                            "[0.5, 0.5]");
            assertThat(model.averaging()).isEqualTo(Averaging.SOFTMAXES);
            assertThat(promises(model).all())
                    .containsExactly(
                            Promise.falseAlarm(0.1),
                            Promise.accuracy(0.5).confidence(0.9).by(AccuracyPromise.Rule.SGR),
                            Promise.setCoverage(0.9).by(SetScore.APS).forEachClass());
            assertThat(model.wrapping().orElseThrow().reach().orElseThrow().images())
                    .isEqualTo(1500);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mu, Highest[criterion=MU",
        "mu+sigma, Highest[criterion=MU_PLUS_SIGMA",
        "abs-mu, Highest[criterion=ABS_MU",
        "abs-mu+sigma, Highest[criterion=ABS_MU_PLUS_SIGMA",
        "random, AtRandom[share=0.5"
    })
    void criteriaHaveNames(String name, String budget) {
        assertThat(Choices.ofType(Choices.BudgetRule.class)
                        .value(name)
                        .of(0.5, 7)
                        .toString())
                .startsWith(budget);
    }

    /** With two hidden layers, too, radii are chosen, and predictions use the midpoints of the weights. */
    @Test
    void deepNetworksAreCalibrated() throws Exception {
        terminal.must("train --net mlp:16-8 --images 1500 --batch 16 --epochs 3 --draws 1 --test-images 300 --out "
                + path("deep"));
        terminal.must("wrap " + path("deep") + " -o " + path("w") + FEW);
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("w"))) {
            assertThat(model.averaging()).isEqualTo(Averaging.WEIGHTS);
            assertThat(model.wrapping().orElseThrow().radiusScales()).hasSize(3);
            assertThat(model.abstention()).isEmpty();
            assertThat(model.card().metrics().get("accuracy"))
                    .isEqualTo(model.card().metrics().get("accuracy-mean-network"));
        }
        terminal.must("wrap " + path("deep") + " -o " + path("f") + " --scale fan-in" + FEW);
        assertThat(terminal.out()).contains("radii scaled by 0.0357, 0.250, 0.354");
    }

    @Test
    void radiiAndThresholdHaveTheirOwnHalvesOfTheHeldOutImages() throws Exception {
        Dataset all = Mnist.DIGITS.load(Part.TRAIN);
        try (BayesianModel model = BayesianModel.read(Path.of(bayesian))) {
            ModelData images = ModelData.of(model, all, all);
            assertThat(images.evidence()).isEqualTo(ModelData.Evidence.RECORDED);
            assertThat(images.train().contentHash())
                    .isEqualTo(all.sample(1500).train().contentHash());
            Dataset others = all.sample(1500).heldOut();
            assertThat(images.split().heldOut().size()).isEqualTo(58_500);
            CalibrationSet halves = images.calibration(7);
            assertThat(halves.choices().size()).isEqualTo(3);
            HoldOut bothHalves = others.sample(29_250);
            assertThat(halves.choices().contentHash())
                    .isEqualTo(bothHalves.train().sample(3).train().contentHash());
            assertThat(halves.promises().contentHash())
                    .isEqualTo(bothHalves.heldOut().sample(4).train().contentHash());
        }
        // A program may have taken the first images.
        try (BayesianModel model = read(recorded(all.subset(0, 1500)))) {
            assertThat(ModelData.of(model, all, all).split().heldOut().contentHash())
                    .isEqualTo(all.subset(1500, all.size()).contentHash());
        }
    }

    /** Writes the network with the record that it was trained on these images, and returns the file. */
    private String recorded(Dataset images) throws IOException {
        try (BayesianModel model = read(bayesian)) {
            TrainingRecord record =
                    TrainingRecord.of("sound", TrainingPlan.sound(images.size(), Estimator.FLIPOUT), images);
            ModelCard card = ModelCard.of(model.card().input(), model.card().classNames(), record, Map.of());
            new BayesianModel(model.network(), card).write(folder.resolve("recorded"));
        }
        return path("recorded");
    }

    @Test
    void imagesThatWereTrainedOnAreNotHeldOut() {
        terminal.must("train --net mlp:2 --batch 1000 --epochs 1 --draws 1 --test-images 10 --out " + path("all"));
        terminal.must("wrap " + path("all") + " -o " + path("w") + " --scale calibrated" + FEW);
        assertThat(terminal.err().strip())
                .isEqualTo("epiwrap: warning: the model was trained on all images of mnist, so that the 5,000"
                        + " it is calibrated on are not truly held out; 'epiwrap train --images 55000' holds them out");
        terminal.mustFail(
                "wrap " + path("all") + " -o " + path("w") + " --coverage 0.5" + FEW,
                2,
                "promises must rest on examples that the model was not trained on, but it was trained on all images of mnist");
    }

    @Test
    void promisesAreGivenAnew() throws Exception {
        String line = "calibrate " + wrapped + " -o " + path("c") + FEW;
        terminal.must(line + " --false-alarm 0.1 --set-coverage 0.9 --quiet");
        assertThat(terminal.out())
                .contains("calibrated on 300 images of mnist", "written to " + path("c"))
                .doesNotContain("missed")
                .contains("Promises hold for examples that are exchangeable with the calibration examples");
        try (EpistemicModel before = EpistemicModel.read(Path.of(wrapped));
                EpistemicModel after = EpistemicModel.read(folder.resolve("c"))) {
            assertThat(promises(after).all()).containsExactly(Promise.falseAlarm(0.1), Promise.setCoverage(0.9));
            assertThat(after.network().lower()).isEqualTo(before.network().lower());
            assertThat(after.wrapping()).isEqualTo(before.wrapping());
        }
        terminal.must(line + " --quiet");
        try (EpistemicModel again = EpistemicModel.read(folder.resolve("c"))) {
            assertThat(promises(again).all()).as("those of the model").containsExactly(Promise.coverage(0.8));
        }
        terminal.mustFail(line + " --false-alarm 0.001", 2, "at least 999 are needed");
        terminal.mustFail(
                "calibrate " + bayesian + " -o " + path("c") + " --false-alarm 0.1",
                2,
                "must hold an interval network, since promises rest on its scores, but holds a Bayesian network");
        terminal.must("wrap " + bayesian + " -o " + path("plain") + FEW);
        terminal.mustFail(
                "calibrate " + path("plain") + " -o " + path("c"), 2, "has no promises that could be given anew");
    }

    private static CalibratedPromises promises(EpistemicModel model) {
        return model.promises().orElseThrow().calibrated();
    }

    /** Also where nothing is held out: scores are fitted on what is taken as training data. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrap MODEL -o OUT --held-out 300",
                "wrap MODEL -o OUT --scale 1",
                "evaluate MODEL --quiet --draws 1"
            })
    void aWarningIsPrintedForOtherDataThanThatOfTheTraining(String line) {
        terminal.must(
                line.replace("MODEL", bayesian).replace("OUT", path("w")) + " --data fashion-mnist --test-images 50");
        assertThat(terminal.err().strip())
                .isEqualTo(
                        "epiwrap: warning: the 1,500 images of mnist-train that the model was trained on could not be"
                                + " identified among those of fashion-mnist; guarantees do not hold if it was trained on"
                                + " those treated as held out");
    }

    /** A program may have shuffled them: they are images of the dataset, but which ones is unknown. */
    @Test
    void imagesThatCannotBeIdentifiedAreNotCalledOtherData() throws Exception {
        Dataset shuffled = Mnist.DIGITS.load(Part.TRAIN).shuffled(3).subset(0, 700);
        terminal.must("wrap " + recorded(shuffled) + " -o " + path("w") + FEW);
        assertThat(terminal.err())
                .contains(
                        "the 700 images of mnist-train that the model was trained on could not be identified among those"
                                + " of mnist;");
        try (EpistemicModel model = EpistemicModel.read(Path.of(wrapped))) {
            model.with(TuningRecord.of(TuningPlan.paper(), shuffled)).write(folder.resolve("tuned"));
        }
        terminal.must("evaluate " + path("tuned") + " --quiet --test-images 50");
        assertThat(terminal.err()).as("the record that is not identified").contains("the 700 images of mnist-train");
    }

    /** One image cannot be divided into halves, but many choices need none. */
    @Test
    void heldOutImagesMustBeEnoughOnlyWhereTheyAreUsed() throws Exception {
        String model = recorded(Mnist.DIGITS.load(Part.TRAIN).sample(59_999).train());
        terminal.must("wrap " + model + " -o " + path("w") + " --scale 1" + FEW);
        assertThat(terminal.err()).isEmpty();
        terminal.must("tune " + path("w") + " -o " + path("t") + " --epochs 1 --batch 5000 --quiet" + FEW);
        terminal.mustFail(
                "wrap " + model + " -o " + path("v") + FEW,
                2,
                "at least 2 images of mnist must be held out to calibrate on, but the model was trained on all but 1;"
                        + " 'epiwrap train --images' holds out more");
    }

    @Test
    void aMissingModelIsReported() {
        terminal.mustFail(
                "wrap " + shared.resolve("foreign") + " -o " + path("w"),
                2,
                shared.resolve("foreign") + ": there is no such file");
    }

    @Test
    void aModelWithoutRecordsNeedsData() throws Exception {
        try (BayesianModel model = read(bayesian)) {
            ModelCard card = model.card();
            ModelCard silent = new ModelCard(
                    card.input(),
                    card.classNames(),
                    Optional.empty(),
                    Optional.empty(),
                    card.metrics(),
                    card.versions());
            new BayesianModel(model.network(), silent).write(folder.resolve("silent"));
        }
        terminal.mustFail(
                "evaluate " + path("silent"), 2, "--data must be given: the model does not record its training data");
        terminal.must("evaluate " + path("silent") + " --data mnist --test-images 50 --draws 1");
        // It may have been trained on these.
        terminal.must("wrap " + path("silent") + " -o " + path("w") + " --data mnist --coverage 0.5 --averaging weights"
                + FEW);
        assertThat(terminal.err().strip())
                .isEqualTo("epiwrap: warning: the model does not record which images of mnist it was trained on; 5,000"
                        + " of them are treated as held out, and guarantees do not hold if it was trained on them");
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("w"))) {
            assertThat(model.averaging()).isEqualTo(Averaging.WEIGHTS);
        }
    }

    private static BayesianModel read(String file) {
        try {
            return BayesianModel.read(Path.of(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wrap BAYESIAN | Missing required option: '--out=FILE'",
                "wrap -o OUT | Missing required parameter: 'MODEL'",
                "wrap BAYESIAN -o OUT --accuracy 1.5 | --accuracy must be above 0 and below 1, but is 1.5",
                "wrap BAYESIAN -o OUT --coverage NaN | --coverage must be above 0 and below 1, but is NaN",
                "wrap BAYESIAN -o OUT --coverage 0.9 --accuracy 0.9 | give --accuracy or --coverage, not both",
                "wrap BAYESIAN -o OUT --confidence 0.9 | --confidence must be given together with --accuracy or --coverage",
                "wrap BAYESIAN -o OUT --strict | --strict must be given together with --accuracy",
                "wrap BAYESIAN -o OUT --sets aps | --sets must be given together with --set-coverage",
                "wrap BAYESIAN -o OUT --false-alarm 0 | --false-alarm must be above 0 and below 1, but is 0.0",
                "wrap BAYESIAN -o OUT --share 2 | --share must be in [0, 1], but is 2.0",
                "wrap BAYESIAN -o OUT --grid exact --complement grid | --complement must be continuous with --grid exact",
                "wrap BAYESIAN -o OUT --threads 1025 | --threads must be a whole number from 1 to 1024, but is 1025",
                "wrap BAYESIAN -o OUT --scale 0 | must be calibrated, perturbed, informative, fan-in or a number above 0, but is '0'",
                "wrap BAYESIAN -o OUT --criterion x | must be one of sigma, mu, mu+sigma, abs-mu, abs-mu+sigma, random",
                "wrap BAYESIAN -o OUT --data x | x must be a file or folder of data, or the name of built-in data (mnist,",
                "wrap BAYESIAN -o OUT --held-out 0 | --held-out must be a whole number >= 2, but is 0",
                "wrap BAYESIAN -o OUT --test-images 0 | --test-images must be a whole number from 1 to 10000, but is 0",
                "wrap WRAPPED -o OUT | must hold a Bayesian network, but holds an interval network, which is wrapped already",
                "wrap BAYESIAN -o no/such/OUT | there is no folder",
                "tune BAYESIAN -o OUT | the file must hold an interval network, but holds a Bayesian network",
                "wrap BAYESIAN -o BAYESIAN | the output must not replace the input",
                "tune WRAPPED -o OUT --epochs 0 | --epochs must be a whole number from 1 to 1000000, but is 0",
                "tune WRAPPED -o OUT --batch 0 | --batch must be a whole number >= 1, but is 0",
                "tune WRAPPED -o OUT --learning-rate 0 | --learning-rate must be a finite number > 0, but is 0.0",
                "tune WRAPPED -o OUT --bounds x | must be one of ordered, centre-radius, free, but is 'x'",
                "tune WRAPPED -o OUT --averaging x | must be one of logits, activations, softmaxes, but is 'x'",
                "tune WRAPPED -o OUT --checkpoint-every -1 | --checkpoint-every must be a number of seconds from 0",
                "evaluate missing | missing: there is no such file",
                "wrap BAYESIAN -o OUT --draws 0 | --draws must be a whole number from 1 to 10000000, but is 0",
                "evaluate BAYESIAN --random-sets 100001 | --random-sets must be a whole number from 1 to 100000",
                "evaluate BAYESIAN --draws 0 | --draws must be a whole number from 1 to 10000000, but is 0",
                "evaluate WRAPPED --draws 5 | --draws must be used with a Bayesian network, but",
                "evaluate WRAPPED --random-sets 5 | --random-sets must be used with a Bayesian network, but",
                "evaluate WRAPPED --against x | for a model of images must be mnist, fashion-mnist, cifar-10, cifar-100, rotated",
                "evaluate WRAPPED --against blur:6 | mixtures, halves, blur:1-5, shot-noise:1-5, gaussian-noise:1-5, "
            })
    void badInputIsOneSentence(String line, String sentence) {
        terminal.mustFail(named(line), 2, sentence);
        assertThat(folder).isEmptyDirectory();
    }

    private String named(String line) {
        return line.replace("BAYESIAN", bayesian).replace("WRAPPED", wrapped).replace("OUT", path("out"));
    }

    @Test
    void aTruncatedFileIsOneSentence() throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of(wrapped));
        Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length / 2));
        terminal.mustFail("evaluate " + path("cut"), 2, path("cut"));
        terminal.mustFail("tune " + path("cut") + " -o " + path("out"), 2, path("cut"));
    }

    @Test
    void anAccuracyThatNoThresholdReachesIsOneSentence() {
        terminal.must("train --net mlp:2 --images 100 --epochs 1 --draws 1 --test-images 10 --out " + path("dull"));
        terminal.mustFail(
                "wrap " + path("dull") + " -o " + path("w") + " --accuracy 0.999 --held-out 2000 --test-images 10",
                2,
                "accuracy of decisions at least 99.9 % (confidence 95 %) cannot be promised from 1000 calibration examples;"
                        + " even without a single error at least 2995 are needed");
        assertThat(folder.resolve("w")).doesNotExist();
    }

    @Test
    void tooFewImagesForScoresAreOneSentence() {
        terminal.must("train --net mlp:2 --images 2 --epochs 1 --draws 1 --test-images 10 --out " + path("few"));
        terminal.mustFail(
                "wrap " + path("few") + " -o " + path("w"),
                2,
                "at least two examples of one class must have different features");
    }

    @Test
    void tuningChangesTheIntervalsAndCalibratesThem() throws Exception {
        terminal.must("tune " + wrapped + " -o " + path("t") + " --epochs 2 --batch 32 --learning-rate 0.002 --seed 9"
                + " --bounds centre-radius --averaging softmaxes --json" + FEW);
        JsonNode json = terminal.json();
        assertThat(json.get("crossed").asDouble()).isZero();
        assertThat(json.get("images").asInt()).isEqualTo(1500);
        try (EpistemicModel before = EpistemicModel.read(Path.of(wrapped));
                EpistemicModel after = EpistemicModel.read(folder.resolve("t"))) {
            assertThat(after.tuning().orElseThrow().plan().toString())
                    .isEqualTo(
                            "TuningPlan[epochs=2, batchSize=32, learningRate=LearningRate[peak=0.002, warmUp=0.0,"
                                    + " end=1.0], rule=CENTRE_AND_RADIUS, averaging=SOFTMAXES, seed=Optional[9], augmentation=none]");
            assertThat(after.averaging()).isEqualTo(Averaging.SOFTMAXES);
            assertThat(after.wrapping()).isEqualTo(before.wrapping());
            assertThat(after.network().lower()).isNotEqualTo(before.network().lower());
            assertThat(after.calibration()).isPresent();
            assertThat(promises(after).promises()).isEqualTo(promises(before).promises());
            assertThat(after.promises()).as("given anew").isNotEqualTo(before.promises());
            assertThat(after.card().metrics().get("accuracy-before-tuning"))
                    .isEqualTo(before.card().metrics().get("accuracy"));
            assertThat(after.card().metrics().get("accuracy"))
                    .isEqualTo(json.get("accuracies").get(1).get("accuracy").asDouble(), offset(0.0));
        }
        assertThat(folder.resolve("t.checkpoint")).doesNotExist();
        terminal.must("tune " + path("t") + " -o " + path("t") + " --epochs 1 --accuracy 0.6" + FEW);
        try (EpistemicModel again = EpistemicModel.read(folder.resolve("t"))) {
            assertThat(promises(again).all()).containsExactly(Promise.accuracy(0.6));
        }
    }

    /** Scores are of the new weights, with or without promises: none of them is lost. */
    @Test
    void tuningKeepsTheUnfamiliarityWithoutPromises() throws Exception {
        terminal.must("wrap " + bayesian + " -o " + path("w") + FEW);
        terminal.must("tune " + path("w") + " -o " + path("t") + " --epochs 1" + FEW);
        assertThat(terminal.err()).isEmpty();
        try (EpistemicModel before = EpistemicModel.read(folder.resolve("w"));
                EpistemicModel after = EpistemicModel.read(folder.resolve("t"))) {
            assertThat(before.predictor().scorer().orElseThrow().unfamiliarity())
                    .isPresent();
            assertThat(after.predictor().scorer().orElseThrow().unfamiliarity()).isPresent();
            assertThat(after.promises()).isEmpty();
        }
    }

    @Test
    void crossedBoundsLeaveNoScores() throws Exception {
        terminal.must("tune " + wrapped + " -o " + path("t") + " --epochs 1 --learning-rate 0.05 --preset paper" + FEW);
        assertThat(terminal.err()).contains("of the weights have crossed, so that the network has no scores");
        try (EpistemicModel model = EpistemicModel.read(folder.resolve("t"))) {
            assertThat(model.calibration()).isEmpty();
            assertThat(model.promises()).isEmpty();
            assertThat(model.averaging()).isEqualTo(Averaging.LOGITS);
        }
        terminal.must("evaluate " + path("t") + " --test-images 100 --json");
        assertThat(terminal.json().get("quality").get(0).get("accuracy").isNumber())
                .isTrue();
        assertThat(terminal.json().get("quality").get(0).get("nll").isNumber()).isTrue();
        assertThat(terminal.json().has("possible_classes")).isFalse();
        terminal.must("evaluate " + path("t") + " --test-images 100 --against noise --json");
        assertThat(terminal.json().get("ood_detection"))
                .extracting(row -> row.get("score").asText())
                .filteredOn(score -> !score.startsWith("midpoints: "))
                .containsExactly("H", "1 − max p", "non-zero pixels", "pixel PCA-Mahalanobis");
    }

    @Test
    void aShiftWithoutItsSeverityIsEvaluatedInAllFive() throws Exception {
        terminal.must("evaluate " + wrapped + " --test-images 60 --against fog,blur:3,halves --json");
        assertThat(terminal.json().get("ood_detection").findValuesAsText("dataset").stream()
                        .distinct())
                .containsExactly("fog:1", "fog:2", "fog:3", "fog:4", "fog:5", "fog:mean", "blur:3", "halves");
    }

    /** So many draws take minutes. */
    @Test
    void anInterruptedWrappingPrintsAMessage() throws Exception {
        ProcessBuilder wrapping =
                Terminal.process(folder, "wrap " + bayesian + " -o " + path("w") + " --draws 2000000" + FEW);
        wrapping.command().add(1, "-Depiwrap.terminal=true");
        Process process = wrapping.start();
        Path err = folder.resolve("err");
        while (!Files.readString(err).contains("epiwrap: wrapping ...")) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(20);
        }
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err)).contains("epiwrap: stopped; run the same command again to start over");
        assertThat(folder.resolve("w")).doesNotExist();
    }

    /** Killed at arbitrary moments, a fine-tuning ends in the same file as one that was left alone. */
    @Test
    void aKilledTuningEndsInTheSameFile() throws Exception {
        String tuning = "tune " + wrapped + " --epochs 3 --batch 16" + FEW + " -o ";
        terminal.must(tuning + path("whole"));
        Path checkpoint = folder.resolve("killed.checkpoint");
        String line = tuning + path("killed") + " --checkpoint-every 0";
        for (int kill = 0; kill < 2; kill++) {
            Terminal.kill(folder, line, checkpoint, 11L * kill);
            assertThat(folder.resolve("killed")).doesNotExist();
        }
        assertThat(Terminal.process(folder, line).start().waitFor()).isZero();
        assertThat(Files.readString(folder.resolve("err"))).contains("epiwrap: resuming from " + checkpoint);
        assertThat(folder.resolve("killed")).hasSameBinaryContentAs(folder.resolve("whole"));
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void anIntervalNetworkIsEvaluated() throws Exception {
        terminal.must("evaluate " + wrapped + " --test-images 300 --against fashion-mnist,rotated,noise --json");
        JsonNode json = terminal.json();
        assertThat(json.get("kind").asText()).isEqualTo("interval");
        JsonNode quality = json.get("quality").get(0);
        try (EpistemicModel model = EpistemicModel.read(Path.of(wrapped))) {
            Map<String, Double> metrics = model.card().metrics();
            assertThat(quality.get("accuracy").asDouble()).isEqualTo(metrics.get("accuracy"));
            JsonNode abstention = json.get("selective_prediction").get(0);
            assertThat(abstention.get("coverage").asDouble()).isEqualTo(metrics.get("coverage"));
            assertThat(abstention.get("accuracy_of_decided").asDouble()).isEqualTo(metrics.get("accuracy-of-decided"));
        }
        assertThat(quality.get("nll").asDouble()).isPositive();
        JsonNode sets = json.get("possible_classes").get(0);
        assertThat(sets.get("set_coverage").asDouble())
                .isGreaterThanOrEqualTo(quality.get("accuracy").asDouble());
        assertThat(sets.get("mean_size").asDouble()).isBetween(1.0, 10.0);
        assertThat(json.get("rejection").get(0).get("area").asDouble())
                .isGreaterThan(quality.get("accuracy").asDouble());
        assertThat(json.get("rejection"))
                .extracting(row -> row.get("score").asText())
                .containsExactlyInAnyOrder("TU", "TU0", "EU", "H", "1 − max p");
        assertThat(json.get("ood_abstention"))
                .extracting(row -> row.get("dataset").asText())
                .containsExactly("test data", "fashion-mnist", "rotated", "noise");
        assertThat(json.get("ood_abstention").get(2).get("accuracy").asDouble())
                .as("rotated digits are digits")
                .isBetween(0.05, 0.6);
        assertThat(json.get("ood_abstention").get(3).get("accuracy").isNull()).isTrue();
        assertThat(json.get("ood_abstention"))
                .allSatisfy(row -> assertThat(row.get("wrong_yet_decided").asDouble())
                        .isLessThanOrEqualTo(1 - row.get("abstained").asDouble() + 1e-12));
        assertThat(json.get("rejection").get(0).get("augrc").asDouble())
                .isLessThan(json.get("rejection").get(0).get("aurc").asDouble());
        assertThat(json.has("prediction_sets_by_size"))
                .as("sets have a size only where a coverage is promised")
                .isFalse();
        assertThat(json.get("temperature")).hasSize(2);
        assertThat(json.get("temperature").get(0).get("nll").asDouble())
                .isEqualTo(quality.get("nll").asDouble());
        // Of seven scores of its own or of pixels, and six of the midpoints' features.
        assertThat(json.get("ood_detection")).hasSize(39);
        JsonNode first = json.get("ood_detection").get(0);
        assertThat(first.get("dataset").asText()).isEqualTo("fashion-mnist");
        assertThat(first.get("score").asText())
                .as("the score by which a model calls examples unfamiliar comes first")
                .isEqualTo("UF");
        assertThat(first.get("auroc").asDouble()).isGreaterThan(0.7);
        assertThat(first.get("prevalence").asDouble()).isEqualTo(0.5);
    }

    @Test
    void theResultIsPrintedEvenIfThePageCannotBeWritten() throws Exception {
        Files.createDirectories(folder.resolve("look").resolve("report.html").resolve("in-the-way"));
        assertThat(terminal.run(
                        "evaluate " + bayesian + " --test-images 50 --draws 2 --quiet --report " + path("look")))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("average of 2", "mean network").doesNotContain("report:");
        assertThat(terminal.err())
                .startsWith("epiwrap: cannot use ")
                .contains("report.html")
                .hasLineCount(1);
    }

    @Test
    void anEvaluationHasAPage() throws Exception {
        terminal.must("evaluate " + wrapped + " --test-images 300 --against noise --report " + path("look"));
        assertThat(terminal.out()).endsWith("report: " + path("look") + "/report.html" + System.lineSeparator());
        assertThat(folder.resolve("look").resolve("report.html"))
                .content()
                .contains("Accuracy–rejection curve", "EU of out-of-distribution data and of test data")
                .contains("Reliability diagram", "abstained", "--against noise --report");
        assertThat(folder.resolve("look").resolve("ood-detection.csv"))
                .content()
                .hasLineCount(14)
                .contains("midpoints: energy", "midpoints: relative Mahalanobis");
        terminal.must("evaluate " + bayesian + " --test-images 50 --draws 2 --json --report " + path("look"));
        assertThat(terminal.json().get("report").asText()).isEqualTo(path("look") + "/report.html");
        assertThat(folder.resolve("look").resolve("report.html")).content().contains("mutual information");
        terminal.mustFail("evaluate missing --report " + path("unseen"), 2, "there is no such file");
        assertThat(folder.resolve("unseen")).doesNotExist();
        assertThat(folder.resolve("look").resolve("ood-detection.csv"))
                .as("of the page before")
                .doesNotExist();
    }

    @Test
    void aBayesianNetworkHasRandomSets() throws Exception {
        terminal.must("evaluate " + bayesian + " --test-images 200 --draws 2 --random-sets 5 --json");
        JsonNode sets = terminal.json().get("random_sets");
        assertThat(sets).hasSize(2);
        for (JsonNode row : sets) {
            assertThat(row.get("accuracy").asDouble()).isGreaterThan(0.5);
            assertThat(row.get("set_coverage").asDouble())
                    .isGreaterThanOrEqualTo(row.get("accuracy").asDouble());
            assertThat(row.get("mean_size").asDouble()).isBetween(1.0, 10.0);
        }
        assertThat(sets.get(0).get("mean_size").asDouble())
                .as("maximality rules out more than dominance")
                .isLessThanOrEqualTo(sets.get(1).get("mean_size").asDouble());
    }

    @Test
    void aBayesianNetworkIsEvaluated() {
        terminal.must("evaluate " + bayesian
                + " --test-images 200 --draws 3 --against inverted,permuted,mnist --seed 5 --quiet");
        assertThat(terminal.out())
                .contains("a Bayesian network, on 200 test images of mnist")
                .contains("average of 3", "mean network", "MI: mutual information", "non-zero pixels", "pixel PCA")
                .contains("1 − max p: one minus the largest probability", "H: entropy of the probabilities")
                .contains("accuracy,\u00a0%", "NLL", "Brier", "ECE", "AUROC", "AUPRC", "prevalence", "FPR95")
                .doesNotContain("vacuous");
    }
}
