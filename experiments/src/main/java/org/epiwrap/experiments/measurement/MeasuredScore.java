package org.epiwrap.experiments.measurement;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.baseline.InputMahalanobis;
import org.epiwrap.baseline.NonZeroPixels;
import org.epiwrap.prediction.Score;

/** The scores that experiments compare, by the names in measurements. Those up to the last mean network are for OOD. */
public enum MeasuredScore {
    NON_ZERO_PIXELS(NonZeroPixels.NAME),
    PIXEL_DISTANCE(InputMahalanobis.PIXELS),
    BAYESIAN_INFORMATION("bnn mutual information", Source.AVERAGE, Score.MUTUAL_INFORMATION),
    BAYESIAN_ENTROPY("bnn entropy", Source.AVERAGE, Score.ENTROPY),
    ENSEMBLE_INFORMATION("ensemble mutual information", Source.ENSEMBLE, Score.MUTUAL_INFORMATION),
    UNFAMILIARITY("UF", Source.WRAPPED, Score.UNFAMILIARITY),
    EU("EU", Source.WRAPPED, Score.EU),
    TU("TU", Source.WRAPPED, Score.TU),
    TU0("TU0", Source.WRAPPED, Score.TU0),
    U("non-specificity alone, U", Source.WRAPPED, Score.U),
    DELTA("distance of features and radii alone", Source.WRAPPED, Score.DELTA),
    /** Of the mean network's features, without radii. */
    CENTRE_DISTANCE("mean network: distance of features"),
    WIDTH("interval width", Source.WRAPPED, Score.WIDTH),
    MEAN_MAX_SOFTMAX("mean network: 1 - maximum softmax", Source.MEAN, Score.MAX_SOFTMAX),

    WRAPPED_MAX_SOFTMAX("wrapped: 1 - maximum softmax", Source.WRAPPED, Score.MAX_SOFTMAX),

    ROW_DISTANCE(InputMahalanobis.ROWS),

    DROPOUT_INFORMATION("MC-dropout mutual information", Source.DROPOUT, Score.MUTUAL_INFORMATION),
    DROPOUT_MAX_SOFTMAX("1 - largest probability", Source.DROPOUT, Score.MAX_SOFTMAX),
    /** Of the Bayesian network or an ensemble, when those are compared by rejection. */
    ENTROPY("entropy", Source.AVERAGE, Score.ENTROPY);

    /** Whose predictions have a score: the average of draws, an ensemble, the wrapped network and so on. */
    public enum Source {
        AVERAGE,
        ENSEMBLE,
        WRAPPED,
        MEAN,
        DROPOUT,
        /** It is computed without predictions. */
        NONE
    }

    private final String id;
    private final Source source;
    private final Optional<Score> score;

    MeasuredScore(String id) {
        this.id = id;
        this.source = Source.NONE;
        this.score = Optional.empty();
    }

    MeasuredScore(String id, Source source, Score score) {
        this.id = id;
        this.source = source;
        this.score = Optional.of(score);
    }

    /** Returns whose predictions have it. */
    public Source source() {
        return source;
    }

    /** Returns the scores of predictions among these. */
    public static Set<Score> scores(Collection<MeasuredScore> measured) {
        return measured.stream()
                .flatMap(each -> each.score.stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Score.class)));
    }

    /** Returns the score of the predictions. */
    public Score score() {
        return score.orElseThrow();
    }

    @Override
    public String toString() {
        return id;
    }
}
