package org.epiwrap.data;

import java.util.List;
import java.util.Optional;

/**
 * A dataset in the parts in which it was found.
 *
 * @param train the examples to train on, or all if they are not divided
 * @param test of the same type and the same classes, if there is such a part
 * @param notes what a user should know of the reading, a sentence each
 */
public record Parts(Dataset train, Optional<Dataset> test, List<String> notes) {
    public Parts {
        notes = List.copyOf(notes);
    }
}
