package org.epiwrap.explanation;

import org.epiwrap.check.Check;

/**
 * What one part of an example contributes to its distance to the training examples.
 *
 * @param part the name of a column, or the place of a patch of an image, such as {@code row 2, column 5}
 * @param value the cell as it was read; empty for a missing cell and for a patch
 * @param share of all contributions that lengthen the distance, from 0 to 1; 0 if the part does not
 * @param unseen whether no training example had anything like it
 * @param sentence what is unusual about it, without a full stop
 */
public record Contribution(String part, String value, double share, boolean unseen, String sentence) {

    public Contribution {
        Check.share("share", share);
    }

    /** Returns a column with its value, such as {@code age 81}. */
    String named() {
        return part + " " + (value.isEmpty() ? "missing" : value);
    }
}
