package org.epiwrap.report.weight;

import java.util.List;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.interval.Interval;
import org.epiwrap.report.plot.Scale;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Outline;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.wrap.WrappedPosterior;

/** One picture of a wrapped weight: its density, the focal intervals below it, and below those the expected interval. */
public final class WeightPicture {
    private static final double WIDTH = 2 * Svg.WIDTH;
    private static final double TOP = 30;
    private static final double BASE = 180;
    private static final double FOCAL_HEIGHT = 130;
    private static final double AXIS = BASE + FOCAL_HEIGHT + 80;
    private static final int STEPS = 160;

    private final Svg svg = new Svg();
    /** The reduced domain [-1, 1], with a tenth of its width to spare on both sides. */
    private final Scale x = new Scale(-1.2, 1.2, 20, WIDTH - 20);

    private final WrappedPosterior wrapped;

    private WeightPicture(WrappedPosterior wrapped) {
        this.wrapped = wrapped;
    }

    /** Returns the picture of a wrapped weight as an SVG file. */
    public static String svg(WrappedPosterior wrapped) {
        return new WeightPicture(wrapped).document();
    }

    private String document() {
        density();
        focal();
        interval();
        axis();
        return svg.document(WIDTH, AXIS + 50, "From the posterior of one weight to its interval");
    }

    private void density() {
        Outline curve = new Outline().moveTo(x.at(-1), BASE);
        for (int i = 0; i <= STEPS; i++) {
            double reduced = 2.0 * i / STEPS - 1;
            curve.lineTo(
                    x.at(reduced), BASE - (BASE - TOP) * wrapped.posterior().relativeDensity(reduced, reduced));
        }
        svg.add(Element.path(curve.lineTo(x.at(1), BASE)).css("area s1"));
        for (double end : new double[] {-1, 1}) {
            svg.add(Element.line(x.at(end), TOP, x.at(end), AXIS - 14).css("line guide"));
        }
        label(TOP + 10, "1  truncated posterior", "strong");
    }

    private void focal() {
        label(BASE + 94, "2  belief:", "strong");
        label(BASE + 110, "nested intervals,", "muted");
        label(BASE + 126, "the darker, the more mass", "muted");
        if (wrapped.belief() instanceof NestedBelief nested) {
            double largest = Masses.largest(nested);
            double step = FOCAL_HEIGHT / nested.size();
            for (int k = 0; k < nested.size(); k++) {
                double from = x.at(nested.reducedLower(k));
                svg.add(Element.rect(
                                from,
                                BASE + 18 + k * step,
                                Math.max(1, x.at(nested.reducedUpper(k)) - from),
                                0.8 * step)
                        .rounded(2)
                        .css("solid s2")
                        .opacity(0.08 + 0.92 * nested.mass(k) / largest));
            }
        }
    }

    private void interval() {
        Interval interval = wrapped.interval();
        double y = BASE + FOCAL_HEIGHT + 44;
        double from = x.at(wrapped.posterior().reduced(interval.lower()));
        double to = x.at(wrapped.posterior().reduced(interval.upper()));
        svg.add(Element.rect(from, y, Math.max(1, to - from), 14).rounded(3).css("solid s3"));
        label(
                y - 6,
                "3  Dirichlet, expected interval: [" + number(interval.lower()) + ", " + number(interval.upper()) + "]",
                "strong");
    }

    private void axis() {
        svg.add(Element.line(x.start(), AXIS, x.end(), AXIS).css("axis"));
        for (double reduced : List.of(-1.0, -0.5, 0.0, 0.5, 1.0)) {
            svg.add(Element.line(x.at(reduced), AXIS, x.at(reduced), AXIS + 5).css("axis"));
            svg.add(Element.centred(
                            x.at(reduced), AXIS + 18, number(wrapped.posterior().weightAt(reduced)))
                    .css("tick"));
        }
        svg.add(Element.centred(x.at(0), AXIS + 38, "weight").css("muted"));
    }

    private void label(double y, String text, String css) {
        svg.add(Element.text(x.at(-1) + 8, y, text).css(css));
    }

    private String number(double value) {
        double width = wrapped.posterior().domain().width();
        return width > 0 ? Numbers.resolving(value, width) : Numbers.significant(value);
    }
}
