package org.epiwrap.experiments.promises;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.promise.ScoredExamples;
import org.epiwrap.promise.Regularisation;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/**
 * What promises need to know of one network. The pool are examples that served neither training nor any choice: the half of
 * the held-out examples for promises and, after them, the test examples.
 *
 * @param choices the half of the held-out examples for choices
 * @param pool with the probabilities of classes
 * @param contours the same examples with the shares of their class contours
 * @param possible the possible classes of each example of the pool, if they were computed
 */
record ScoredNetwork(ScoredExamples choices, ScoredExamples pool, ScoredExamples contours, List<ClassSet> possible) {
    private static final Optional<SetScore> PROBABILITIES = Optional.of(SetScore.RAPS);

    /** The predictions of a labelled dataset. */
    record Predicted(Predictions predictions, Dataset data) {
        ScoredExamples scored(Optional<SetScore> sets) {
            return ScoredExamples.of(predictions, data, sets);
        }
    }

    static ScoredNetwork of(Predicted choices, Predicted promises, Predicted test) {
        Optional<SetScore> contour = Optional.of(SetScore.CONTOUR);
        return new ScoredNetwork(
                choices.scored(PROBABILITIES),
                promises.scored(PROBABILITIES).and(test.scored(PROBABILITIES)),
                promises.scored(contour).and(test.scored(contour)),
                Stream.of(promises, test)
                        .flatMap(part -> part.predictions().possible().stream())
                        .toList());
    }

    /** Returns the pool with the shares that sets by a score order classes by. */
    ScoredExamples pool(SetScore score) {
        return score == SetScore.CONTOUR ? contours : pool;
    }

    /** Returns the score that ranks errors, as a calibration of promises chooses it. */
    Score errorScore() {
        return choices.errorScore();
    }

    /** Returns the penalty of RAPS, as a calibration of promises chooses it; none for sets by another score. */
    Regularisation penalty(SetCoveragePromise promise) {
        return promise.score() == SetScore.RAPS ? choices.penalty(promise) : Regularisation.NONE;
    }
}
