package org.epiwrap.data.load;

import java.util.List;
import java.util.Optional;

/**
 * How data was divided, for provenance and to divide it so again: the same data read with
 * {@link DataOptions#dividedAs} has the same parts.
 *
 * @param label the column of the labels, if the data is a table
 * @param seed by which the examples were drawn
 * @param shares of the examples that were not given apart
 * @param unknownClasses the classes that were left out
 */
public record Division(Optional<String> label, long seed, Shares shares, List<String> unknownClasses) {

    public Division {
        unknownClasses = List.copyOf(unknownClasses);
    }
}
