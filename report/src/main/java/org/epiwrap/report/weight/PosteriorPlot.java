package org.epiwrap.report.weight;

import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.PointMass;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.report.plot.Axes;
import org.epiwrap.report.plot.Axis;
import org.epiwrap.report.plot.Legend;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Outline;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.wrap.WrappedPosterior;

/** The truncated density of a weight and the expected interval that replaces it. */
record PosteriorPlot(WrappedPosterior wrapped) implements Plot {
    private static final double HEIGHT = 250;
    private static final int STEPS = 240;
    private static final double SPARE = 0.15;

    @Override
    public double draw(Svg svg) {
        WeightAxis weights = WeightAxis.of(wrapped.posterior());
        double top = Legend.draw(
                svg,
                Legend.Mark.AREA.of("posterior", "s1"),
                Legend.Mark.LINE.of("truncation", "guide"),
                Legend.Mark.AREA.of("expected interval", "s2"));
        Axes axes = Axes.draw(
                svg,
                top,
                HEIGHT,
                weights.axis(weights.name(), SPARE),
                new Axis("density, relative to its peak", 0, 1.12));
        if (wrapped.posterior() instanceof PointMass) {
            svg.add(Element.line(axes.x(weights.at(0)), axes.base(), axes.x(weights.at(0)), axes.y(1))
                    .css("line s1"));
        } else {
            density(svg, axes, weights);
            truncation(svg, axes, weights, -1);
            truncation(svg, axes, weights, 1);
        }
        interval(svg, axes, weights);
        return axes.height();
    }

    private void density(Svg svg, Axes axes, WeightAxis weights) {
        TruncatedPosterior posterior = wrapped.posterior();
        Outline area = new Outline().moveTo(axes.x(weights.at(-1)), axes.base());
        for (int i = 0; i <= STEPS; i++) {
            double reduced = 2.0 * i / STEPS - 1;
            area.lineTo(axes.x(weights.at(reduced)), axes.y(posterior.relativeDensity(reduced, reduced)));
        }
        svg.add(Element.path(area.lineTo(axes.x(weights.at(1)), axes.base()).close())
                .css("area s1"));
    }

    private void truncation(Svg svg, Axes axes, WeightAxis weights, int end) {
        double x = axes.x(weights.at(end));
        svg.add(Element.line(x, axes.vertical().end(), x, axes.base()).css("line guide"));
        String label = weights.label(end);
        svg.add(
                end < 0
                        ? Element.text(x + 6, axes.vertical().end() + 11, label)
                        : Element.endingAt(x - 6, axes.vertical().end() + 11, label));
    }

    private void interval(Svg svg, Axes axes, WeightAxis weights) {
        Interval interval = wrapped.interval();
        double from = axes.x(weights.at(wrapped.posterior().reduced(interval.lower())));
        double to = axes.x(weights.at(wrapped.posterior().reduced(interval.upper())));
        double width = Math.max(2, to - from);
        svg.add(Element.rect(0.5 * (from + to) - 0.5 * width, axes.base() - 7, width, 7)
                .rounded(1.5)
                .css("solid s2")
                .tip("expected interval [" + interval.lower() + ", " + interval.upper() + "]"));
    }
}
