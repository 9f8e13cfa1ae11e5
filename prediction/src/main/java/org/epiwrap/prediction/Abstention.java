package org.epiwrap.prediction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.promise.ConformalPValues;

/** The rule of selective prediction: which examples a predictor abstains from, and why. */
public sealed interface Abstention {
    /**
     * Returns the score by which examples are called unfamiliar: UF where it is calibrated, else EU.
     *
     * @param predictions of an interval network with calibrated scores
     */
    static Score unfamiliarity(Predictions predictions) {
        return predictions.has(Score.UNFAMILIARITY) ? Score.UNFAMILIARITY : Score.EU;
    }

    /** Why a predictor abstains from an example. */
    enum Reason {
        /** It is unlike the training examples, or too little is known of examples like it. */
        UNFAMILIAR,
        /** It is like the training examples, but several classes remain open. */
        AMBIGUOUS;

        /** Returns the name in files and messages, such as {@code ambiguous}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the rule that decides every example. */
    static Abstention never() {
        return new Never();
    }

    /** Returns the rule that abstains from examples with a higher score; a prediction tells the reason by itself. */
    static Abstention above(Score score, double threshold) {
        return new Threshold(score, threshold);
    }

    /** Returns the scores that this rule compares with thresholds, in the order in which it does. */
    List<Score> scores();

    /** Returns the finite thresholds of the scores, in the same order: a higher score is a reason to abstain. */
    Map<Score, Double> thresholds();

    /** Returns whether this rule can abstain at all. */
    default boolean applies() {
        return !thresholds().isEmpty();
    }

    /** Returns whether an example of predictions is left undecided. */
    boolean abstains(Predictions predictions, int example);

    /**
     * Returns the comparisons of an example's scores with their thresholds, in their order. The predictor abstains for the
     * reason of the first that says so.
     */
    List<ScoreCheck> checks(Predictions predictions, int example);

    /** Decides every example. */
    record Never() implements Abstention {
        @Override
        public List<Score> scores() {
            return List.of();
        }

        @Override
        public Map<Score, Double> thresholds() {
            return Map.of();
        }

        @Override
        public boolean abstains(Predictions predictions, int example) {
            return false;
        }

        @Override
        public List<ScoreCheck> checks(Predictions predictions, int example) {
            return List.of();
        }
    }

    /**
     * Compares one score with one threshold. Where δ, which tells how unlike the training examples an example is, is part of
     * the score, it decides about the reason if it is at least as large as the rest: unfamiliar if δ ≥ TU0 for
     * TU = 1 − (1 − TU0)(1 − δ), and if δ ≥ U for EU = 1 − (1 − U)(1 − δ), else ambiguous. Scores of how many classes remain
     * open (TU0, U and those of the probabilities alone) mean ambiguous, scores of what the networks disagree on unfamiliar.
     *
     * @param threshold any number, or infinite to decide every example
     */
    record Threshold(Score score, double threshold) implements Abstention {
        public Threshold {
            Check.number("threshold", threshold);
        }

        @Override
        public List<Score> scores() {
            return applies() ? List.of(score) : List.of();
        }

        @Override
        public Map<Score, Double> thresholds() {
            return applies() ? Map.of(score, threshold) : Map.of();
        }

        @Override
        public boolean applies() {
            return threshold < Double.POSITIVE_INFINITY;
        }

        @Override
        public boolean abstains(Predictions predictions, int example) {
            return applies() && predictions.score(score, example) > threshold;
        }

        @Override
        public List<ScoreCheck> checks(Predictions predictions, int example) {
            return applies()
                    ? List.of(new ScoreCheck(
                            reason(predictions, example),
                            score,
                            predictions.score(score, example),
                            threshold,
                            OptionalDouble.empty()))
                    : List.of();
        }

        private Reason reason(Predictions predictions, int example) {
            boolean unfamiliar = switch (score) {
                case TU -> predictions.score(Score.DELTA, example) >= predictions.score(Score.TU0, example);
                case EU -> predictions.score(Score.DELTA, example) >= predictions.score(Score.U, example);
                case DELTA, UNFAMILIARITY, MUTUAL_INFORMATION, CLASS_VARIANCE, WIDTH -> true;
                case TU0, U, ENTROPY, MAX_SOFTMAX, EXPECTED_ENTROPY -> false;
            };
            return unfamiliar ? Reason.UNFAMILIAR : Reason.AMBIGUOUS;
        }
    }

    /**
     * What one reason of {@link ByReason} rests on.
     *
     * @param threshold the highest score for which this is no reason; infinite if it never is
     * @param calibration the p-values of the score, from calibration examples
     */
    record Limit(Score score, double threshold, ConformalPValues calibration) {
        public Limit {
            Check.number("threshold", threshold);
        }

        boolean applies() {
            return threshold < Double.POSITIVE_INFINITY;
        }

        ScoreCheck check(Reason reason, Predictions predictions, int example) {
            double value = predictions.score(score, example);
            return new ScoreCheck(reason, score, value, threshold, OptionalDouble.of(calibration.of(value)));
        }
    }

    /** Compares two scores with a threshold each: the one of unfamiliar examples first, then the one of ambiguous ones. */
    record ByReason(Optional<Limit> unfamiliar, Optional<Limit> ambiguous) implements Abstention {
        private Stream<Limit> limits() {
            return Stream.of(unfamiliar, ambiguous).flatMap(Optional::stream);
        }

        @Override
        public List<Score> scores() {
            return limits().map(Limit::score).distinct().toList();
        }

        @Override
        public Map<Score, Double> thresholds() {
            Map<Score, Double> thresholds = new LinkedHashMap<>();
            limits().filter(Limit::applies).forEach(limit -> thresholds.put(limit.score, limit.threshold));
            return thresholds;
        }

        @Override
        public boolean abstains(Predictions predictions, int example) {
            return isAbove(unfamiliar, predictions, example) || isAbove(ambiguous, predictions, example);
        }

        private static boolean isAbove(Optional<Limit> limit, Predictions predictions, int example) {
            return limit.isPresent()
                    && limit.get().applies()
                    && predictions.score(limit.get().score, example) > limit.get().threshold;
        }

        @Override
        public List<ScoreCheck> checks(Predictions predictions, int example) {
            List<ScoreCheck> checks = new ArrayList<>();
            unfamiliar.ifPresent(limit -> checks.add(limit.check(Reason.UNFAMILIAR, predictions, example)));
            ambiguous.ifPresent(limit -> checks.add(limit.check(Reason.AMBIGUOUS, predictions, example)));
            return checks;
        }
    }
}
