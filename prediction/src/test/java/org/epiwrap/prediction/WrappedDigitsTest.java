package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.explanation.PatchMap;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalTrainer;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.scoring.CentreDistance;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Scores, sets and predictions of interval networks that were trained on a few thousand real digits. */
class WrappedDigitsTest {
    private static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 4000);
    private static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 1000);
    private static final Input UNIT = Digits.UNIT;
    private static final Volume INPUT = Digits.SHAPE;
    private static final Architecture MLP = Architecture.mlp(INPUT, 10, 8);
    private static final BayesianNetwork BAYESIAN =
            Digits.trained(TRAIN, 8, new RunSeeds(1, List.of(1L, 2L)), Digits.plan(5));

    @AfterAll
    static void close() {
        BAYESIAN.close();
    }

    private static boolean[] correct(Predictions predictions, Dataset data) {
        boolean[] correct = new boolean[data.size()];
        for (int i = 0; i < correct.length; i++) {
            correct[i] = predictions.label(i) == data.label(i);
        }
        return correct;
    }

    /** A white square in a corner that is black in all digits makes an image unfamiliar, and that is where the map is dark. */
    @Test
    void theMapOfAnImageShowsWhereItIsUnfamiliar() {
        try (BayesianNetwork one = BAYESIAN.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults())) {
            Explainer explainer = IntervalPredictor.of(EpistemicScorer.fit(wrapped, TRAIN, UNIT), Digits.NAMES)
                    .explainer()
                    .orElseThrow();
            int found = 0;
            for (int i = 0; i < 20; i++) {
                float[] image = pixels(TEST, i);
                double before = explainer.explain(image).logSquared();
                for (int y = 0; y < 4; y++) {
                    Arrays.fill(image, 28 * y + 24, 28 * y + 28, 1);
                }
                Explanation why = explainer.explain(image);
                PatchMap map = why.map().orElseThrow();
                assertThat(List.of(map.rows(), map.columns(), map.side())).containsExactly(7, 7, 4);
                double largest =
                        map.shares().stream().mapToDouble(share -> share).max().orElseThrow();
                found += why.logSquared() > before && map.share(0, 6) == largest ? 1 : 0;
                assertThat(why.fields()).containsEntry("map", map.grid()).containsEntry("words", why.inWords());
                if (map.share(0, 6) == largest) {
                    assertThat(why.inWords())
                            .startsWith(
                                    "the distance to training images comes most from the upper right of the image (")
                            .endsWith("row 1, column 7)");
                }
                assertThat(map.shares().stream().mapToDouble(share -> share).sum())
                        .isCloseTo(1, offset(1e-9));
            }
            assertThat(found).isGreaterThanOrEqualTo(18);
            assertThat(explainer.explain(TEST, 0)).isEqualTo(explainer.explain(pixels(TEST, 0)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> explainer.explain(new float[784], List.of()))
                    .withMessage("this network takes images, not rows");
        }
    }

    private static float[] pixels(Dataset data, int image) {
        float[] pixels = new float[784];
        Digits.inputs(data.subset(image, image + 1), pixels);
        return pixels;
    }

    /** Fashion and noise after digits: nothing like it was in the training set. */
    @Test
    void scoresDetectOutOfDistributionImages() {
        try (BayesianNetwork one = BAYESIAN.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults())) {
            EpistemicScorer scorer = EpistemicScorer.fit(wrapped, TRAIN, UNIT);
            IntervalPredictor predictor = IntervalPredictor.of(scorer, Digits.NAMES);
            Predictions inDistribution = predictor.predict(TEST);
            double[] known = inDistribution.scores(Score.EU);
            for (Dataset ood : List.of(
                    Mnist.FASHION.load(Part.TEST).subset(0, 1000),
                    Shift.noise(3).apply(TEST),
                    Shift.inverted().apply(TEST))) {
                double[] unknown = predictor.predict(ood).scores(Score.EU);
                assertThat(Detection.between(known, unknown).auroc())
                        .as(ood.name())
                        .isGreaterThan(0.9);
            }
            Predictions again = IntervalPredictor.of(
                            EpistemicScorer.of(wrapped, UNIT, scorer.calibration()), Digits.NAMES)
                    .predict(TEST);
            for (Score score : List.of(Score.EU, Score.TU, Score.TU0)) {
                assertThat(again.scores(score)).isEqualTo(inDistribution.scores(score));
            }
            for (int i = 0; i < 1000; i++) {
                double epistemic = known[i];
                assertThat(epistemic).isBetween(0.0, 1.0);
                assertThat(inDistribution.score(Score.TU, i)).isBetween(epistemic - 1e-12, 1.0);
                assertThat(inDistribution.score(Score.TU0, i)).isBetween(0.0, 1.0);
                assertThat(1 - (1 - inDistribution.score(Score.U, i)) * (1 - inDistribution.score(Score.DELTA, i)))
                        .isEqualTo(epistemic, offset(1e-12));
            }
            CentreDistance distance = CentreDistance.fit(wrapped, TRAIN, UNIT);
            assertThat(Detection.between(
                                    distance.scores(TEST),
                                    distance.scores(Shift.noise(3).apply(TEST)))
                            .auroc())
                    .isGreaterThan(0.9);
        }
    }

    /** Fine-tuning moves the probabilities of the logits' midpoints, which decide, away from those of the weights'. */
    @Test
    void errorsAreFoundByTheEntropyOfTheDecision() {
        try (BayesianNetwork one = BAYESIAN.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalTrainer trainer = new IntervalTrainer(
                        wrapped,
                        TRAIN,
                        UNIT,
                        TuningPlan.sound(wrapped.architecture()).withEpochs(5))) {
            trainer.run(TrainingListener.NONE);
            try (IntervalNetwork tuned = trainer.network()) {
                EpistemicScorer scorer = EpistemicScorer.fit(tuned, TRAIN, UNIT);
                Predictions decided = IntervalPredictor.of(scorer, Digits.NAMES).predict(TEST);
                double[] centre = new double[TEST.size()];
                double[] epistemic = new double[TEST.size()];
                InputBatch.forEach(TEST, UNIT, MLP, batch -> {
                    var assessments = scorer.assess(batch);
                    for (int i = 0; i < batch.count(); i++) {
                        centre[batch.first() + i] = assessments.get(i).totalInDistribution();
                        epistemic[batch.first() + i] = assessments.get(i).epistemic();
                    }
                });
                assertThat(decided.scores(Score.EU)).isEqualTo(epistemic);
                boolean[] correct = correct(decided, TEST);
                assertThat(RejectionCurve.of(decided.scores(Score.TU0), correct).area())
                        .isGreaterThan(RejectionCurve.of(centre, correct).area());
            }
        }
    }

    /** The sets hold the true class more often than the mean network predicts it, and decide nearly as well. */
    @Test
    void drawnNetworksLeaveSetsOfClasses() {
        Dataset few = TEST.subset(0, 600);
        try (BayesianNetwork one = BAYESIAN.run(0);
                RandomSetPredictor predictor = RandomSetPredictor.of(one, Wrapping.withDefaults(), 5, 3);
                RandomSetPredictor narrow = RandomSetPredictor.of(one, Wrapping.withDefaults(), 2, 3, 0, 0)) {
            int[] covered = new int[1];
            int[] right = new int[1];
            int[] visited = new int[1];
            predictor.predict(few, UNIT, (image, set) -> {
                assertThat(image).isEqualTo(visited[0]++);
                ClassSet truth = ClassSet.of(few.label(image));
                covered[0] += set.belief().plausibility(truth) > 0 ? 1 : 0;
                right[0] += set.decided() == few.label(image) ? 1 : 0;
                assertThat(set.belief().belief(truth))
                        .isLessThanOrEqualTo(set.belief().plausibility(truth));
            });
            double mean =
                    Digits.accuracy(MeanNetwork.of(one, UNIT, Digits.NAMES).predict(few), few);
            assertThat(visited[0]).isEqualTo(600);
            assertThat(covered[0] / 600.0).isGreaterThan(mean);
            assertThat(right[0] / 600.0).isGreaterThan(mean - 0.05);
            // Without radii every draw is a plain network, which leaves one class but where two are level.
            double[] bits = new double[1];
            narrow.predict(few, UNIT, (image, set) -> bits[0] += set.belief().nonSpecificity() / 600);
            assertThat(bits[0]).isLessThan(0.01);
        }
    }

    /** Radii as they come let the sets of a deep network hold nearly every class. */
    @Test
    void calibratedRadiiLeaveSetsThatDecide() {
        Dataset images = TRAIN.subset(0, 500);
        try (BayesianNetwork deep =
                BayesianNetwork.untrained(Architecture.mlp(INPUT, 10, 64, 64, 64), Bias.POINT, RunSeeds.of(1))) {
            TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(5);
            Trainer.train(deep, TRAIN, UNIT, plan, TrainingListener.NONE);
            try (IntervalNetwork wrapped = IntervalNetwork.wrap(deep, Wrapping.withDefaults())) {
                double mean = wrapped.accuracies(images, UNIT, Averaging.WEIGHTS)[0];
                double[] scales = RadiusCalibration.scales(wrapped, images, UNIT, Averaging.ACTIVATIONS, 0.001);
                assertThat(decidedBySets(deep, new double[] {1, 1, 1, 1}, images))
                        .isLessThan(mean - 0.1);
                assertThat(decidedBySets(deep, scales, images)).isGreaterThan(mean - 0.03);
            }
        }
    }

    private static double decidedBySets(BayesianNetwork network, double[] scales, Dataset images) {
        int[] right = {0};
        try (RandomSetPredictor sets = RandomSetPredictor.of(network, Wrapping.withDefaults(), 5, 1, scales)) {
            sets.predict(images, UNIT, (i, set) -> right[0] += set.decided() == images.label(i) ? 1 : 0);
        }
        return (double) right[0] / images.size();
    }

    /** Predictions a batch at a time are those of the whole dataset, in order. */
    @Test
    void batchesArePredictedAsTheWholeDataset() {
        Dataset data = TEST.subset(0, 700);
        try (BayesianNetwork one = BAYESIAN.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalNetwork both = IntervalNetwork.wrap(BAYESIAN, Wrapping.withDefaults())) {
            IntervalPredictor predictor = IntervalPredictor.of(EpistemicScorer.fit(wrapped, TRAIN, UNIT), Digits.NAMES);
            Predictions all = predictor.predict(data);
            assertThat(all.size()).isEqualTo(700);
            int[] next = new int[2];
            predictor.forEachBatch(data, (first, part) -> {
                assertThat(first).isEqualTo(next[0]);
                next[0] += part.size();
                assertThat(part.upperLogits(1)).isEqualTo(all.upperLogits(first + 1));
                assertThat(part.probabilities(1)).isEqualTo(all.probabilities(first + 1));
                assertThat(part.score(Score.EU, 1)).isEqualTo(all.score(Score.EU, first + 1));
                assertThat(part.score(Score.TU, 1)).isEqualTo(all.score(Score.TU, first + 1));
            });
            List<Predictions> runs =
                    IntervalPredictor.of(both, UNIT, Digits.NAMES).predictRuns(data);
            InputBatch.forEach(data, UNIT, both.architecture(), batch -> {
                Activations bounds = both.passes().bounds(batch.input(), batch.nonNegative());
                next[1] += batch.count();
                assertThat((double) bounds.lower().toArray()[(batch.count() + 1) * 10 + 2])
                        .isEqualTo(runs.get(1).lowerLogits(batch.first() + 1)[2]);
                assertThat((double) bounds.upper().toArray()[10 + 2])
                        .isEqualTo(runs.get(0).upperLogits(batch.first() + 1)[2]);
            });
            assertThat(next).containsExactly(700, 700);
        }
    }

    @Test
    void convolutionalNetworksAreScored() {
        try (BayesianNetwork network =
                BayesianNetwork.untrained(Architecture.leNet5(INPUT, 10), Bias.BAYESIAN, RunSeeds.of(1))) {
            TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT)
                    .withWarmStart(1)
                    .withEpochs(1);
            Trainer.train(network, TRAIN, UNIT, plan, TrainingListener.NONE);
            try (IntervalNetwork wrapped = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
                IntervalPredictor predictor =
                        IntervalPredictor.of(EpistemicScorer.fit(wrapped, TRAIN.subset(0, 2000), UNIT), Digits.NAMES);
                double auroc = Detection.between(
                                predictor.predict(TEST).scores(Score.EU),
                                predictor.predict(Shift.noise(3).apply(TEST)).scores(Score.EU))
                        .auroc();
                assertThat(auroc).isGreaterThan(0.9);
            }
        }
    }

    @Test
    void aCalibrationBelongsToNetworksOfOneWidth() {
        Architecture narrow = Architecture.mlp(INPUT, 10, 4);
        assertThat(EpistemicScorer.features(MLP)).isEqualTo(16);
        assertThat(EpistemicScorer.features(Architecture.leNet5(INPUT, 10))).isEqualTo(168);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EpistemicScorer.features(new Architecture(new Volume(1, 1, 3), List.of())))
                .withMessage("a network must end in a dense layer to be scored, but does not");
        try (BayesianNetwork one = BAYESIAN.run(0);
                IntervalNetwork wrapped = IntervalNetwork.wrap(one, Wrapping.withDefaults());
                IntervalNetwork other = IntervalNetwork.untrained(narrow, RunSeeds.of(1))) {
            EpistemicScorer scorer = EpistemicScorer.fit(wrapped, TRAIN.subset(0, 500), UNIT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EpistemicScorer.of(other, UNIT, scorer.calibration()))
                    .withMessage("the calibration's features must be as long as the network's (8), but its length is"
                            + " 16");
        }
    }

    @Test
    void drawsThatOverflowNameTheLayer() {
        Volume colour = new Volume(3, 4, 5);
        Architecture mlp = Architecture.mlp(colour, 3, 4);
        Input perChannel = new PictureInput(colour, new Normalisation(List.of(0.3, 0.4, 0.5), List.of(0.2, 0.25, 0.3)));
        try (BayesianNetwork network = BayesianNetwork.untrained(mlp, RunSeeds.of(1));
                RandomSetPredictor huge = RandomSetPredictor.of(network, Wrapping.withDefaults(), 1, 1, 1e39, 1)) {
            assertThatThrownBy(() -> InputBatch.of(new byte[60], perChannel, huge::predict))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageStartingWith("the bounds overflow at dense0; scale the radii by a smaller factor k");
        }
    }
}
