package org.epiwrap.report;

import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.wrap.WrappedPosterior;

/**
 * All intervals of a weight's domain at once: an interval is the point (lower end, upper end), so that they fill the
 * triangle above the diagonal. The triangle is as dark as the interval is believed to hold the weight; on it stand the
 * focal intervals, as large as their masses, and the expected interval.
 *
 * <p>The focal intervals being nested, the intervals believed at least as much as the k-th widest are those that
 * contain it: a rectangle between it and the corner of the whole domain. The rectangles are drawn over each other.
 */
public final class TrianglePlot implements Plot {
    private static final double HEIGHT = 290;
    private static final double LARGEST_DOT = 7;
    private static final int RAMP = 5;
    /** Screens show no finer shades, and round thinner layers into wrong colours. */
    private static final double LEAST_STEP = 1.0 / 256;

    private static final String EXPECTED = "expected interval";

    private final WrappedPosterior wrapped;
    private final NestedBelief belief;

    private TrianglePlot(WrappedPosterior wrapped, NestedBelief belief) {
        this.wrapped = wrapped;
        this.belief = belief;
    }

    public static TrianglePlot of(WrappedPosterior wrapped) {
        return new TrianglePlot(wrapped, Masses.of(wrapped));
    }

    @Override
    public String svg(String description) {
        Svg svg = new Svg();
        WeightAxis weights = WeightAxis.of(wrapped.posterior());
        Axes axes = Axes.draw(
                svg, 0, HEIGHT, weights.axis("lower end: " + weights.name(), 0.05), weights.axis("upper end", 0.05));
        Outline triangle = new Outline()
                .moveTo(axes.x(weights.at(-1)), axes.y(weights.at(-1)))
                .lineTo(axes.x(weights.at(-1)), axes.y(weights.at(1)))
                .lineTo(axes.x(weights.at(1)), axes.y(weights.at(1)))
                .close();
        svg.add(Element.path(triangle).css("solid surface"));
        believed(svg, axes, weights);
        svg.add(Element.path(triangle).css("line frame"));
        focal(svg, axes, weights);
        double lower = wrapped.posterior().reduced(wrapped.interval().lower());
        double upper = wrapped.posterior().reduced(wrapped.interval().upper());
        svg.add(Marks.diamond(axes.x(weights.at(lower)), axes.y(weights.at(upper)))
                .css("solid s2 ringed")
                .tip("expected interval [" + wrapped.interval().lower() + ", "
                        + wrapped.interval().upper() + "]"));
        key(svg, axes.right() - 8, axes.base() - 12);
        return svg.toString(axes.height(), description);
    }

    private void believed(Svg svg, Axes axes, WeightAxis weights) {
        double left = axes.x(weights.at(-1));
        double top = axes.y(weights.at(1));
        double sum = 0;
        double covered = 0;
        for (int k = belief.size() - 1; k > 0; k--) {
            sum += belief.mass(k);
            double wanted = shade(Math.min(1, sum));
            if (wanted - covered < LEAST_STEP) {
                continue;
            }
            svg.add(Element.rect(
                            left,
                            top,
                            axes.x(weights.at(belief.reducedLower(k))) - left,
                            axes.y(weights.at(belief.reducedUpper(k))) - top)
                    .css("solid s1")
                    // What is underneath shows through; this much on top of it makes the shade that is wanted.
                    .opacity(1 - (1 - wanted) / (1 - covered))
                    .tip("belief at least " + Numbers.fixed(sum, 3)));
            covered = wanted;
        }
    }

    /** How opaque a belief is drawn: none is seen to be more than nothing at all, and dots stay visible on certainty. */
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
                    .tip(Masses.told(focal)));
        }
    }

    /** In the empty half: below the diagonal there are no intervals. */
    private static void key(Svg svg, double right, double base) {
        double left = right - Text.width(EXPECTED);
        svg.add(Marks.diamond(left - 10, base - 4).css("solid s2"));
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
