package org.epiwrap.experiments.hard;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;

/**
 * What was measured in one setting.
 *
 * @param shifts the shifts that were measured with all scores
 * @param detections by score and shift
 * @param rejections by score
 * @param unshifted the accuracies on the images that are shifted, before they are
 * @param accuracies by shift
 */
record SettingResults(
        Setting setting,
        List<String> shifts,
        Map<String, Map<String, Measurement>> detections,
        Map<String, Measurement> rejections,
        Optional<Measurement> unshifted,
        Map<String, Measurement> accuracies) {
    static SettingResults of(Workspace workspace, Setting setting) {
        Key key = HardExperiment.key(workspace, setting);
        Map<String, Map<String, Measurement>> detections = new LinkedHashMap<>();
        Map<String, Measurement> rejections = new LinkedHashMap<>();
        Map<String, Measurement> accuracies = new LinkedHashMap<>();
        for (Measurement each : workspace.measurements().all()) {
            if (!each.key().includes(key)) {
                continue;
            }
            String score = each.key().get(Field.SCORE_OF).orElse("");
            Optional<String> shift = each.key().get(Field.SHIFT);
            if (each.key().includes(key.with(Field.PART, Part.REJECTION))) {
                rejections.put(score, each);
            } else if (each.key().includes(key.with(Field.PART, Part.DETECTION))) {
                detections
                        .computeIfAbsent(score, unused -> new LinkedHashMap<>())
                        .put(shift.orElseThrow(), each);
            } else {
                shift.ifPresent(name -> accuracies.put(name, each));
            }
        }
        return new SettingResults(
                setting,
                List.copyOf(accuracies.keySet()),
                detections,
                rejections,
                workspace.measurements().newest(HardExperiment.accuracy(key)),
                accuracies);
    }

    /** Returns whether a score was measured on every shift that others were. */
    boolean has(String score) {
        return detections.getOrDefault(score, Map.of()).keySet().containsAll(shifts) && rejections.containsKey(score);
    }

    /**
     * Returns the accuracy of a network on a shift; empty if its images have no class.
     *
     * @param network {@link Quantity#MEAN} or {@link Quantity#WRAPPED}
     */
    OptionalDouble accuracy(String shift, Quantity network) {
        Measurement measured = accuracies.get(shift);
        return measured != null && measured.values().containsKey(network)
                ? OptionalDouble.of(measured.mean(network))
                : OptionalDouble.empty();
    }

    /** Returns whether a shift lowers the accuracy of the mean network much, or leaves nothing of the classes. */
    boolean isHarmful(String shift) {
        double before = unshifted.map(measured -> measured.mean(Quantity.MEAN)).orElse(0.0);
        OptionalDouble after = accuracy(shift, Quantity.MEAN);
        return after.isEmpty() || after.getAsDouble() <= before - HardExperiment.HARM;
    }

    /** Returns the means over the runs of a score, one for each shift, or for each harmful one. */
    DoubleStream means(String score, Quantity quantity, boolean harmfulOnly) {
        Map<String, Measurement> byShift = detections.getOrDefault(score, Map.of());
        return shifts.stream()
                .filter(shift -> !harmfulOnly || isHarmful(shift))
                .flatMap(shift -> Optional.ofNullable(byShift.get(shift)).stream())
                .mapToDouble(measured -> measured.mean(quantity));
    }

    /** Returns the mean over the runs of how well a score ranks errors; empty where that was not measured. */
    OptionalDouble rejection(String score, Quantity quantity) {
        Measurement measured = rejections.get(score);
        return measured != null && measured.values().containsKey(quantity)
                ? OptionalDouble.of(measured.mean(quantity))
                : OptionalDouble.empty();
    }
}
