package org.epiwrap.experiments.measurement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.Spread;

/**
 * Numbers that were measured together.
 *
 * @param key what they were measured of
 * @param values one finite number a run for each quantity
 */
public record Measurement(Key key, Map<Quantity, List<Double>> values) {

    /** Creates a measurement from finite numbers. */
    public Measurement {
        Map<Quantity, List<Double>> copy = new LinkedHashMap<>();
        values.forEach((quantity, runs) -> {
            runs.forEach(number -> Check.finite(quantity.id(), number));
            copy.put(quantity, List.copyOf(runs));
        });
        values = Map.copyOf(copy);
    }

    /** Returns the numbers of a quantity, which must have been measured. */
    public double[] numbers(Quantity quantity) {
        return Objects.requireNonNull(values.get(quantity), () -> key + " has no " + quantity).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** Returns the mean and deviation over the runs. */
    public Spread spread(Quantity quantity) {
        return Spread.of(numbers(quantity));
    }

    /** Returns the mean over the runs. */
    public double mean(Quantity quantity) {
        return spread(quantity).mean();
    }
}
