package org.epiwrap.report.weight;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.report.Figure;
import org.epiwrap.wrap.WrappedPosterior;

/** How one weight is wrapped, from its posterior to its interval, in four figures drawn from the wrapped weight. */
public record WeightFigures(WrappedPosterior wrapped) {
    private static final int DRAWS = 400;

    /** Returns all four in the order of the method; the stream determines which intervals are drawn. */
    public List<Figure> all(UniformRandomProvider random) {
        return List.of(posterior(), triangle(), simplex(random), density());
    }

    /** Returns the posterior with its truncation points. */
    public Figure posterior() {
        return Figure.of("Truncated posterior", new PosteriorPlot(wrapped))
                .captioned("The density between the truncation points, and the expected interval that replaces the"
                        + " weight.")
                .described("Density of the weight on "
                        + describe(wrapped.posterior().domain()) + "; its expected interval is "
                        + describe(wrapped.interval()) + ".");
    }

    /** Returns all intervals with their belief, and the focal ones with their masses. */
    public Figure triangle() {
        return Figure.of("Belief in every interval", TrianglePlot.of(wrapped))
                .captioned("Each point above the diagonal is an interval: its lower end across, its upper end up. The"
                        + " stronger the colour, the higher the belief that the interval contains the weight. Masses lie on"
                        + " nested intervals, from the whole domain in the corner down to the diagonal.")
                .described("Triangle of the intervals of the domain, shaded by belief, with "
                        + Masses.of(wrapped).size() + " focal intervals.");
    }

    /** Returns the masses beside draws from the distribution fitted to them. */
    public Figure simplex(UniformRandomProvider random) {
        return Figure.of("Masses, and draws from the fitted distribution", SimplexPlot.of(wrapped, random, DRAWS))
                .captioned(
                        "An interval cuts its domain into three shares: below, inside and above. Left, the focal"
                                + " intervals; right, " + DRAWS
                                + " intervals drawn from the fitted distribution, whose mean may differ from that of the masses.")
                .described("Two triangles of shares: the focal intervals, whose mean is "
                        + Simplex.triple(wrapped.moments().mean()) + ", and draws from the distribution, whose mean is "
                        + Simplex.triple(wrapped.law().mean()) + ".");
    }

    /** Returns the density of the fitted distribution. */
    public Figure density() {
        String law = wrapped.law() instanceof IntervalLaw.Dirichlet dirichlet
                ? "Dirichlet density with parameters " + Simplex.triple(dirichlet.alpha())
                : "All probability on one interval";
        return Figure.of("Density of the fitted distribution", new DirichletPlot(wrapped.law()))
                .captioned(
                        "The stronger the colour, the higher the density. The mean of the distribution is the expected"
                                + " interval.")
                .described(law + "; the mean is " + Simplex.triple(wrapped.law().mean()) + ".");
    }

    private static String describe(Interval interval) {
        return "[" + interval.lower() + ", " + interval.upper() + "]";
    }
}
