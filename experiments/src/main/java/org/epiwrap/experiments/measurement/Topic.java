package org.epiwrap.experiments.measurement;

/** What measurements are about. Experiments that show different sides of the same measurements share a topic. */
public enum Topic {
    /** Accuracies before and after fine-tuning. */
    ACCURACY,
    /** Detection and rejection by Monte Carlo dropout. */
    DROPOUT,
    /** Detection of out-of-distribution examples. */
    OOD,
    /** Detection of hard shifts, beside the scores of other methods. */
    HARD,
    /** Whether promises are kept. */
    PROMISES,
    /** Sizes and coverage of prediction sets. */
    SETS,
    /** The method with one step replaced at a time. */
    ABLATION,
    /** Convolutional networks. */
    BACKBONES,
    /** Networks and other classifiers on tables. */
    TABLES,
    /** How long tasks took. */
    TIME
}
