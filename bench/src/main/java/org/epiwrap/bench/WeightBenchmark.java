package org.epiwrap.bench;

import java.util.concurrent.TimeUnit;
import org.epiwrap.belief.BeliefMatrix;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.Moments;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.EpistemicWrapper;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One weight to its interval: by the definition in O(n²), by the walk in O(n). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WeightBenchmark {
    @Param({"30", "300", "3000"})
    private int points;

    private double mu = 0.1;
    private double sigma = 0.05;

    /** The focal intervals alone. */
    @Benchmark
    public NestedBelief walk() {
        return NestedBelief.of(truncated(), Contour.SUP_NORMALISED, Complement.CONTINUOUS, points);
    }

    /** The whole chain as the definition reads: all beliefs, all masses, sums over all intervals. */
    @Benchmark
    public Interval naive() {
        TruncatedPosterior posterior = truncated();
        BeliefMatrix matrix =
                BeliefMatrix.of(SideSuprema.of(posterior, Contour.SUP_NORMALISED, Complement.CONTINUOUS, points));
        double step = 1.0 / (points - 1);
        double[] mean = new double[3];
        double[] square = new double[3];
        for (int i = 0; i < points; i++) {
            for (int j = i; j < points; j++) {
                double mass = matrix.mass(i, j);
                double[] shares = {i * step, (j - i) * step, 1 - j * step};
                for (int k = 0; k < 3; k++) {
                    mean[k] += mass * shares[k];
                    square[k] += mass * shares[k] * shares[k];
                }
            }
        }
        Components means = new Components(mean[0], mean[1], mean[2]);
        Components variances = new Components(
                square[0] - mean[0] * mean[0], square[1] - mean[1] * mean[1], square[2] - mean[2] * mean[2]);
        Components alpha =
                DirichletFit.PER_COMPONENT.fit(new Moments(means, variances)).mean();
        return posterior.intervalAt(alpha.reducedLower(), alpha.reducedUpper());
    }

    /** The whole chain by the walk. */
    @Benchmark
    public Interval single() {
        return EpistemicWrapper.withDefaults().wrapTruncated(truncated()).interval();
    }

    private TruncatedPosterior truncated() {
        return Posterior.gaussian(mu, sigma).truncated(Truncation.withDefaults());
    }
}
