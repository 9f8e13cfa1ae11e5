package org.epiwrap.experiments.measurement;

/** Which property of networks and scores was measured. */
public enum Part {
    /** How well a score detects out-of-distribution examples. */
    DETECTION,
    /** The accuracy that remains when the examples with the highest scores are rejected. */
    REJECTION,
    /** Accuracies on the networks' own test examples. */
    ACCURACY,
    /** Predictive random sets. */
    SETS
}
