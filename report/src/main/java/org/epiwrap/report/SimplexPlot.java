package org.epiwrap.report;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.check.Check;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.wrap.WrappedPosterior;

/** The focal intervals of a weight with their masses, and beside them intervals drawn from the law fitted to them. */
public final class SimplexPlot implements Plot {
    private static final double SIDE = 176;
    private static final double LARGEST_DOT = 8;

    private final WrappedPosterior wrapped;
    private final NestedBelief belief;
    private final List<Components> draws;

    private SimplexPlot(WrappedPosterior wrapped, NestedBelief belief, List<Components> draws) {
        this.wrapped = wrapped;
        this.belief = belief;
        this.draws = draws;
    }

    public static SimplexPlot of(WrappedPosterior wrapped, UniformRandomProvider random, int draws) {
        Check.atLeast("draws", draws, 1);
        List<Components> drawn =
                Stream.generate(() -> wrapped.law().draw(random)).limit(draws).toList();
        return new SimplexPlot(wrapped, Masses.of(wrapped), drawn);
    }

    @Override
    public String svg(String description) {
        Svg svg = new Svg();
        double top = Legend.draw(
                        svg,
                        List.of(
                                new Legend.Entry("focal, area: mass", Legend.Mark.DOT, "s3"),
                                new Legend.Entry("draw", Legend.Mark.DOT, "s1"),
                                new Legend.Entry("mean", Legend.Mark.DIAMOND, "s2")))
                + 24;
        Simplex masses = new Simplex(6, top, SIDE);
        Simplex samples = new Simplex(Svg.WIDTH - SIDE - 6, top, SIDE);
        masses.draw(svg);
        samples.draw(svg);
        focal(svg, masses);
        for (Components draw : draws) {
            svg.add(Element.circle(samples.x(draw), samples.y(draw), 1.6).css("speck s1"));
        }
        mean(svg, masses, wrapped.moments().mean(), "mean of the focal intervals");
        mean(svg, samples, wrapped.law().mean(), "mean of the law");
        return svg.toString(masses.bottom(), description);
    }

    private void focal(Svg svg, Simplex simplex) {
        double largest = Masses.largest(belief);
        List<FocalInterval> focal = belief.focal();
        for (int k = 0; k < belief.size(); k++) {
            Components shares = Components.shares(belief.reducedLower(k), belief.reducedUpper(k));
            svg.add(Element.circle(
                            simplex.x(shares), simplex.y(shares), Masses.radius(belief.mass(k) / largest, LARGEST_DOT))
                    .css("dot s3")
                    .tip(Masses.told(focal.get(k))));
        }
    }

    private static void mean(Svg svg, Simplex simplex, Components shares, String told) {
        svg.add(Marks.diamond(simplex.x(shares), simplex.y(shares))
                .css("solid s2 ringed")
                .tip(told + ": below " + Numbers.significant(shares.below()) + ", inside "
                        + Numbers.significant(shares.inside()) + ", above "
                        + Numbers.significant(shares.above())));
    }
}
