package org.epiwrap.report.evaluation;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.SetScore;
import org.epiwrap.scoring.EpistemicScorer;

/** A small network trained on real digits, wrapped, calibrated and evaluated once for all tests. */
final class Digits {
    static final Dataset TRAIN = Mnist.DIGITS.load(Part.TRAIN).subset(0, 3000);
    static final Dataset TEST = Mnist.DIGITS.load(Part.TEST).subset(0, 400);
    static final Map<String, Dataset> OOD = ood();
    /** By an interval network that abstains. */
    static final Evaluation INTERVALS;
    /** By the average of ten draws of the Bayesian network, which never abstains. */
    static final Evaluation AVERAGE;

    static {
        Input unit = PictureInput.unit(new Volume(1, 28, 28));
        ClassNames names = new ClassNames(TRAIN.classNames());
        Dataset heldOut = Mnist.DIGITS.load(Part.TRAIN).subset(3000, 4000);
        TrainingPlan plan = TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(5);
        try (BayesianNetwork bayesian =
                BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 28, 28), 10, 8), RunSeeds.of(1))) {
            Trainer.train(bayesian, TRAIN, unit, plan, TrainingListener.NONE);
            AVERAGE = Evaluator.of(BayesianAverage.of(bayesian, unit, names, 10))
                    .against(OOD)
                    .evaluate(TEST);
            try (IntervalNetwork whole = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                    IntervalNetwork network = whole.scaled(
                            RadiusCalibration.scales(whole, heldOut, unit, whole.usualAveraging(), 0.001))) {
                IntervalPredictor predictor = IntervalPredictor.of(EpistemicScorer.fit(network, TRAIN, unit), names);
                double[] scores = predictor.predict(heldOut).scores(Score.TU);
                Arrays.sort(scores);
                double threshold = scores[7 * scores.length / 10 - 1];
                ConformalSets sets =
                        ConformalSets.of(Promise.setCoverage(0.9).by(SetScore.LAC), Regularisation.NONE, 0.6);
                INTERVALS = Evaluator.of(predictor
                                .with(Abstention.above(Score.TU, threshold))
                                .with(Optional.of(sets)))
                        .against(OOD)
                        .evaluate(TEST);
            }
        }
    }

    private Digits() {}

    private static Map<String, Dataset> ood() {
        Map<String, Dataset> sets = new LinkedHashMap<>();
        sets.put("clothes", Mnist.FASHION.load(Part.TEST).subset(0, 200));
        sets.put("rotated digits", Shift.rotated().apply(TEST));
        sets.put("noise", Shift.noise(1).apply(TEST));
        return sets;
    }
}
