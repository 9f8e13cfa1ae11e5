package org.epiwrap.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.EpistemicScorer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.metrics.RejectionThreshold;
import org.epiwrap.model.AbstentionRecord;
import org.epiwrap.prediction.Predictor;
import org.epiwrap.prediction.Score;

/**
 * What is found about an interval network on images: the scale of its scores on those it was trained on, and from
 * which score on it abstains on those it was not.
 *
 * @param heldOut what the threshold reaches on held-out images
 */
record ScoreFit(EpistemicScorer scorer, Optional<AbstentionRecord> abstention, Optional<RejectionThreshold> heldOut) {
    /** More would change the scales of scores in digits that nobody reads. */
    private static final int CALIBRATION_IMAGES = 10_000;

    static ScoreFit of(
            IntervalNetwork network,
            Averaging averaging,
            Normalisation normalisation,
            List<String> classNames,
            Dataset train,
            Supplier<Dataset> heldOut,
            Optional<ThresholdOptions.Wish> wish) {
        Dataset calibration = train.subset(0, Math.min(CALIBRATION_IMAGES, train.size()));
        EpistemicScorer scorer = EpistemicScorer.fit(network, calibration, normalisation);
        if (wish.isEmpty()) {
            return new ScoreFit(scorer, Optional.empty(), Optional.empty());
        }
        Score score = wish.get().score();
        double value = wish.get().value();
        Predictor predictor = Predictor.of(scorer, classNames).with(averaging);
        RejectionThreshold threshold = wish.get().goal() == AbstentionRecord.Goal.ACCURACY
                ? predictor.thresholdForAccuracy(heldOut.get(), score, value)
                : predictor.thresholdForCoverage(heldOut.get(), score, value);
        return new ScoreFit(
                scorer,
                Optional.of(new AbstentionRecord(
                        score, threshold.value(), wish.get().goal(), value)),
                Optional.of(threshold));
    }
}
