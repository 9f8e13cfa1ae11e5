package org.epiwrap.wrap;

import org.epiwrap.belief.BeliefFunction;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.ContourBelief;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.HalfWidth;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.Moments;
import org.epiwrap.posterior.PointMass;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TruncatedGaussian;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.posterior.Truncation;

/**
 * Wraps the posterior of a weight: truncate, turn into a belief function on intervals, fit a Dirichlet distribution,
 * take its expected interval.
 *
 * <pre>{@code
 * WrappedPosterior wrapped = EpistemicWrapper.withDefaults().wrap(Posterior.gaussian(0.1, 0.05));
 * }</pre>
 */
public record EpistemicWrapper(
        Truncation truncation, Grid grid, Contour contour, Complement complement, DirichletFit fit) {

    private static final EpistemicWrapper DEFAULT = new EpistemicWrapper(
            Truncation.withDefaults(),
            Grid.points(30),
            Contour.SUP_NORMALISED,
            Complement.CONTINUOUS,
            DirichletFit.PER_COMPONENT);

    public EpistemicWrapper {
        if (grid instanceof Grid.Exact && complement == Complement.GRID_POINTS) {
            throw new IllegalArgumentException(
                    "complement must be CONTINUOUS on the exact grid, which has no points, but is " + complement);
        }
    }

    /** Truncation at mu ± min(5·sigma, 1), 30 grid points, sup-normalised contour, the paper's fit. */
    public static EpistemicWrapper withDefaults() {
        return DEFAULT;
    }

    public EpistemicWrapper with(Truncation newTruncation) {
        return new EpistemicWrapper(newTruncation, grid, contour, complement, fit);
    }

    public EpistemicWrapper with(Grid newGrid) {
        return new EpistemicWrapper(truncation, newGrid, contour, complement, fit);
    }

    public EpistemicWrapper with(Contour newContour) {
        return new EpistemicWrapper(truncation, grid, newContour, complement, fit);
    }

    public EpistemicWrapper with(Complement newComplement) {
        return new EpistemicWrapper(truncation, grid, contour, newComplement, fit);
    }

    public EpistemicWrapper with(DirichletFit newFit) {
        return new EpistemicWrapper(truncation, grid, contour, complement, newFit);
    }

    /** Truncates a posterior and wraps it. */
    public WrappedPosterior wrap(Posterior posterior) {
        return wrapTruncated(posterior.truncated(truncation));
    }

    public WrappedPosterior wrapTruncated(TruncatedPosterior posterior) {
        if (grid instanceof Grid.Points points) {
            NestedBelief belief = NestedBelief.of(posterior, contour, complement, points.count());
            return wrapped(belief, Moments.of(belief));
        }
        return wrapped(new ContourBelief(posterior, contour), limit(posterior));
    }

    private Moments limit(TruncatedPosterior posterior) {
        if (posterior instanceof TruncatedGaussian gaussian) {
            return Moments.of(HalfWidth.of(gaussian, contour));
        }
        if (posterior instanceof PointMass) {
            return Moments.vacuous();
        }
        throw new IllegalArgumentException(
                "grid must be a number of points for a posterior that is not Gaussian, but is exact");
    }

    private WrappedPosterior wrapped(BeliefFunction belief, Moments moments) {
        return new WrappedPosterior(belief.posterior(), belief, moments, fit.fit(moments));
    }
}
