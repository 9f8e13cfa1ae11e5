package org.epiwrap.prediction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.familiarity.Unfamiliarity;

/** A prediction as named values: {@link Prediction#fields} lists the names. */
final class PredictionFields {
    private PredictionFields() {}

    static Map<String, Object> of(Prediction prediction) {
        Map<String, Object> fields = new LinkedHashMap<>();
        ClassNames names = prediction.classNames();
        int label = prediction.label();
        fields.put("label", prediction.labelName());
        fields.put("probability", prediction.confidence());
        prediction.intervals().ifPresent(intervals -> {
            fields.put("lower", intervals.lower(label));
            fields.put("upper", intervals.upper(label));
        });
        fields.put("probabilities", byName(names, prediction::probability));
        prediction.intervals().ifPresent(intervals -> {
            fields.put("lower_probabilities", byName(names, intervals::lower));
            fields.put("upper_probabilities", byName(names, intervals::upper));
        });
        prediction
                .set()
                .ifPresent(set ->
                        fields.put("set", set.classes().mapToObj(names::of).toList()));
        prediction
                .possible()
                .ifPresent(possible -> fields.put(
                        "possible", possible.classes().mapToObj(names::of).toList()));
        prediction.belief().ifPresent(belief -> {
            fields.put("belief", belief.belief(ClassSet.of(label)));
            fields.put("plausibility", belief.plausibility(ClassSet.of(label)));
        });
        prediction.contour().ifPresent(contour -> fields.put("contour", byName(names, c -> contour[c])));
        prediction.logSquaredDistance().ifPresent(distance -> fields.put("ln_squared_distance", distance));
        fields.put("abstains", prediction.abstains());
        prediction.reason().ifPresent(reason -> fields.put("reason", reason.id()));
        prediction.scoreCheck().ifPresent(check -> {
            fields.put("explanation", prediction.checksInWords());
            Map<String, Double> pValues = new LinkedHashMap<>();
            prediction.pValues().forEach((reason, p) -> pValues.put(reason.id(), p));
            if (!pValues.isEmpty()) {
                fields.put("p", pValues);
            }
            Map<String, Object> rule = new LinkedHashMap<>();
            rule.put("score", check.score().id());
            rule.put("value", check.value());
            if (check.threshold() < Double.POSITIVE_INFINITY) {
                rule.put("threshold", check.threshold());
            }
            fields.put("abstention", rule);
        });
        Map<String, Double> scores = new LinkedHashMap<>();
        prediction.scores().forEach((score, value) -> scores.put(score.id(), value));
        fields.put("scores", scores);
        prediction.unfamiliarity().ifPresent(parts -> fields.put("unfamiliarity", members(parts)));
        return fields;
    }

    private static Map<String, Map<String, Double>> members(Unfamiliarity unfamiliarity) {
        Map<String, Map<String, Double>> members = new LinkedHashMap<>();
        for (int m = 0; m < unfamiliarity.members().size(); m++) {
            Map<String, Double> member = new LinkedHashMap<>();
            member.put("score", unfamiliarity.score(m));
            member.put("p_value", unfamiliarity.pValue(m));
            members.put(unfamiliarity.members().get(m), member);
        }
        return members;
    }

    static Map<String, Object> of(Prediction prediction, Explanation why) {
        Map<String, Object> fields = of(prediction);
        fields.put("explanation", prediction.inWords(why));
        fields.put("why", why.fields());
        return fields;
    }

    static Map<String, Map<String, Double>> logits(Prediction prediction) {
        Map<String, Map<String, Double>> fields = new LinkedHashMap<>();
        ClassNames names = prediction.classNames();
        prediction.logits().ifPresent(logits -> fields.put("logits", byName(names, c -> logits[c])));
        if (prediction.batch().hasIntervals()) {
            double[] lower = prediction.batch().lowerLogits(prediction.example());
            double[] upper = prediction.batch().upperLogits(prediction.example());
            fields.put("lower_logits", byName(names, c -> lower[c]));
            fields.put("upper_logits", byName(names, c -> upper[c]));
        }
        return fields;
    }

    private static Map<String, Double> byName(ClassNames names, IntToDoubleFunction value) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int c = 0; c < names.size(); c++) {
            values.put(names.of(c), value.applyAsDouble(c));
        }
        return values;
    }
}
