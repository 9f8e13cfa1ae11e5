package org.epiwrap.data;

import java.util.Locale;

/** The two parts in which a dataset is published. */
public enum Part {
    /** The images to train on. */
    TRAIN,
    /** The images to test on. */
    TEST;

    /** Returns the lower-case name, as it appears in names of datasets and files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
