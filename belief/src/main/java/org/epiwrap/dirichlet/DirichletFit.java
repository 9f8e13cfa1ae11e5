package org.epiwrap.dirichlet;

/**
 * Fits a Dirichlet distribution to the moments of the focal intervals. Variances and parameters are kept at or above
 * {@link #FLOOR}.
 */
public enum DirichletFit {
    /** The paper's: α = L₁(L₁(1-L₁)/L₂ - 1) for each component; precisions differ, so that the mean is not L₁. */
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

    /** The smallest variance and the smallest parameter. */
    public static final double FLOOR = 1e-6;

    /**
     * Returns the fitted law. Where all mass is on one interval the law is that interval itself. So it is where nearly
     * all mass is on the whole domain: each mean is then so close to 0 or 1 that no Dirichlet distribution has that
     * mean and a variance at the floor, and the floors would give the middle third of the domain instead.
     */
    public IntervalLaw fit(Moments moments) {
        Components mean = moments.mean();
        Components variance = moments.variance();
        boolean oneInterval = variance.below() == 0 && variance.inside() == 0 && variance.above() == 0;
        boolean wholeDomain =
                Math.max(spread(mean.inside()), Math.max(spread(mean.below()), spread(mean.above()))) <= 2 * FLOOR;
        return oneInterval || wholeDomain
                ? new IntervalLaw.Fixed(mean)
                : IntervalLaw.Dirichlet.of(floored(alpha(mean, floored(variance))));
    }

    abstract Components alpha(Components mean, Components variance);

    /** Returns the largest variance that a share of this mean can have. */
    private static double spread(double mean) {
        return mean * (1 - mean);
    }

    private static Components floored(Components c) {
        return new Components(Math.max(c.below(), FLOOR), Math.max(c.inside(), FLOOR), Math.max(c.above(), FLOOR));
    }
}
