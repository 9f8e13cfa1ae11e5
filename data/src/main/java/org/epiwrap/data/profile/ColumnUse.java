package org.epiwrap.data.profile;

import java.util.Locale;

/** What a column is used as. */
public enum ColumnUse {
    /** A number that a network receives. */
    NUMBER,
    /** A category that a network receives. */
    CATEGORY,
    /** The class of a row. */
    LABEL,
    /** Nothing. */
    IGNORED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
