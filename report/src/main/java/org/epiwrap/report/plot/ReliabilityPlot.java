package org.epiwrap.report.plot;

import org.epiwrap.check.Check;
import org.epiwrap.metrics.Reliability;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/**
 * A reliability diagram: for each bin of confidence a bar for the accuracy and a dot for the mean confidence, with a line
 * where the two are equal (perfect calibration). A second, low row of bars shows the number of examples in each bin.
 */
public record ReliabilityPlot(Reliability reliability) implements Plot {
    private static final double HEIGHT = 200;
    private static final double COUNTS = 34;

    public ReliabilityPlot {
        Check.atLeast("the number of bins", reliability.bins().size(), 1);
    }

    @Override
    public double draw(Svg svg) {
        double top = Legend.draw(
                svg,
                Legend.Mark.AREA.of("accuracy", "bar s1"),
                Legend.Mark.DOT.of("mean confidence", "s2"),
                Legend.Mark.LINE.of("perfect calibration", "guide"));
        Axes axes = Axes.draw(svg, top, HEIGHT, Axis.share("confidence"), Axis.share("accuracy"));
        for (Reliability.Bin bin : reliability.bins()) {
            svg.add(bar(axes, bin.lower(), bin.upper(), axes.y(bin.accuracy()), axes.base())
                    .css("bar s1")
                    .tip(describe(bin)));
        }
        svg.add(Element.line(axes.x(0), axes.y(0), axes.x(1), axes.y(1)).css("line guide"));
        for (Reliability.Bin bin : reliability.bins()) {
            double middle = axes.x(0.5 * (bin.lower() + bin.upper()));
            svg.add(Element.circle(middle, axes.y(bin.confidence()), 3.2)
                    .css("dot s2")
                    .tip(describe(bin)));
        }
        svg.add(Element.endingAt(
                axes.horizontal().end(),
                top + Text.SIZE,
                "expected calibration error " + Numbers.fixed(reliability.calibrationError(), 4)));
        return counts(svg, axes);
    }

    private double counts(Svg svg, Axes axes) {
        double base = axes.height() + 20 + COUNTS;
        int largest = reliability.bins().stream()
                .mapToInt(Reliability.Bin::images)
                .max()
                .orElseThrow();
        svg.add(Element.text(axes.horizontal().start(), axes.height() + 13, "examples per bin, at most " + largest)
                .css("muted"));
        svg.add(Element.line(axes.horizontal().start(), base, axes.horizontal().end(), base)
                .css("axis"));
        for (Reliability.Bin bin : reliability.bins()) {
            double height = COUNTS * bin.images() / largest;
            svg.add(bar(axes, bin.lower(), bin.upper(), base - height, base)
                    .css("bar quiet")
                    .tip(describe(bin)));
        }
        return base + 4;
    }

    private static Element bar(Axes axes, double from, double to, double top, double base) {
        double x = axes.x(from) + 0.75;
        return Element.rect(x, top, axes.x(to) - 0.75 - x, base - top);
    }

    private static String describe(Reliability.Bin bin) {
        return "confidence " + Numbers.fixed(bin.lower(), 2) + " to " + Numbers.fixed(bin.upper(), 2) + ": "
                + bin.images() + " examples, accuracy " + Numbers.fixed(bin.accuracy(), 3) + ", mean confidence "
                + Numbers.fixed(bin.confidence(), 3);
    }
}
