package org.epiwrap.wrap;

/** By what a {@link Budget} ranks weights, the highest first. Sigma, mu and mu + sigma are the paper's. */
public enum Criterion {
    SIGMA {
        @Override
        double score(double mu, double sigma) {
            return sigma;
        }
    },
    MU {
        @Override
        double score(double mu, double sigma) {
            return mu;
        }
    },
    MU_PLUS_SIGMA {
        @Override
        double score(double mu, double sigma) {
            return mu + sigma;
        }
    },
    ABS_MU {
        @Override
        double score(double mu, double sigma) {
            return Math.abs(mu);
        }
    },
    ABS_MU_PLUS_SIGMA {
        @Override
        double score(double mu, double sigma) {
            return Math.abs(mu) + sigma;
        }
    };

    abstract double score(double mu, double sigma);
}
