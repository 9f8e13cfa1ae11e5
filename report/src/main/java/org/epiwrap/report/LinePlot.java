package org.epiwrap.report;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.RejectionCurve;

/** Curves over a common axis. They differ in colour and in dashes, so that neither is needed alone. */
public final class LinePlot implements Plot {
    private static final double HEIGHT = 200;
    /** More points than these could not be told apart. */
    private static final int CURVE_POINTS = 200;

    private final String horizontal;
    private final String vertical;
    private final List<Curve> curves;

    private static final class Curve {
        final String name;
        final double[] x;
        final double[] y;

        Curve(String name, double[] x, double[] y) {
            this.name = name;
            this.x = x;
            this.y = y;
        }
    }

    private LinePlot(String horizontal, String vertical, List<Curve> curves) {
        this.horizontal = horizontal;
        this.vertical = vertical;
        this.curves = List.copyOf(curves);
    }

    /** An empty plot with the labels of its axes. */
    public static LinePlot of(String horizontal, String vertical) {
        return new LinePlot(horizontal, vertical, List.of());
    }

    /** For accuracy over the share of images that were discarded, the most uncertain first. */
    public static LinePlot ofRejection() {
        return of("share of images discarded, the most uncertain first", "accuracy of those kept");
    }

    /** With one more curve through points of finite coordinates, rising in x. */
    public LinePlot with(String name, double[] x, double[] y) {
        Check.sameLength("y", y.length, "x", x.length);
        Check.atLeast("the number of points", x.length, 1);
        Check.finite("x", x);
        Check.finite("y", y);
        List<Curve> more = new ArrayList<>(curves);
        more.add(new Curve(name, x.clone(), y.clone()));
        return new LinePlot(horizontal, vertical, more);
    }

    public LinePlot with(String name, RejectionCurve curve) {
        int points = Math.min(CURVE_POINTS, curve.images());
        double[] discarded = new double[points];
        double[] accuracy = new double[points];
        for (int i = 0; i < points; i++) {
            int kept = curve.images() - (int) ((long) curve.images() * i / points);
            discarded[i] = 1 - (double) kept / curve.images();
            accuracy[i] = curve.accuracyOfKept(kept);
        }
        return with(name, discarded, accuracy);
    }

    @Override
    public String svg(String description) {
        Check.atLeast("the number of curves", curves.size(), 1);
        Range x = Range.empty();
        Range y = Range.empty();
        List<Legend.Entry> entries = new ArrayList<>();
        for (int k = 0; k < curves.size(); k++) {
            x = x.with(curves.get(k).x);
            y = y.with(curves.get(k).y);
            entries.add(new Legend.Entry(curves.get(k).name, Legend.Mark.LINE, Series.css(k)));
        }
        Svg svg = new Svg();
        Axes axes = Axes.draw(
                svg,
                Legend.draw(svg, entries),
                HEIGHT,
                x.axis(horizontal),
                y.padded().axis(vertical));
        for (int k = 0; k < curves.size(); k++) {
            draw(svg, axes, curves.get(k), Series.css(k));
        }
        return svg.toString(axes.height(), description);
    }

    private static void draw(Svg svg, Axes axes, Curve curve, String css) {
        Outline outline = new Outline();
        for (int i = 0; i < curve.x.length; i++) {
            outline.lineTo(axes.x(curve.x[i]), axes.y(curve.y[i]));
        }
        svg.add(Element.path(outline).css("line " + css).tip(curve.name));
    }
}
