package org.epiwrap.data.profile;

/**
 * What a careful analyst would say of data before anything is trained on it.
 *
 * @param sentence with its full stop
 */
public record DataWarning(Kind kind, String sentence) {

    /** What the warning is about. */
    public enum Kind {
        /** Nothing can be learnt from the data as it is. */
        UNUSABLE,
        /** A column that names rows. */
        IDENTIFIER,
        /** A column that is the same in all rows, or empty. */
        CONSTANT,
        /** A column of dates. */
        DATE,
        /** A column of texts that are no categories. */
        FREE_TEXT,
        /** A column of numbers and texts. */
        MIXED_TYPES,
        /** A column with many missing cells. */
        MANY_MISSING,
        /** A column that all but tells the label. */
        LEAK,
        /** Rows without a label. */
        MISSING_LABELS,
        /** Classes with few rows. */
        RARE_CLASS,
        /** One class that most rows have. */
        IMBALANCE,
        /** Rows that occur more than once. */
        DUPLICATES,
        /** Rows to test on that are also rows to train on. */
        SHARED_ROWS,
        /** Pictures of different sizes. */
        SIZES,
        /** Files that are no pictures. */
        OTHER_FILES
    }
}
