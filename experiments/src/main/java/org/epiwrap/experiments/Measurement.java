package org.epiwrap.experiments;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.Spread;
import org.epiwrap.report.Cell;

/**
 * What was measured at one place of a table.
 *
 * @param key where: the study, the preset, the data, the network and whatever else tells it from others
 * @param values what, by name: one number a run
 */
public record Measurement(Map<String, String> key, Map<String, List<Double>> values) {

    public Measurement {
        key = Map.copyOf(new TreeMap<>(key));
        values = Map.copyOf(new TreeMap<>(values));
        values.forEach((name, runs) -> runs.forEach(number -> Check.finite(name, number)));
    }

    /** The numbers of a name, which must be there. */
    public double[] numbers(String name) {
        return Objects.requireNonNull(values.get(name), () -> key + " has no " + name).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** Of a table, with mean and deviation of a name; empty where nothing was measured. */
    static Cell cell(Optional<Measurement> found, String name) {
        return found.map(measurement -> Cell.of(measurement.spread(name))).orElseGet(Cell::missing);
    }

    /** Mean and deviation over the runs. */
    public Spread spread(String name) {
        return Spread.of(numbers(name));
    }
}
