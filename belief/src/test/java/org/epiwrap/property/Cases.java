package org.epiwrap.property;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.interval.Interval;
import org.epiwrap.interval.IntervalSet;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.posterior.Truncation;

/** Random posteriors and sets, fixed by a seed and the number of the case. */
final class Cases {
    private Cases() {}

    /** Sigma from 1e-6 to 1e3, evenly on the logarithmic scale; every multiplier occurs. */
    static TruncatedPosterior gaussian(UniformRandomProvider random) {
        double sigma = Math.pow(10, -6 + 9 * random.nextDouble());
        double mu = (random.nextDouble() - 0.5) * Math.pow(10, -2 + 4 * random.nextDouble());
        return Posterior.gaussian(mu, sigma).truncated(Truncation.withDefaults());
    }

    /** Densities of any shape: several modes, plateaus, empty stretches, spikes, uneven knots. */
    static TabulatedDensity density(UniformRandomProvider random) {
        int count = 2 + random.nextInt(60);
        double[] knots = new double[count];
        double[] density = new double[count];
        knots[0] = 4 * random.nextDouble() - 2;
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                knots[i] = knots[i - 1] + 0.001 + random.nextDouble();
            }
            density[i] = switch (random.nextInt(6)) {
                case 0 -> 0;
                case 1 -> i > 0 ? density[i - 1] : 1;
                case 2 -> 100 * random.nextDouble();
                default -> random.nextDouble();
            };
        }
        density[random.nextInt(count)] = 0.5 + random.nextDouble();
        return TabulatedDensity.of(knots, density);
    }

    static TruncatedPosterior samples(UniformRandomProvider random) {
        double[] samples = random.doubles(1 + random.nextInt(200))
                .map(x -> x < 0.3 ? x : Math.pow(x, 3) - 2)
                .sorted()
                .toArray();
        return Posterior.samples(samples).truncated(Truncation.withDefaults());
    }

    static TruncatedPosterior posterior(UniformRandomProvider random) {
        return switch (random.nextInt(4)) {
            case 0 -> samples(random);
            case 1 -> density(random);
            default -> gaussian(random);
        };
    }

    static Contour contour(UniformRandomProvider random) {
        return random.nextBoolean() ? Contour.SUP_NORMALISED : Contour.DUBOIS_PRADE;
    }

    static Complement complement(UniformRandomProvider random) {
        return random.nextBoolean() ? Complement.CONTINUOUS : Complement.GRID_POINTS;
    }

    static int points(UniformRandomProvider random) {
        return 4 + random.nextInt(40);
    }

    static Interval interval(UniformRandomProvider random, Interval domain) {
        // A little beyond the domain on both sides.
        double a = domain.lower() + domain.width() * (1.2 * random.nextDouble() - 0.1);
        double b = domain.lower() + domain.width() * (1.2 * random.nextDouble() - 0.1);
        return Interval.of(Math.min(a, b), Math.max(a, b));
    }

    static IntervalSet union(UniformRandomProvider random, Interval domain) {
        Interval[] parts = new Interval[random.nextInt(5)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = interval(random, domain);
        }
        return IntervalSet.of(parts);
    }
}
