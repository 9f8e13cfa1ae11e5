package org.epiwrap.report;

import java.util.OptionalDouble;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.Spread;

/** One cell of a table. */
public sealed interface Cell {

    /** Words. */
    record Words(String text) implements Cell {}

    /**
     * A number, perhaps the mean of several runs.
     *
     * @param deviation the standard deviation over the runs, if there were several
     */
    record Value(double value, OptionalDouble deviation) implements Cell {
        public Value {
            Check.finite("value", value);
            deviation.ifPresent(d -> Check.nonNegative("deviation", d));
        }
    }

    /** Nothing: what was not measured. */
    record Missing() implements Cell {}

    static Cell of(String text) {
        return new Words(text);
    }

    static Cell of(double value) {
        return new Value(value, OptionalDouble.empty());
    }

    /** A mean over runs with its deviation; of a single run, which has none, the value alone. */
    static Cell of(Spread spread) {
        return new Value(
                spread.mean(), spread.runs() > 1 ? OptionalDouble.of(spread.deviation()) : OptionalDouble.empty());
    }

    static Cell missing() {
        return new Missing();
    }
}
