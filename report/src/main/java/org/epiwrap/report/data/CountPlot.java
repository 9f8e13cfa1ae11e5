package org.epiwrap.report.data;

import java.util.List;
import java.util.Locale;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.plot.SeriesStyle;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/** Counts of texts, such as the commonest categories of a column or its classes, as bars beside their names. */
final class CountPlot implements Plot {
    /** How many texts are shown at most. */
    static final int MAX_SHOWN = 20;

    private static final double ROW = 18;
    private static final double NAMES = 130;
    private static final double NUMBERS = 60;

    /** A text and its count. */
    record Bar(String text, long count) {}

    private final List<Bar> bars;

    CountPlot(List<Bar> bars) {
        this.bars = bars.stream().limit(MAX_SHOWN).toList();
    }

    @Override
    public double draw(Svg svg) {
        long highest = Math.max(1, bars.stream().mapToLong(Bar::count).max().orElse(1));
        double room = Svg.WIDTH - NAMES - NUMBERS;
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double top = i * ROW;
            double baseline = top + Text.SIZE;
            svg.add(Element.endingAt(NAMES - 6, baseline, Text.within(bar.text(), NAMES - 6))
                    .css("tick")
                    .tip(bar.text()));
            double width = room * bar.count() / highest;
            svg.add(Element.rect(NAMES, top + 2, Math.max(0.5, width), ROW - 5)
                    .css("bar " + SeriesStyle.numbered(0).css()));
            svg.add(Element.text(NAMES + width + 5, baseline, String.format(Locale.ROOT, "%,d", bar.count()))
                    .css("tick"));
        }
        return Math.max(1, bars.size()) * ROW + 4;
    }
}
