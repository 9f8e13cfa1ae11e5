package org.epiwrap.dirichlet;

import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;

/** A probability distribution over the intervals of a weight's domain: the shares below, inside and above. */
public sealed interface IntervalLaw {

    /** Returns the expected shares; they sum to 1. */
    Components mean();

    Components draw(UniformRandomProvider random);

    /** All probability on one interval, that of the given shares: a Dirichlet of endless precision. */
    record Fixed(Components mean) implements IntervalLaw {
        @Override
        public Components draw(UniformRandomProvider random) {
            return mean;
        }
    }

    /** A Dirichlet distribution of the shares with the parameters {@code alpha}, finite and above 0. */
    record Dirichlet(Components alpha) implements IntervalLaw {

        public Dirichlet {
            Check.positive("alpha below", alpha.below());
            Check.positive("alpha inside", alpha.inside());
            Check.positive("alpha above", alpha.above());
        }

        public static Dirichlet of(Components alpha) {
            return new Dirichlet(alpha);
        }

        @Override
        public Components mean() {
            double sum = alpha.sum();
            return new Components(alpha.below() / sum, alpha.inside() / sum, alpha.above() / sum);
        }

        @Override
        public Components draw(UniformRandomProvider random) {
            SharesSampler sampler = new SharesSampler(random);
            sampler.draw(alpha.below(), alpha.inside(), alpha.above());
            return new Components(sampler.below(), sampler.inside(), sampler.above());
        }

        /**
         * Returns the logarithm of the density over (below, inside), the shares' two free coordinates. Outside the
         * simplex, and on a side whose parameter is above 1, it is negative infinity; on other sides with a parameter
         * below 1 it is positive infinity.
         */
        public double logDensity(Components shares) {
            double smallest = Math.min(shares.below(), Math.min(shares.inside(), shares.above()));
            if (!(smallest >= 0 && Math.abs(shares.sum() - 1) < 1e-9)) {
                return Double.NEGATIVE_INFINITY;
            }
            if (vanishes(shares.below(), alpha.below())
                    || vanishes(shares.inside(), alpha.inside())
                    || vanishes(shares.above(), alpha.above())) {
                return Double.NEGATIVE_INFINITY;
            }
            return LogGamma.value(alpha.sum())
                    - LogGamma.value(alpha.below())
                    - LogGamma.value(alpha.inside())
                    - LogGamma.value(alpha.above())
                    + power(shares.below(), alpha.below() - 1)
                    + power(shares.inside(), alpha.inside() - 1)
                    + power(shares.above(), alpha.above() - 1);
        }

        private static boolean vanishes(double share, double parameter) {
            return share == 0 && parameter > 1;
        }

        private static double power(double share, double exponent) {
            return exponent == 0 ? 0 : exponent * Math.log(share);
        }
    }
}
