package org.epiwrap.prediction;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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
        prediction
                .scoreCheck()
                .filter(check -> !check.abstains())
                .ifPresent(check -> line("decides: %s", check.inWords()));
        prediction.intervals().ifPresent(this::describe);
        prediction.set().ifPresent(set -> line("classes not ruled out: %s", named(set)));
        ClassSet label = ClassSet.of(prediction.label());
        prediction
                .belief()
                .ifPresent(belief -> line(
                        "belief %.3f and plausibility %.3f that it is %s",
                        belief.belief(label), belief.plausibility(label), prediction.labelName()));
        prediction.scores().forEach((score, value) -> line("%s %.3f: %s", score.symbol(), value, score.description()));
        prediction.randomSet().ifPresent(this::describe);
        return text.toString();
    }

    String describe(Explanation why) {
        describe();
        line("why: %s", why.inWords());
        return text.toString();
    }

    Optional<String> describeLogits() {
        Map<String, double[]> logits = PredictionFields.logits(prediction);
        double[] first = logits.values().stream().findFirst().orElse(new double[0]);
        String format = logits.size() > 1 ? "[%.3f, %.3f]" : "%.3f";
        return IntStream.range(0, first.length)
                .mapToObj(c -> String.format(
                        Locale.ROOT,
                        format,
                        logits.values().stream().map(values -> values[c]).toArray()))
                .reduce((one, next) -> one + " " + next)
                .map(all -> "logits " + all);
    }

    private void describe(ProbabilityIntervals intervals) {
        int label = prediction.label();
        line(
                "probability %.3f, between %.3f and %.3f for any weights inside their intervals",
                prediction.confidence(), intervals.lower(label), intervals.upper(label));
        line("entropy between %.3f and %.3f nats", intervals.lowerEntropy().proven(), intervals.upperEntropy());
    }

    private void describe(PredictiveRandomSet set) {
        ClassSet decided = ClassSet.of(set.decided());
        line(
                "drawn networks: %s, belief %.3f and plausibility %.3f",
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
