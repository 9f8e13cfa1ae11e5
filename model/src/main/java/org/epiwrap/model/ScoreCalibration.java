package org.epiwrap.model;

import java.util.List;
import java.util.Optional;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.prediction.Score;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.scoring.UnfamiliarityScorer;

/** Fits the scores of an interval network to examples. */
final class ScoreCalibration {
    /** More examples would hardly change the scales of scores. */
    private static final int SCALE_EXAMPLES = 10_000;

    private ScoreCalibration() {}

    /** Returns scores fitted to training examples alone: all but the unfamiliarity UF. */
    static EpistemicScorer fit(EpistemicModel model, Dataset train) {
        return EpistemicScorer.fit(model.network(), some(train), model.input());
    }

    /** Returns scores fitted to training examples, with UF if the half for choices has enough held-out examples. */
    static EpistemicScorer fit(EpistemicModel model, Dataset train, CalibrationSet heldOut) {
        EpistemicScorer scorer = fit(model, train);
        return heldOut.choices().size() < UnfamiliarityScorer.MIN_HELD_OUT
                ? scorer
                : scorer.withUnfamiliarity(some(train), heldOut.choices());
    }

    /** Returns the training examples that scores are fitted to. */
    static Dataset some(Dataset train) {
        return train.representative(SCALE_EXAMPLES);
    }

    /** Refuses a rule of abstention, or promises, by scores that are not calibrated. */
    static void checkHas(List<Score> scores, Optional<EpistemicScorer> scorer) {
        if (scorer.isEmpty()) {
            throw new IllegalArgumentException(
                    "a model with a threshold of abstention must have the calibration of its scores, but has none");
        }
        if (scores.contains(Score.UNFAMILIARITY) && scorer.get().unfamiliarity().isEmpty()) {
            throw new IllegalArgumentException("a model that abstains by UF must have its calibration, which takes at"
                    + " least " + UnfamiliarityScorer.MIN_HELD_OUT
                    + " held-out examples in the half for choices, but has none");
        }
    }
}
