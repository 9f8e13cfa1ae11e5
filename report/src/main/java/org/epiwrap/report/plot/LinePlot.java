package org.epiwrap.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Outline;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/**
 * Curves over a common axis, with optional error bars and one marked point, such as where a threshold lies on its curve.
 */
public record LinePlot(String horizontal, String vertical, List<Curve> curves, Optional<Mark> mark) implements Plot {
    private static final double HEIGHT = 200;

    /** A point with a label. */
    public record Mark(double x, double y, String label) {
        public Mark {
            Check.finite("x", x);
            Check.finite("y", y);
        }
    }

    public LinePlot {
        curves = List.copyOf(curves);
    }

    /** Returns an empty plot with the labels of its axes. */
    public static LinePlot of(String horizontal, String vertical) {
        return new LinePlot(horizontal, vertical, List.of(), Optional.empty());
    }

    /** Returns an empty accuracy–rejection plot: accuracy over the share rejected, most uncertain first. */
    public static LinePlot ofRejection() {
        return of("share rejected, most uncertain first", "accuracy of the rest");
    }

    public LinePlot with(Curve curve) {
        List<Curve> more = new ArrayList<>(curves);
        more.add(curve);
        return new LinePlot(horizontal, vertical, more, mark);
    }

    /** Returns this plot with a marked point, which replaces an earlier one. */
    public LinePlot marking(double x, double y, String label) {
        return new LinePlot(horizontal, vertical, curves, Optional.of(new Mark(x, y, label)));
    }

    @Override
    public double draw(Svg svg) {
        Check.atLeast("the number of curves", curves.size(), 1);
        Range x = Range.empty();
        Range y = Range.empty();
        List<Legend.Entry> entries = new ArrayList<>();
        for (int k = 0; k < curves.size(); k++) {
            for (Curve.Point point : curves.get(k).points()) {
                x = x.with(point.x());
                y = y.with(point.lower(), point.upper());
            }
            entries.add(Legend.Mark.LINE.of(curves.get(k).name(), curves.get(k).css(k)));
        }
        if (mark.isPresent()) {
            x = x.with(mark.get().x());
            y = y.with(mark.get().y());
        }
        Axes axes = Axes.draw(
                svg,
                Legend.draw(svg, entries),
                HEIGHT,
                x.axis(horizontal),
                y.padded().axis(vertical));
        for (int k = 0; k < curves.size(); k++) {
            draw(svg, axes, curves.get(k), curves.get(k).css(k));
        }
        mark.ifPresent(point -> draw(svg, axes, point));
        return axes.height();
    }

    private static void draw(Svg svg, Axes axes, Curve curve, String css) {
        Outline outline = new Outline();
        curve.points().forEach(point -> outline.lineTo(axes.x(point.x()), axes.y(point.y())));
        svg.add(Element.path(outline).css("line " + css).tip(curve.name()));
        for (Curve.Point point : curve.points()) {
            if (point.error().isPresent()) {
                double x = axes.x(point.x());
                svg.add(Element.line(x, axes.y(point.lower()), x, axes.y(point.upper()))
                        .css("error " + css));
                svg.add(Element.circle(x, axes.y(point.y()), 3)
                        .css("dot " + css)
                        .tip(curve.name() + ": " + Numbers.significant(point.y()) + " ± "
                                + Numbers.significant(point.error().getAsDouble())));
            }
        }
    }

    private static void draw(Svg svg, Axes axes, Mark mark) {
        double x = axes.x(mark.x());
        double y = axes.y(mark.y());
        svg.add(Element.line(x, axes.vertical().end(), x, axes.base()).css("line guide"));
        svg.add(Element.circle(x, y, 4).css("estimate").tip(mark.label()));
        boolean fits = x + 8 + Text.width(mark.label()) < axes.horizontal().end();
        double low = axes.base() - 8;
        svg.add(fits ? Element.text(x + 8, low, mark.label()) : Element.endingAt(x - 8, low, mark.label()));
    }
}
