package org.epiwrap.experiments.measurement;

/** Whose predictions or scores were measured. */
public enum Subject {
    /** The Bayesian neural network. */
    BNN,
    /** An ensemble of plain networks. */
    ENSEMBLE,
    /** An interval neural network that starts from random intervals. */
    INN,
    /** The mean network of a Bayesian one. */
    MEAN,
    /** No network: pixels alone. */
    PIXELS,
    /** The wrapped network. */
    WRAPPED
}
