package org.epiwrap.report;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.wrap.WrappedPosterior;

/** The way of one weight from its posterior to its interval, in four figures drawn from the wrapped weight itself. */
public final class WeightFigures {
    private static final int DRAWS = 400;

    private final WrappedPosterior wrapped;

    private WeightFigures(WrappedPosterior wrapped) {
        this.wrapped = wrapped;
    }

    public static WeightFigures of(WrappedPosterior wrapped) {
        return new WeightFigures(wrapped);
    }

    /** All four, in the order of the method; the stream decides which intervals are drawn. */
    public List<Figure> all(UniformRandomProvider random) {
        return List.of(posterior(), triangle(), simplex(random), density());
    }

    /** The posterior with the points where it is cut. */
    public Figure posterior() {
        return Figure.of("Posterior, cut to a bounded domain", PosteriorPlot.of(wrapped))
                .captioned("The density between the points where it is cut, and the expected interval that takes the"
                        + " weight's place.")
                .described(
                        "Density of the weight on " + told(wrapped.posterior().domain()) + "; its expected interval is "
                                + told(wrapped.interval()) + ".");
    }

    /** All intervals with the belief in each, and the focal ones with their masses. */
    public Figure triangle() {
        return Figure.of("Belief in every interval", TrianglePlot.of(wrapped))
                .captioned("Each point above the diagonal is an interval, from its lower end (across) to its upper end"
                        + " (up); the stronger its colour, the more it is believed to hold the weight. The masses sit on nested"
                        + " intervals, from the whole domain in the corner down to the diagonal.")
                .described("Triangle of the intervals of the domain, shaded by belief, with "
                        + Masses.of(wrapped).size() + " focal intervals.");
    }

    /** The masses beside draws from the law fitted to them. */
    public Figure simplex(UniformRandomProvider random) {
        return Figure.of("Masses, and draws from the fitted law", SimplexPlot.of(wrapped, random, DRAWS))
                .captioned("An interval cuts its domain into three shares: below, inside and above. Left, the focal"
                        + " intervals; right, " + DRAWS
                        + " intervals drawn from the law fitted to them, which need not have the same mean.")
                .described("Two triangles of shares: the focal intervals, whose mean is "
                        + told(wrapped.moments().mean()) + ", and draws from the law, whose mean is "
                        + told(wrapped.law().mean()) + ".");
    }

    /** The density of the law. */
    public Figure density() {
        String law = wrapped.law() instanceof IntervalLaw.Dirichlet dirichlet
                ? "Dirichlet density with parameters " + told(dirichlet.alpha())
                : "All probability on one interval";
        return Figure.of("Density of the fitted law", DirichletPlot.of(wrapped.law()))
                .captioned(
                        "The more colour, the higher the density: as much as there is probability where it is lower. The mean of the law is the"
                                + " expected interval.")
                .described(law + "; the mean is " + told(wrapped.law().mean()) + ".");
    }

    private static String told(Interval interval) {
        return "[" + interval.lower() + ", " + interval.upper() + "]";
    }

    private static String told(Components c) {
        return "(" + Numbers.significant(c.below()) + ", " + Numbers.significant(c.inside()) + ", "
                + Numbers.significant(c.above()) + ")";
    }
}
