package org.epiwrap.posterior;

import org.epiwrap.check.Check;
import org.epiwrap.interval.Interval;

/** A weight known exactly: all probability on one number. */
public record PointMass(double weight) implements Posterior, TruncatedPosterior {

    public PointMass {
        Check.finite("weight", weight);
    }

    @Override
    public TruncatedPosterior truncated(Truncation rule) {
        return this;
    }

    @Override
    public Interval domain() {
        return new Interval(weight, weight);
    }

    @Override
    public double weightAt(double reduced) {
        return weight;
    }

    @Override
    public double reduced(double any) {
        return 0;
    }

    @Override
    public double probability(double from, double to) {
        return 1;
    }

    @Override
    public double relativeDensity(double from, double to) {
        return 1;
    }

    @Override
    public double probabilityNoDenser(double from, double to) {
        return 1;
    }
}
