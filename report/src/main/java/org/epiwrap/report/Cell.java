package org.epiwrap.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalDouble;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.Spread;

/** One cell of a table. */
public sealed interface Cell {

    /** Text. */
    record Words(String text) implements Cell {}

    /** A whole number that names something, such as a seed: it stands in a column of text and is shown as it is. */
    record Identifier(long number) implements Cell {}

    /**
     * A number, which may be the mean of several runs.
     *
     * @param deviation the standard deviation over the runs, if there were several
     */
    record Value(double value, OptionalDouble deviation) implements Cell {
        public Value {
            Check.finite("value", value);
            deviation.ifPresent(d -> Check.nonNegative("deviation", d));
        }
    }

    /** What was not measured. */
    record Missing() implements Cell {}

    /** Puts this cell into a JSON object: text, a number, or null for what is missing. */
    default void put(ObjectNode object, String name) {
        if (this instanceof Words words) {
            object.put(name, words.text());
        } else if (this instanceof Identifier identifier) {
            object.put(name, identifier.number());
        } else if (this instanceof Value value) {
            object.put(name, value.value());
        } else {
            object.putNull(name);
        }
    }

    /** Returns a cell of text. */
    static Cell of(String text) {
        return new Words(text);
    }

    /** Returns a cell of a whole number that names something. */
    static Cell identifier(long number) {
        return new Identifier(number);
    }

    /** Returns a cell of a number. */
    static Cell of(double value) {
        return new Value(value, OptionalDouble.empty());
    }

    /** Returns a mean over runs with its standard deviation; for a single run, the value alone. */
    static Cell of(Spread spread) {
        return new Value(
                spread.mean(), spread.runs() > 1 ? OptionalDouble.of(spread.deviation()) : OptionalDouble.empty());
    }

    /** Returns the cell of a number that may be missing. */
    static Cell of(OptionalDouble value) {
        return value.isPresent() ? of(value.getAsDouble()) : missing();
    }

    /** Returns the cell of what was not measured. */
    static Cell missing() {
        return new Missing();
    }
}
