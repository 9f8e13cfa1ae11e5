package org.epiwrap.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.table.RowPrediction;
import org.epiwrap.prediction.table.Tally;
import org.epiwrap.store.Text;

/**
 * Predictions as a terminal shows them: a line or a description of each, or a JSON object.
 *
 * @param detail what is shown of each beside the usual
 * @param classes whose belief and plausibility together are shown as well; may be none
 */
public record PredictionPrinter(boolean json, Detail detail, ClassSet classes) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What is shown of a prediction beside the usual.
     *
     * @param described everything that is known of it, in several lines
     * @param logits logits, or their bounds
     */
    public record Detail(boolean described, boolean logits) {}

    /** Returns the prediction of a row. */
    public String row(String name, RowPrediction row) {
        Prediction prediction = row.prediction();
        return json
                ? json("row", name, row.fields(), prediction)
                : line(name, prediction, detail.described ? row.describe() : "", row.remarks());
    }

    /** Returns the prediction of an image. */
    public String image(String name, Prediction prediction, Optional<Explanation> why) {
        if (json) {
            return json("image", name, why.map(prediction::fields).orElseGet(prediction::fields), prediction);
        }
        String description = detail.described ? why.map(prediction::describe).orElseGet(prediction::describe) : "";
        return line(name, prediction, description, List.of());
    }

    private String json(String kind, String name, Map<String, Object> values, Prediction prediction) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(kind, name);
        fields.putAll(values);
        if (detail.logits) {
            fields.putAll(prediction.logitFields());
        }
        if (classes.size() > 0) {
            Map<String, Object> asked = new LinkedHashMap<>();
            asked.put(
                    "classes",
                    classes.classes().mapToObj(prediction.classNames()::of).toList());
            asked.put("belief", prediction.belief(classes));
            asked.put("plausibility", prediction.plausibility(classes));
            fields.put("among", asked);
        }
        return text(fields);
    }

    private static String text(Map<String, Object> fields) {
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private String line(String name, Prediction prediction, String description, List<String> remarks) {
        List<String> parts = new ArrayList<>();
        if (classes.size() > 0) {
            parts.add(String.format(
                    Locale.ROOT,
                    "%s with belief %.3f and plausibility %.3f",
                    prediction.classNames().describe(classes),
                    prediction.belief(classes),
                    prediction.plausibility(classes)));
        }
        if (detail.logits) {
            prediction.describeLogits().ifPresent(parts::add);
        }
        if (detail.described) {
            return visible(name + ": " + description
                    + parts.stream().map(part -> part + System.lineSeparator()).collect(Collectors.joining()));
        }
        parts.add(0, name + ": " + prediction);
        if (!prediction.abstains() && !remarks.isEmpty()) {
            parts.add("although " + String.join("; ", remarks));
        }
        return visible(String.join(", ", parts));
    }

    /** Names, cells and classes may contain control characters, which a terminal would interpret. */
    private static String visible(String text) {
        return Arrays.stream(text.split(System.lineSeparator(), -1))
                .map(Text::visible)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** Returns a summary of the predictions that were written to a table. */
    public String summary(Path table, Tally tally, String plural) {
        if (!json) {
            return Text.visible(table + ": " + tally.inWords(plural));
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("out", table.toString());
        fields.put(plural, tally.examples());
        fields.put("decided", tally.decided());
        fields.put("coverage", tally.coverage());
        if (tally.hasClasses()) {
            fields.put("labelled", tally.labelled());
            fields.put("other_classes", tally.otherClasses());
            tally.accuracy().ifPresent(share -> fields.put("accuracy", share));
            tally.accuracyOfDecided().ifPresent(share -> fields.put("accuracy_of_decided", share));
        }
        return text(fields);
    }
}
