package org.epiwrap.report.weight;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.check.Check;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.report.plot.Legend;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.wrap.WrappedPosterior;

/** The focal intervals of a weight with their masses, beside intervals drawn from the distribution fitted to them. */
record SimplexPlot(WrappedPosterior wrapped, NestedBelief belief, List<Components> draws) implements Plot {
    private static final double SIDE = 176;
    private static final double LARGEST_DOT = 8;
    private static final List<Legend.Entry> LEGEND = List.of(
            Legend.Mark.DOT.of("focal, area: mass", "s3"),
            Legend.Mark.DOT.of("draw", "s1"),
            Legend.Mark.DIAMOND.of("mean", "s2"));

    /** Returns the plot of a wrapped weight with so many draws. */
    static SimplexPlot of(WrappedPosterior wrapped, UniformRandomProvider random, int draws) {
        Check.atLeast("draws", draws, 1);
        List<Components> drawn =
                Stream.generate(() -> wrapped.law().draw(random)).limit(draws).toList();
        return new SimplexPlot(wrapped, Masses.of(wrapped), drawn);
    }

    @Override
    public double draw(Svg svg) {
        double top = Legend.draw(svg, LEGEND) + 24;
        Simplex masses = new Simplex(6, top, SIDE);
        Simplex samples = new Simplex(Svg.WIDTH - SIDE - 6, top, SIDE);
        masses.draw(svg);
        samples.draw(svg);
        focal(svg, masses);
        for (Components draw : draws) {
            svg.add(Element.circle(samples.x(draw), samples.y(draw), 1.6).css("speck s1"));
        }
        mean(svg, masses, wrapped.moments().mean(), "mean of the focal intervals");
        mean(svg, samples, wrapped.law().mean(), "mean of the fitted distribution");
        return masses.bottom();
    }

    private void focal(Svg svg, Simplex simplex) {
        double largest = Masses.largest(belief);
        List<FocalInterval> focal = belief.focal();
        for (int k = 0; k < belief.size(); k++) {
            Components shares = Components.shares(belief.reducedLower(k), belief.reducedUpper(k));
            svg.add(Element.circle(
                            simplex.x(shares), simplex.y(shares), Masses.radius(belief.mass(k) / largest, LARGEST_DOT))
                    .css("dot s3")
                    .tip(Masses.describe(focal.get(k))));
        }
    }

    private static void mean(Svg svg, Simplex simplex, Components shares, String what) {
        svg.add(Element.diamond(simplex.x(shares), simplex.y(shares))
                .css("solid s2 ringed")
                .tip(what + ": " + Simplex.describe(shares)));
    }
}
