package org.epiwrap.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.ScoreCheck;
import org.junit.jupiter.api.Test;

/** Four predictions, few enough to evaluate by hand. */
class EvaluationTest {
    private static final ClassNames NAMES = new ClassNames(List.of("cat", "dog", "owl"));
    private static final Offset<Double> EXACT = offset(1e-12);

    private static final float[][] PROBABILITIES = {
        {0.75f, 0.125f, 0.125f}, {0.5f, 0.25f, 0.25f}, {0.125f, 0.75f, 0.125f}, {0.25f, 0.25f, 0.5f}
    };
    private static final int[] LABELS = {0, 1, 1, 2};
    private static final float[][] NOISE = {{0.5f, 0.25f, 0.25f}, {0.4375f, 0.28125f, 0.28125f}};
    private static final float[][] CLEAR = {{0.75f, 0.125f, 0.125f}, {0.125f, 0.125f, 0.75f}};

    /** Abstains from examples whose largest probability is below 0.7. */
    private static final Abstention RULE = Abstention.above(Score.MAX_SOFTMAX, 0.3);

    private final Evaluation all = Evaluation.of(Predictions.of(NAMES, PROBABILITIES), LABELS);
    private final Evaluation selective =
            Evaluation.of(Predictions.of(NAMES, PROBABILITIES).with(RULE), LABELS);

    @Test
    void measuresOfProbabilitiesAreThoseOfTheirDefinitions() {
        assertThat(all.size()).isEqualTo(4);
        assertThat(all.accuracy()).isEqualTo(0.75);
        assertThat(all.correct()).containsExactly(true, false, true, true);
        assertThat(all.negativeLogLikelihood())
                .isCloseTo(-(2 * Math.log(0.75) + Math.log(0.25) + Math.log(0.5)) / 4, EXACT);
        // 0.0625 + 2 · 0.015625 twice, 0.25 + 0.5625 + 0.0625, and 2 · 0.0625 + 0.25.
        assertThat(all.brier()).isCloseTo((2 * 0.09375 + 0.875 + 0.375) / 4, EXACT);
        // At confidence 0.75 both are right, at 0.5 one of two is.
        assertThat(all.calibrationError()).isCloseTo(0.5 * 0.25, EXACT);
        // Of the first class 0.75, 0.5, 0.125 and 0.25, of the second 0.125, 0.25 twice and 0.75, of the third 0.125
        // twice,
        // 0.25 and 0.5; of the two with 0.25 one is of the second class.
        double errors = (0.25 + 0.5 + 0.125 + 0.25) + (0.125 + 2 * 0.25 + 0.25) + (2 * 0.125 + 0.25 + 0.5);
        assertThat(all.classwiseCalibrationError()).isCloseTo(errors / 3 / 4, EXACT);
        assertThat(all.sets()).isEmpty();
        assertThat(all.rejection(Score.MAX_SOFTMAX).accuracyOfKept(2)).isEqualTo(1);
        assertThat(all.rejection(Score.MAX_SOFTMAX).accuracyOfKept(4)).isEqualTo(0.75);
    }

    /** Risks 0, 0 for one and two kept; then of the equal ones, one of which is wrong, half an error of 3 and one of 4. */
    @Test
    void theRiskIsTheShareOfErrorsAmongTheDecided() {
        assertThat(selective.risk()).hasValue(0);
        assertThat(selective.wrongYetDecided()).isZero();
        assertThat(all.wrongYetDecided()).isEqualTo(0.25);
        assertThat(all.areaUnderRisk(Score.MAX_SOFTMAX)).isCloseTo((0.5 / 3 + 0.25) / 4, EXACT);
        assertThat(all.areaUnderGeneralisedRisk(Score.MAX_SOFTMAX)).isCloseTo((0.5 + 1) / 4 / 4, EXACT);
    }

    /** The dog that was taken for a cat is one of two dogs, and one of two predicted cats. */
    @Test
    void eachClassHasItsOwnMeasures() {
        assertThat(selective.confusion().count(1, 0)).isEqualTo(1);
        assertThat(selective.balancedAccuracy()).isCloseTo((1 + 0.5 + 1) / 3, EXACT);
        List<ClassEvaluation> classes = selective.byClass();
        assertThat(classes).extracting(ClassEvaluation::name).containsExactly("cat", "dog", "owl");
        assertThat(classes.get(0).quality().precision()).hasValue(0.5);
        assertThat(classes.get(1).quality().recall()).hasValue(0.5);
        assertThat(classes).extracting(ClassEvaluation::undecided).containsExactly(0, 1, 1);
        assertThat(classes.get(1).abstained()).hasValue(0.5);
        assertThat(selective.auroc()).isEmpty();
    }

    @Test
    void twoClassesHaveAnAuroc() {
        Predictions predictions = Predictions.of(
                new ClassNames(List.of("no", "yes")),
                new float[][] {{0.75f, 0.25f}, {0.5f, 0.5f}, {0.25f, 0.75f}, {0.5f, 0.5f}});
        // Of four pairs of no and yes, three are in order and one ties.
        assertThat(Evaluation.of(predictions, new int[] {0, 0, 1, 1}).auroc()).hasValue(3.5 / 4);
        Evaluation one = Evaluation.of(predictions, new int[4]);
        assertThat(one.auroc()).isEmpty();
        assertThat(one.byClass().get(1).abstained()).isEmpty();
    }

    @Test
    void whatNeverAbstainsDecidesAll() {
        assertThat(all.coverage()).isEqualTo(1);
        assertThat(all.abstained()).isZero();
        assertThat(all.accuracyOfDecided()).hasValue(0.75);
        assertThat(all.risk()).hasValue(0.25);
        assertThat(verdicts(all)).containsExactly(Verdict.RIGHT, Verdict.WRONG, Verdict.RIGHT, Verdict.RIGHT);
        assertThat(all.examples(1)).containsExactly(0, 1);
        assertThat(all.examples(9)).containsExactly(0, 2, 3, 1);
    }

    @Test
    void anAbstentionIsNeitherRightNorWrong() {
        assertThat(selective.accuracy()).isEqualTo(0.75);
        assertThat(selective.coverage()).isEqualTo(0.5);
        assertThat(selective.abstained()).isEqualTo(0.5);
        assertThat(selective.accuracyOfDecided()).hasValue(1);
        assertThat(verdicts(selective))
                .containsExactly(Verdict.RIGHT, Verdict.ABSTAINED, Verdict.RIGHT, Verdict.ABSTAINED);
        Abstention always = Abstention.above(Score.MAX_SOFTMAX, 0.1);
        Evaluation undecided =
                Evaluation.of(Predictions.of(NAMES, PROBABILITIES).with(always), LABELS);
        assertThat(undecided.coverage()).isZero();
        assertThat(undecided.accuracyOfDecided()).isEmpty();
        assertThat(undecided.risk()).isEmpty();
    }

    @Test
    void aPredictionHasTheReasonOfItsAbstention() {
        Prediction undecided = selective.prediction(1);
        assertThat(undecided.abstention())
                .contains(new ScoreCheck(
                        Abstention.Reason.AMBIGUOUS, Score.MAX_SOFTMAX, 0.5, 0.3, OptionalDouble.empty()));
        assertThat(undecided.abstention().orElseThrow().inWords()).isEqualTo("1 − max p 0.500 > 0.300");
        assertThat(undecided.reason()).contains(Abstention.Reason.AMBIGUOUS);
        assertThat(undecided)
                .hasToString("abstains as ambiguous (1 − max p 0.500 > 0.300); most likely cat (probability 0.500)");
        Prediction decided = selective.prediction(0);
        assertThat(decided.abstention()).isEmpty();
        assertThat(decided.reason()).isEmpty();
        assertThat(decided.scoreCheck().orElseThrow().inWords()).isEqualTo("1 − max p 0.250 ≤ 0.300");
        assertThat(decided).hasToString("cat (probability 0.750)");
        assertThat(all.prediction(1).scoreCheck()).isEmpty();
    }

    @Test
    void fieldsHaveTheSameNamesEverywhere() {
        Map<String, Object> fields = selective.prediction(1).fields();
        Map<String, Double> probabilities = new LinkedHashMap<>();
        double[] expected = {0.5, 0.25, 0.25};
        for (int c = 0; c < NAMES.size(); c++) {
            probabilities.put(NAMES.of(c), expected[c]);
        }
        Map<String, Double> scores = new LinkedHashMap<>();
        scores.put("entropy", 1.5 * Math.log(2) / Math.log(3));
        scores.put("max_softmax", 0.5);
        assertThat(fields)
                .containsEntry("label", "cat")
                .containsEntry("probability", 0.5)
                .containsEntry("probabilities", probabilities)
                .containsEntry("abstains", true)
                .containsEntry("reason", "ambiguous")
                .containsEntry("explanation", "1 − max p 0.500 > 0.300")
                .containsEntry("abstention", Map.of("score", "max_softmax", "value", 0.5, "threshold", 0.3))
                .containsOnlyKeys(
                        "label",
                        "probability",
                        "probabilities",
                        "abstains",
                        "reason",
                        "explanation",
                        "abstention",
                        "scores");
        assertThat(fields.get("scores")).isEqualTo(scores);
        assertThat(all.prediction(0).fields())
                .containsEntry("abstains", false)
                .doesNotContainKeys("reason", "explanation", "abstention", "lower", "set");
    }

    private static List<Verdict> verdicts(Evaluation evaluation) {
        return IntStream.range(0, evaluation.size())
                .mapToObj(evaluation::verdict)
                .toList();
    }

    /** Gives the stored probabilities of a dataset and counts how often it is asked for them. */
    private static final class Counting implements Predictor {
        private final Map<String, float[][]> known = new LinkedHashMap<>();
        private final List<String> predicted = new ArrayList<>();

        Dataset add(String name, float[][] probabilities, int... labels) {
            known.put(name, probabilities);
            byte[] classes = new byte[probabilities.length];
            for (int i = 0; i < labels.length; i++) {
                classes[i] = (byte) labels[i];
            }
            return Dataset.of(name, new Volume(1, 1, 1), NAMES.all(), new byte[probabilities.length], classes);
        }

        @Override
        public Architecture architecture() {
            return Architecture.mlp(new Volume(1, 1, 1), NAMES.size(), 2);
        }

        @Override
        public Input input() {
            return PictureInput.unit(new Volume(1, 28, 28));
        }

        @Override
        public ClassNames classNames() {
            return NAMES;
        }

        @Override
        public Predictions predict(Dataset data) {
            predicted.add(data.name());
            return Predictions.of(NAMES, known.getOrDefault(data.name(), new float[0][]))
                    .with(RULE);
        }

        @Override
        public void forEachBatch(Dataset data, BatchConsumer consumer) {
            consumer.accept(0, predict(data));
        }

        @Override
        public Predictions predict(float[][] examples) {
            throw new AssertionError("single examples are not evaluated");
        }

        @Override
        public Prediction predict(byte[] pixels) {
            throw new AssertionError("single images are not evaluated");
        }
    }

    /** Test data and each out-of-distribution dataset are predicted once, and every measure comes from those predictions. */
    @Test
    void nothingIsPredictedTwice() {
        Counting predictor = new Counting();
        Dataset test = predictor.add("test", PROBABILITIES, LABELS);
        Dataset noise = predictor.add("noise", NOISE);
        Dataset clear = predictor.add("clear", CLEAR);
        Evaluation evaluation = Evaluator.of(predictor)
                .against("noise", noise)
                .against("clear", clear)
                .evaluate(test);
        assertThat(evaluation.accuracy()).isEqualTo(0.75);
        assertThat(evaluation.coverage()).isEqualTo(0.5);
        assertThat(evaluation.outOfDistribution()).containsOnlyKeys("noise", "clear");
        OodEvaluation far = evaluation.outOfDistribution("noise");
        OodEvaluation near = evaluation.outOfDistribution("clear");
        assertThat(far.abstained()).isEqualTo(1);
        assertThat(near.abstained()).isZero();
        // Scores of the test data: 0.25, 0.5, 0.25, 0.5. Of noise: 0.5 wins 2 and ties 2, 0.5625 wins all 4.
        assertThat(far.detection(Score.MAX_SOFTMAX).auroc()).isCloseTo(7.0 / 8, EXACT);
        assertThat(far.detection(Score.ENTROPY).auroc()).isCloseTo(7.0 / 8, EXACT);
        assertThat(near.detection(Score.MAX_SOFTMAX).auroc()).isCloseTo(1.0 / 4, EXACT);
        assertThat(evaluation.meanAuroc(Score.MAX_SOFTMAX)).hasValue((7.0 / 8 + 1.0 / 4) / 2);
        assertThat(all.meanAuroc(Score.MAX_SOFTMAX)).isEmpty();
        assertThat(predictor.predicted).containsExactly("test", "noise", "clear");
    }

    /** Of four shifted examples two are decided, one of them wrongly; of what has none of the classes all that are decided. */
    @Test
    void decisionsAboutShiftedExamplesCanBeWrong() {
        Counting predictor = new Counting();
        Dataset test = predictor.add("test", PROBABILITIES, LABELS);
        Dataset shifted = predictor.add("shifted", PROBABILITIES, 1, 1, 1, 2);
        Dataset others = Dataset.of("others", new Volume(1, 1, 1), List.of("cat", "dog"), new byte[2], new byte[2]);
        predictor.known.put("others", CLEAR);
        Dataset nothing = Dataset.unlabelled("nothing", new Volume(1, 1, 1), new byte[2]);
        predictor.known.put("nothing", NOISE);
        Evaluation evaluation = Evaluator.of(predictor)
                .against(shifted)
                .against(others)
                .against(nothing)
                .evaluate(test);
        OodEvaluation own = evaluation.outOfDistribution("shifted");
        assertThat(own.wrongYetDecided()).isEqualTo(0.25);
        assertThat(own.abstained()).isEqualTo(0.5);
        assertThat(own.labelled().orElseThrow().accuracy()).isEqualTo(0.5);
        assertThat(evaluation.outOfDistribution("others").labelled()).isEmpty();
        assertThat(evaluation.outOfDistribution("others").wrongYetDecided()).isEqualTo(1);
        assertThat(evaluation.outOfDistribution("nothing").wrongYetDecided()).isZero();
        assertThat(evaluation.byClass())
                .extracting(ClassEvaluation::sets)
                .containsOnly(Optional.empty())
                .hasSize(3);
    }

    /** Two of three are right at 0.75 and one of two at 0.5; the best temperature lies between. */
    @Test
    void aTemperatureIsFittedToOtherExamples() {
        Counting predictor = new Counting();
        Dataset test = predictor.add("test", PROBABILITIES, LABELS);
        Dataset heldOut = predictor.add("held-out", PROBABILITIES, 2, 1, 1, 2);
        Evaluation evaluation = Evaluator.of(predictor).evaluate(test);
        TemperatureScaling scaling = TemperatureScaling.of(predictor, heldOut, evaluation);
        assertThat(predictor.predicted).containsExactly("test", "held-out");
        assertThat(scaling.temperature().value()).isGreaterThan(1);
        assertThat(scaling.before().negativeLogLikelihood()).isEqualTo(evaluation.negativeLogLikelihood());
        assertThat(scaling.after().accuracy()).isEqualTo(evaluation.accuracy());
        assertThat(scaling.after().confidence(0)).isLessThan(0.75);
        Evaluation own = Evaluation.of(predictor.predict(heldOut), heldOut);
        TemperatureScaling best = TemperatureScaling.of(predictor, heldOut, own);
        assertThat(best.after().negativeLogLikelihood())
                .isLessThan(best.before().negativeLogLikelihood());
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Evaluation.of(Predictions.of(NAMES, PROBABILITIES), new int[3]))
                .withMessage("predictions must be as long as labels (3), but its length is 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Predictions.of(NAMES, new float[][] {{0.5f, 0.5f}}))
                .withMessageContaining("the probabilities of example 0 must be as long as classes (3)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Predictions.of(NAMES, new float[][] {{0.5f, Float.NaN, 0.5f}}))
                .withMessageContaining("a probability of example 0 must be in [0, 1], but is NaN");
    }
}
