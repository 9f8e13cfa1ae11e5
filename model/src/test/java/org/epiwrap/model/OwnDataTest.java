package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.ModelData.Evidence;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table from its file to predictions, and back from the model's file. */
class OwnDataTest {
    @TempDir
    private Path folder;

    /** Two kinds of fish that differ in length; the colour tells little, and some lengths are missing. */
    private Path fish() throws Exception {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("colour,length,kind\n");
        for (int i = 0; i < 600; i++) {
            boolean pike = random.nextInt(3) == 0;
            double length = (pike ? 60 : 30) + 8 * random.nextGaussian();
            text.append(random.nextInt(2) == 0 ? "green" : "grey")
                    .append(',')
                    .append(random.nextInt(30) == 0 ? "" : String.valueOf(Math.round(10 * length) / 10.0))
                    .append(',')
                    .append(pike ? "pike" : "perch")
                    .append('\n');
        }
        return Files.writeString(folder.resolve("fish.csv"), text);
    }

    @Test
    void aTableGoesTheWholeWay() throws Exception {
        Path file = fish();
        Data data = Data.table(file, "kind");
        Path stored = folder.resolve("fish.safetensors");
        try (BayesianModel bayesian =
                        BayesianTraining.withDefaults().withEpochs(40).train(data);
                EpistemicModel model = EpistemicWrapping.withDefaults()
                        .with(Promise.coverage(0.9))
                        .wrap(bayesian, data.split())) {
            assertThat(bayesian.architecture())
                    .hasToString(Backbone.named("mlp:32")
                            .architecture(bayesian.input().shape(), 2)
                            .toString());
            assertThat(Evaluator.of(model).evaluate(data.split().test()).accuracy())
                    .isGreaterThan(0.9);
            model.write(stored);
        }
        try (EpistemicModel back = EpistemicModel.read(stored)) {
            assertThat(((TableInput) back.input()).columns()).containsExactly("colour", "length");
            ModelData found = ModelData.read(back, file.toString(), DataOptions.withDefaults());
            assertThat(found.evidence()).isEqualTo(Evidence.RECORDED);
            assertThat(found.test().size()).isEqualTo(data.split().test().size());
            assertThat(back.input().hash(found.split().heldOut()))
                    .isEqualTo(back.input().hash(data.split().calibration()));
            // The same fish, of a colour that no training row has, and of a length beyond all of them.
            double usual = back.predict(new float[][] {{0, 30}}).scores(Score.EU)[0];
            assertThat(back.predict(new float[][] {{TableInput.UNSEEN, 30}}).scores(Score.EU)[0])
                    .isGreaterThan(usual);
            assertThat(back.predict(new float[][] {{0, 300}}).scores(Score.EU)[0])
                    .isGreaterThan(usual);
            Map<String, Object> row = Map.of("length", 300, "colour", "mauve");
            assertThat(back.predict(row).score(Score.EU).orElseThrow()).isGreaterThan(usual);
            assertThat(back.explain(row).inWords())
                    .contains("colour 'mauve' was never seen", "length 300 is above all training rows");
            assertThat(back.explain(new float[] {0, 300}).inWords()).contains("length 300 is above all training rows");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> back.predict(Map.of("length", 300)))
                    .withMessageContaining("must have the column 'colour'");
            Path other = Files.write(
                    folder.resolve("other.csv"), Files.readAllLines(file).subList(0, 400));
            assertThat(ModelData.read(back, other.toString(), DataOptions.withDefaults())
                            .evidence())
                    .isEqualTo(Evidence.OTHER_DATA);
        }
    }

    /** The figures of built-in images rest on a small network; that of one's own pictures suits their number. */
    @Test
    void ownPicturesHaveDefaultsOfTheirOwn() throws Exception {
        Dataset digits = BuiltInData.MNIST.load(Part.TRAIN).subset(0, 500);
        BayesianTraining training = BayesianTraining.withDefaults();
        assertThat(training.backbone(digits)).isEqualTo(Backbone.named("mlp:8"));
        assertThat(training.plan(digits)).isEqualTo(TrainingPlan.sound(500, Estimator.FLIPOUT));
        Data own = Data.of(digits, DataOptions.withDefaults());
        BayesianTraining suited = training.with(own.division());
        Dataset train = own.split().train();
        assertThat(suited.backbone(train)).isEqualTo(Backbone.forRows(train.size()));
        assertThat(suited.plan(train)).isEqualTo(TrainingPlan.table(train.size(), Estimator.FLIPOUT));
        assertThat(suited.with(Preset.PAPER).plan(train))
                .isEqualTo(TrainingPlan.paper(train.size(), Estimator.FLIPOUT));
    }

    /** A file that was not trained on needs neither all classes nor enough rows to be divided. */
    @Test
    void unseenRowsAreAllTestedOn() throws Exception {
        Path file = fish();
        Data data = Data.table(file, "kind");
        List<String> lines = Files.readAllLines(file);
        try (BayesianModel model = BayesianTraining.withDefaults()
                .withEpochs(1)
                .with(data.division())
                .train(data)) {
            Path few = Files.write(folder.resolve("few.csv"), lines.subList(0, 4));
            ModelData unseen = ModelData.unseen(model, few, DataOptions.withDefaults());
            assertThat(unseen.test().size()).isEqualTo(3);
            assertThat(unseen.test().classNames()).containsExactly("perch", "pike");
            assertThat(unseen.train().size()).isZero();
            assertThat(unseen.evidence()).isEqualTo(Evidence.OTHER_DATA);
        }
    }

    /** With two classes, a quarter of a bit on average would leave hardly any room between usual rows and doubtful ones. */
    @Test
    void totalUncertaintyOfTwoClassesSpreads() throws Exception {
        Data data = Data.table(fish(), "kind");
        try (BayesianModel bayesian = BayesianTraining.withDefaults().train(data);
                EpistemicModel model = EpistemicWrapping.withDefaults()
                        .with(Promise.coverage(0.9))
                        .wrap(bayesian, data.split())) {
            double share = 0.25 / (Math.log(10) / Math.log(2));
            assertThat(Arrays.stream(model.predict(data.split().train()).scores(Score.U))
                            .average()
                            .orElseThrow())
                    .isCloseTo(share, within(0.01));
            double[] rising = model.predict(
                            CalibrationSet.of(data.split().calibration()).promises())
                    .scores(Score.TU);
            Arrays.sort(rising);
            assertThat(rising[9 * rising.length / 10]).isBetween(0.3, 0.95);
        }
    }

    /** A model of some of the training rows still knows that the others, too, are no rows to test on. */
    @Test
    void aSampleOfTheTrainingRowsIsIdentified() throws Exception {
        Path file = fish();
        Data data = Data.table(file, "kind");
        Dataset some = data.split().train().sample(100).train();
        try (BayesianModel model = BayesianTraining.withDefaults()
                .with(data.division())
                .with(data.input())
                .withEpochs(1)
                .train(some)) {
            ModelData found = ModelData.read(model, file.toString(), DataOptions.withDefaults());
            assertThat(found.evidence()).isEqualTo(Evidence.RECORDED);
            assertThat(model.input().hash(found.train()))
                    .isEqualTo(model.input().hash(some));
            assertThat(model.input().hash(found.split().heldOut()))
                    .isEqualTo(model.input().hash(data.split().calibration()));
        }
    }

    @Test
    void classesLeftOutAreKeptApart() throws Exception {
        Path file = folder.resolve("three.csv");
        StringBuilder text = new StringBuilder("x,y\n");
        for (int i = 0; i < 90; i++) {
            text.append(i % 7 + 10 * (i % 3))
                    .append(',')
                    .append("abc".charAt(i % 3))
                    .append('\n');
        }
        Files.writeString(file, text);
        DataOptions options = DataOptions.withDefaults().withLabel("y").withUnknownClasses(List.of("b"));
        Data data = Data.table(file, options);
        try (BayesianModel model = BayesianTraining.withDefaults()
                .withEpochs(1)
                .withPatience(0)
                .withBalancedClasses()
                .train(data)) {
            assertThat(model.card().classNames()).containsExactly("a", "c");
            assertThat(model.card().training().orElseThrow().plan().balanced()).isTrue();
            Path stored = folder.resolve("three.safetensors");
            model.write(stored);
            try (BayesianModel back = BayesianModel.read(stored)) {
                assertThat(back.card().training()).isEqualTo(model.card().training());
                ModelData found = ModelData.read(back, file.toString(), DataOptions.withDefaults());
                assertThat(found.evidence()).isEqualTo(Evidence.RECORDED);
                assertThat(found.unknown().orElseThrow().contentHash())
                        .isEqualTo(data.unknown().orElseThrow().contentHash());
                assertThat(back.labelColumn()).hasValue("y");
                assertThat(Evaluator.of(back).evaluate(data).outOfDistribution("unknown class (b)"))
                        .satisfies(ood -> assertThat(ood.predictions().size()).isEqualTo(30));
            }
        }
        assertThat(data.unknown().orElseThrow().size()).isEqualTo(30);
    }
}
