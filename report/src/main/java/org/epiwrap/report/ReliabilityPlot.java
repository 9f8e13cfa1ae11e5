package org.epiwrap.report;

import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.Reliability;

/**
 * Confidence against accuracy: a bar for the accuracy of the images of each bin of confidence, a dot at their mean
 * confidence, and a line where the two would be equal. A second, low row of bars says how many images a bin has.
 */
public final class ReliabilityPlot implements Plot {
    private static final double HEIGHT = 200;
    private static final double COUNTS = 34;

    private final Reliability reliability;

    private ReliabilityPlot(Reliability reliability) {
        this.reliability = reliability;
    }

    public static ReliabilityPlot of(Reliability reliability) {
        Check.atLeast("the number of bins", reliability.bins().size(), 1);
        return new ReliabilityPlot(reliability);
    }

    @Override
    public String svg(String description) {
        Svg svg = new Svg();
        double top = Legend.draw(
                svg,
                List.of(
                        new Legend.Entry("accuracy", Legend.Mark.AREA, "bar s1"),
                        new Legend.Entry("mean confidence", Legend.Mark.DOT, "s2"),
                        new Legend.Entry("equal", Legend.Mark.LINE, "guide")));
        Axes axes = Axes.draw(svg, top, HEIGHT, Axis.share("confidence"), Axis.share("accuracy"));
        for (Reliability.Bin bin : reliability.bins()) {
            svg.add(bar(axes, bin.lower(), bin.upper(), axes.y(bin.accuracy()), axes.base())
                    .css("bar s1")
                    .tip(told(bin)));
        }
        svg.add(Element.line(axes.x(0), axes.y(0), axes.x(1), axes.y(1)).css("line guide"));
        for (Reliability.Bin bin : reliability.bins()) {
            double middle = axes.x(0.5 * (bin.lower() + bin.upper()));
            svg.add(Element.circle(middle, axes.y(bin.confidence()), 3.2)
                    .css("dot s2")
                    .tip(told(bin)));
        }
        svg.add(Element.endingAt(
                axes.right(),
                top + Text.SIZE,
                "expected calibration error " + Numbers.fixed(reliability.calibrationError(), 4)));
        return svg.toString(counts(svg, axes), description);
    }

    private double counts(Svg svg, Axes axes) {
        double base = axes.height() + 20 + COUNTS;
        int most = reliability.bins().stream()
                .mapToInt(Reliability.Bin::images)
                .max()
                .orElseThrow();
        svg.add(Element.text(axes.left(), axes.height() + 13, "images in each bin, the most: " + most)
                .css("muted"));
        svg.add(Element.line(axes.left(), base, axes.right(), base).css("axis"));
        for (Reliability.Bin bin : reliability.bins()) {
            double height = COUNTS * bin.images() / most;
            svg.add(bar(axes, bin.lower(), bin.upper(), base - height, base)
                    .css("bar quiet")
                    .tip(told(bin)));
        }
        return base + 4;
    }

    private static Element bar(Axes axes, double from, double to, double top, double base) {
        double x = axes.x(from) + 0.75;
        return Element.rect(x, top, axes.x(to) - 0.75 - x, base - top);
    }

    private static String told(Reliability.Bin bin) {
        return "confidence " + Numbers.fixed(bin.lower(), 2) + " to " + Numbers.fixed(bin.upper(), 2) + ": "
                + bin.images() + " images, accuracy " + Numbers.fixed(bin.accuracy(), 3) + ", mean confidence "
                + Numbers.fixed(bin.confidence(), 3);
    }
}
