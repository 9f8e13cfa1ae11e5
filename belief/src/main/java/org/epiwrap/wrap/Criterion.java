package org.epiwrap.wrap;

/** By what a {@link Budget} ranks weights, the highest first. Sigma, mu and mu + sigma are the paper's. */
public enum Criterion {
    SIGMA,
    MU,
    MU_PLUS_SIGMA,
    ABS_MU,
    ABS_MU_PLUS_SIGMA;

    double score(double mu, double sigma) {
        return switch (this) {
            case SIGMA -> sigma;
            case MU -> mu;
            case MU_PLUS_SIGMA -> mu + sigma;
            case ABS_MU -> Math.abs(mu);
            case ABS_MU_PLUS_SIGMA -> Math.abs(mu) + sigma;
        };
    }
}
