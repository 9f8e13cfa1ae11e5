package org.epiwrap.report.weight;

import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.report.plot.Axes;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Outline;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;
import org.epiwrap.wrap.WrappedPosterior;

/**
 * All intervals of a weight's domain: an interval is the point (lower end, upper end), so that they fill the triangle
 * above the diagonal. The darker a point, the higher the belief that its interval contains the weight. Dots are focal
 * intervals, their areas proportional to mass; a diamond is the expected interval.
 *
 * <p>Focal intervals are nested, so the intervals whose belief is at least that of the k-th widest are those that contain
 * it: a rectangle between it and the corner of the whole domain. The rectangles are drawn over each other.
 */
record TrianglePlot(WrappedPosterior wrapped, NestedBelief belief) implements Plot {
    private static final double HEIGHT = 290;
    private static final double LARGEST_DOT = 7;
    private static final int RAMP = 5;
    /** Screens show no finer shades and round thinner layers to wrong colours. */
    private static final double MIN_STEP = 1.0 / 256;

    private static final String EXPECTED = "expected interval";

    static TrianglePlot of(WrappedPosterior wrapped) {
        return new TrianglePlot(wrapped, Masses.of(wrapped));
    }

    @Override
    public double draw(Svg svg) {
        WeightAxis weights = WeightAxis.of(wrapped.posterior());
        Axes axes = Axes.draw(
                svg, 0, HEIGHT, weights.axis("lower end: " + weights.name(), 0.05), weights.axis("upper end", 0.05));
        Outline triangle = new Outline()
                .moveTo(axes.x(weights.at(-1)), axes.y(weights.at(-1)))
                .lineTo(axes.x(weights.at(-1)), axes.y(weights.at(1)))
                .lineTo(axes.x(weights.at(1)), axes.y(weights.at(1)))
                .close();
        svg.add(Element.path(triangle).css("solid surface"));
        shades(svg, axes, weights);
        svg.add(Element.path(triangle).css("line frame"));
        focal(svg, axes, weights);
        double lower = wrapped.posterior().reduced(wrapped.interval().lower());
        double upper = wrapped.posterior().reduced(wrapped.interval().upper());
        svg.add(Element.diamond(axes.x(weights.at(lower)), axes.y(weights.at(upper)))
                .css("solid s2 ringed")
                .tip("expected interval [" + wrapped.interval().lower() + ", "
                        + wrapped.interval().upper() + "]"));
        key(svg, axes.horizontal().end() - 8, axes.base() - 12);
        return axes.height();
    }

    private void shades(Svg svg, Axes axes, WeightAxis weights) {
        double left = axes.x(weights.at(-1));
        double top = axes.y(weights.at(1));
        double sum = 0;
        double covered = 0;
        for (int k = belief.size() - 1; k > 0; k--) {
            sum += belief.mass(k);
            double wanted = shade(Math.min(1, sum));
            if (wanted - covered < MIN_STEP) {
                continue;
            }
            svg.add(Element.rect(
                            left,
                            top,
                            axes.x(weights.at(belief.reducedLower(k))) - left,
                            axes.y(weights.at(belief.reducedUpper(k))) - top)
                    .css("solid s1")
                    // What lies underneath shows through; this opacity on top of it makes the wanted shade.
                    .opacity(1 - (1 - wanted) / (1 - covered))
                    .tip("belief at least " + Numbers.fixed(sum, 3)));
            covered = wanted;
        }
    }

    /** Returns the opacity of a belief: even the smallest is visible, and dots stay visible on the largest. */
    private static double shade(double belief) {
        return 0.06 + 0.64 * belief;
    }

    private void focal(Svg svg, Axes axes, WeightAxis weights) {
        double largest = Masses.largest(belief);
        for (int k = 0; k < belief.size(); k++) {
            FocalInterval focal = belief.focal().get(k);
            svg.add(Element.circle(
                            axes.x(weights.at(belief.reducedLower(k))),
                            axes.y(weights.at(belief.reducedUpper(k))),
                            Masses.radius(focal.mass() / largest, LARGEST_DOT))
                    .css("dot s3")
                    .tip(Masses.describe(focal)));
        }
    }

    /** Draws the legend into the empty half below the diagonal. */
    private static void key(Svg svg, double right, double base) {
        double left = right - Text.width(EXPECTED);
        svg.add(Element.diamond(left - 10, base - 4).css("solid s2"));
        svg.add(Element.text(left, base, EXPECTED));
        svg.add(Element.circle(left - 10, base - 22, 4).css("dot s3"));
        svg.add(Element.text(left, base - 18, "focal, area: mass"));
        svg.add(Element.endingAt(left - 6, base - 36, "belief 0"));
        for (int i = 0; i < RAMP; i++) {
            svg.add(Element.rect(left + i * 16, base - 45, 16, 10)
                    .css("solid s1")
                    .opacity(shade((double) i / (RAMP - 1))));
        }
        svg.add(Element.text(left + RAMP * 16 + 6, base - 36, "1"));
    }
}
