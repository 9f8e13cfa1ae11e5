package org.epiwrap.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;

/** A part of the predictions that are stored with a model, and how much of it is rounding. */
enum CheckedOutput {
    /** The probability of each class. */
    PROBABILITIES,
    /** The lower bound of the logit of each class. */
    LOWER,
    /** The upper bound of the logit of each class. */
    UPPER,
    /** EU and TU. */
    SCORES;

    private static final List<Score> SHOWN = List.of(Score.EU, Score.TU);
    private static final double TOLERANCE = 1e-4;
    /** Rounding of logits in float, relative to the largest; a probability changes by at most a quarter of it. */
    private static final double ROUNDING = 1e-6;
    /** Nothing that rounds in another order changes a probability or a score by more, unless the logits are absurd. */
    private static final double MAX_TOLERANCE = 1e-2;
    /** Scores divide by radii and distances, which costs digits. */
    private static final double SCORE_TOLERANCE = 1e-3;

    private double[] row(Predictions predictions, int probe) {
        return switch (this) {
            case PROBABILITIES -> predictions.probabilities(probe);
            case LOWER -> predictions.lowerLogits(probe);
            case UPPER -> predictions.upperLogits(probe);
            case SCORES ->
                SHOWN.stream()
                        .mapToDouble(score -> predictions.score(score, probe))
                        .toArray();
        };
    }

    /** Returns what a value of a probe is, for messages. */
    String describe(int column) {
        return switch (this) {
            case PROBABILITIES -> "class " + column;
            case LOWER, UPPER -> field() + " logit of class " + column;
            case SCORES -> SHOWN.get(column).symbol();
        };
    }

    /** Returns all outputs that predictions have, one probe after the other. */
    static Map<CheckedOutput, double[]> of(Predictions predictions) {
        List<CheckedOutput> available = new ArrayList<>(List.of(PROBABILITIES));
        if (predictions.hasIntervals()) {
            available.addAll(List.of(LOWER, UPPER));
        }
        if (predictions.available().containsAll(SHOWN)) {
            available.add(SCORES);
        }
        Map<CheckedOutput, double[]> outputs = new EnumMap<>(CheckedOutput.class);
        for (CheckedOutput output : available) {
            outputs.put(
                    output,
                    IntStream.range(0, predictions.size())
                            .mapToObj(probe -> output.row(predictions, probe))
                            .flatMapToDouble(Arrays::stream)
                            .toArray());
        }
        return outputs;
    }

    /** Returns the output of a name in a manifest, which is not among those before. */
    static CheckedOutput of(String place, String name, List<CheckedOutput> before) {
        return Arrays.stream(values())
                .filter(output -> output.field().equals(name) && !before.contains(output))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        place + " must be some of probabilities, lower, upper and scores, each once"));
    }

    /** Returns its name in a manifest. */
    String field() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its name in a file. */
    String tensor() {
        return "check." + field();
    }

    /** Returns how many values a probe has. */
    int width(int classes) {
        return this == SCORES ? SHOWN.size() : classes;
    }

    /** Returns by how much a value may differ from the stored one. */
    double tolerance(Predictions predictions, int probe) {
        double logit = largestLogit(predictions, probe);
        return switch (this) {
            case PROBABILITIES -> Math.min(TOLERANCE + ROUNDING * logit, MAX_TOLERANCE);
            case LOWER, UPPER -> TOLERANCE * Math.max(1, logit);
            case SCORES -> Math.min(SCORE_TOLERANCE + ROUNDING * logit, MAX_TOLERANCE);
        };
    }

    private static double largestLogit(Predictions predictions, int probe) {
        double largest = 0;
        if (predictions.hasLogits()) {
            largest = largest(predictions.logits(probe));
        }
        if (predictions.hasIntervals()) {
            largest = Math.max(largest(predictions.lowerLogits(probe)), largest(predictions.upperLogits(probe)));
        }
        return largest;
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }
}
