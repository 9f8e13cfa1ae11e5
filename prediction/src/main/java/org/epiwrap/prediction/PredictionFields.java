package org.epiwrap.prediction;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.explanation.Explanation;

/**
 * A prediction as named values, the same names wherever predictions leave Java: {@code label}, {@code probability},
 * {@code probabilities}, {@code lower}, {@code upper}, {@code set}, {@code belief}, {@code plausibility},
 * {@code abstains}, {@code reason}, {@code explanation}, {@code scores}, {@code why}. Lists are in the order of the classes; what a predictor does not
 * compute is left out.
 */
final class PredictionFields {
    private PredictionFields() {}

    static Map<String, Object> of(Prediction prediction) {
        Map<String, Object> fields = new LinkedHashMap<>();
        int classes = prediction.classNames().size();
        fields.put("label", prediction.labelName());
        fields.put("probability", prediction.confidence());
        fields.put("probabilities", list(prediction.probabilities()));
        prediction.intervals().ifPresent(intervals -> {
            fields.put(
                    "lower",
                    IntStream.range(0, classes).mapToObj(intervals::lower).toList());
            fields.put(
                    "upper",
                    IntStream.range(0, classes).mapToObj(intervals::upper).toList());
        });
        prediction
                .set()
                .ifPresent(set -> fields.put(
                        "set",
                        set.classes().mapToObj(prediction.classNames()::of).toList()));
        prediction.belief().ifPresent(belief -> {
            ClassSet label = ClassSet.of(prediction.label());
            fields.put("belief", belief.belief(label));
            fields.put("plausibility", belief.plausibility(label));
        });
        fields.put("abstains", prediction.abstains());
        prediction.reason().ifPresent(reason -> fields.put("reason", reason.id()));
        prediction.scoreCheck().ifPresent(check -> fields.put("explanation", check.inWords()));
        Map<String, Double> scores = new LinkedHashMap<>();
        prediction.scores().forEach((score, value) -> scores.put(score.id(), value));
        fields.put("scores", scores);
        return fields;
    }

    static Map<String, Object> of(Prediction prediction, Explanation why) {
        Map<String, Object> fields = of(prediction);
        fields.put("why", why.fields());
        return fields;
    }

    static Map<String, double[]> logits(Prediction prediction) {
        Map<String, double[]> fields = new LinkedHashMap<>();
        prediction.logits().ifPresent(logits -> fields.put("logits", logits));
        if (prediction.batch().hasIntervals()) {
            fields.put("lowerLogits", prediction.batch().lowerLogits(prediction.example()));
            fields.put("upperLogits", prediction.batch().upperLogits(prediction.example()));
        }
        return fields;
    }

    private static List<Double> list(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
