package org.epiwrap.data;

import java.util.Locale;

/** The two parts that a dataset is published in. */
public enum Part {
    TRAIN,
    TEST;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
