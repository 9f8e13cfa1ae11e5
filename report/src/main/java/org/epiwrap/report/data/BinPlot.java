package org.epiwrap.report.data;

import java.util.List;
import java.util.Locale;
import org.epiwrap.check.Check;
import org.epiwrap.report.plot.Axes;
import org.epiwrap.report.plot.Axis;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.plot.Range;
import org.epiwrap.report.plot.SeriesStyle;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;

/** The histogram of a column of numbers: the share of rows in each of several bins of one width. */
final class BinPlot implements Plot {
    private static final double HEIGHT = 120;
    /** A bin that is not empty can be seen. */
    private static final double MIN_BAR = 1.5;

    private final Axis axis;
    private final List<Double> shares;

    BinPlot(double minimum, double maximum, List<Double> shares) {
        Check.atLeast("the number of bins", shares.size(), 1);
        this.axis = Range.empty().with(minimum, maximum).axis("");
        this.shares = List.copyOf(shares);
    }

    @Override
    public double draw(Svg svg) {
        double highest = shares.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        Axes axes = Axes.draw(svg, 0, HEIGHT, axis, new Axis("share of rows", 0, 1.04 * Math.max(highest, 1e-9)));
        double bin = (axis.upper() - axis.lower()) / shares.size();
        for (int b = 0; b < shares.size(); b++) {
            if (shares.get(b) > 0) {
                double from = axes.x(axis.lower() + b * bin);
                double to = axes.x(axis.lower() + (b + 1) * bin);
                double top = Math.min(axes.base() - MIN_BAR, axes.y(shares.get(b)));
                svg.add(Element.rect(from + 0.5, top, Math.max(0.5, to - from - 1), axes.base() - top)
                        .css("bar " + SeriesStyle.numbered(0).css())
                        .tip(String.format(
                                Locale.ROOT,
                                "%s to %s: %.1f %%",
                                DescriptionTables.number(axis.lower() + b * bin),
                                DescriptionTables.number(axis.lower() + (b + 1) * bin),
                                100 * shares.get(b))));
            }
        }
        return axes.height();
    }
}
