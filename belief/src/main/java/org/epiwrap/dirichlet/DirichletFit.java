package org.epiwrap.dirichlet;

/**
 * Fits a Dirichlet distribution to the moments of the focal intervals. Variances and parameters are kept at or above
 * {@link #FLOOR}.
 */
public enum DirichletFit {
    /**
     * The paper's: each component on its own, α = L₁(L₁(1-L₁)/L₂ - 1). The components get different precisions, so
     * the mean of the fit is not L₁.
     */
    PER_COMPONENT {
        @Override
        Components alpha(Components mean, Components variance) {
            return new Components(
                    alpha(mean.below(), variance.below()),
                    alpha(mean.inside(), variance.inside()),
                    alpha(mean.above(), variance.above()));
        }

        private double alpha(double mean, double variance) {
            return mean * (spread(mean) / variance - 1);
        }
    },

    /** One precision Σ L₁(1-L₁) / Σ L₂ - 1 for all components: keeps the mean. */
    POOLED {
        @Override
        Components alpha(Components mean, Components variance) {
            double spreads = spread(mean.below()) + spread(mean.above()) + spread(mean.inside());
            double precision = spreads / variance.sum() - 1;
            return new Components(precision * mean.below(), precision * mean.inside(), precision * mean.above());
        }
    };

    /** Least variance and least parameter. */
    public static final double FLOOR = 1e-6;

    /**
     * The fitted law. Where every variance is below the floor the focal intervals are one interval, and the floor
     * would turn it into the middle third of the domain: the law is then that interval itself.
     */
    public IntervalLaw fit(Moments moments) {
        Components variance = moments.variance();
        if (variance.below() < FLOOR && variance.inside() < FLOOR && variance.above() < FLOOR) {
            return new IntervalLaw.Fixed(moments.mean());
        }
        return IntervalLaw.Dirichlet.of(floored(alpha(moments.mean(), floored(variance))));
    }

    abstract Components alpha(Components mean, Components variance);

    private static double spread(double mean) {
        return mean * (1 - mean);
    }

    private static Components floored(Components c) {
        return new Components(Math.max(c.below(), FLOOR), Math.max(c.inside(), FLOOR), Math.max(c.above(), FLOOR));
    }
}
