package org.epiwrap.experiments.measurement;

/** A classifier of scikit-learn. */
public enum Classifier {
    /** An MLP with 64 hidden units. */
    MLP,
    /** A random forest of 200 trees. */
    FOREST
}
