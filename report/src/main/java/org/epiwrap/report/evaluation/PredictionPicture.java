package org.epiwrap.report.evaluation;

import java.util.Map;
import org.epiwrap.check.Check;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/** One picture of several predictions side by side, as a file of its own. */
public final class PredictionPicture {
    private static final double MARGIN = 24;
    private static final double TITLE = 30;

    private PredictionPicture() {}

    /**
     * Returns the picture as an SVG file.
     *
     * @param plots at least one, by their titles, from left to right
     * @param description for those who cannot see it
     */
    public static String svg(Map<String, PredictionPlot> plots, String description) {
        Check.atLeast("the number of predictions", plots.size(), 1);
        Svg svg = new Svg();
        double left = MARGIN;
        double bottom = 0;
        for (Map.Entry<String, PredictionPlot> entry : plots.entrySet()) {
            svg.add(Element.text(left, MARGIN + Text.SIZE, entry.getKey()).css("strong"));
            Svg part = new Svg();
            bottom = Math.max(bottom, MARGIN + TITLE + entry.getValue().draw(part));
            svg.add(left, MARGIN + TITLE, part);
            left += Svg.WIDTH + 2 * MARGIN;
        }
        return svg.document(left - MARGIN, bottom + MARGIN, description);
    }
}
