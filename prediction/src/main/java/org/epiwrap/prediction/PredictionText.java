package org.epiwrap.prediction;

import java.util.Locale;
import java.util.Optional;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.explanation.Explanation;

/** A prediction in several lines of plain text. */
final class PredictionText {
    private final Prediction prediction;
    private final StringBuilder text = new StringBuilder();

    PredictionText(Prediction prediction) {
        this.prediction = prediction;
    }

    String describe() {
        line("%s", prediction);
        if (!prediction.abstains() && !prediction.scoreChecks().isEmpty()) {
            line("decides: %s", prediction.checksInWords());
        }
        Optional<ProbabilityIntervals> intervals = prediction.intervals();
        intervals.ifPresent(this::describe);
        for (int c = 0; c < prediction.classNames().size(); c++) {
            describe(c, intervals);
        }
        prediction.set().ifPresent(set -> line("prediction set: %s", named(set)));
        prediction.possible().ifPresent(set -> line("classes not ruled out: %s", named(set)));
        ClassSet label = ClassSet.of(prediction.label());
        prediction
                .belief()
                .ifPresent(belief -> line(
                        "belief %.3f and plausibility %.3f that it is %s, by how far all intervals could widen before another class"
                                + " might win",
                        belief.belief(label), belief.plausibility(label), prediction.labelName()));
        prediction.scores().forEach((score, value) -> line("%s %.3f: %s", score.symbol(), value, score.description()));
        prediction.randomSet().ifPresent(this::describe);
        return text.toString();
    }

    String describe(Explanation why) {
        describe();
        line("why: %s", prediction.cause(why));
        return text.toString();
    }

    Optional<String> describeLogits() {
        StringBuilder logits = new StringBuilder("logits");
        if (prediction.logits().isPresent()) {
            for (double logit : prediction.logits().get()) {
                logits.append(String.format(Locale.ROOT, " %.3f", logit));
            }
            return Optional.of(logits.toString());
        }
        if (prediction.batch().hasIntervals()) {
            double[] lower = prediction.batch().lowerLogits(prediction.example());
            double[] upper = prediction.batch().upperLogits(prediction.example());
            for (int c = 0; c < lower.length; c++) {
                logits.append(String.format(Locale.ROOT, " [%.3f, %.3f]", lower[c], upper[c]));
            }
            return Optional.of(logits.toString());
        }
        return Optional.empty();
    }

    private void describe(ProbabilityIntervals intervals) {
        int label = prediction.label();
        line(
                "probability %.3f, between %.3f and %.3f for any weights inside their intervals",
                prediction.confidence(), intervals.lower(label), intervals.upper(label));
        line(
                "H %.3f, between %.3f and %.3f for any weights inside their intervals",
                prediction.score(Score.ENTROPY).orElseThrow(),
                shareOfLargest(intervals.lowerEntropy().proven()),
                shareOfLargest(intervals.upperEntropy()));
    }

    /** Returns an entropy in nats in the unit of {@link Score#ENTROPY}. */
    private double shareOfLargest(double entropy) {
        return entropy / Math.log(Math.max(2, prediction.classNames().size()));
    }

    private void describe(int category, Optional<ProbabilityIntervals> intervals) {
        line(
                "  %s: %.3f%s",
                prediction.classNames().of(category),
                prediction.probability(category),
                intervals
                        .map(all -> String.format(
                                Locale.ROOT, ", between %.3f and %.3f", all.lower(category), all.upper(category)))
                        .orElse(""));
    }

    private void describe(PredictiveRandomSet set) {
        ClassSet decided = ClassSet.of(set.decided());
        line(
                "random set: %s, belief %.3f and plausibility %.3f",
                prediction.classNames().of(set.decided()),
                set.belief().belief(decided),
                set.belief().plausibility(decided));
    }

    private String named(ClassSet set) {
        return set.size() == prediction.classNames().size()
                ? "all " + set.size()
                : prediction.classNames().describe(set);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
