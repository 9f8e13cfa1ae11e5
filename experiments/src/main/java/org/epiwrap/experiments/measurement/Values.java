package org.epiwrap.experiments.measurement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the numbers of a measurement, run by run. */
public final class Values {
    private final Map<Quantity, List<Double>> numbers = new LinkedHashMap<>();

    /** Adds the number of the next run. */
    public Values add(Quantity quantity, double number) {
        numbers.computeIfAbsent(quantity, unused -> new ArrayList<>()).add(number);
        return this;
    }

    /** Adds the numbers of the next runs. */
    public Values add(Quantity quantity, List<Double> runs) {
        runs.forEach(number -> add(quantity, number));
        return this;
    }

    /** Returns the measurement of these numbers. */
    public Measurement of(Key key) {
        return new Measurement(key, numbers);
    }
}
