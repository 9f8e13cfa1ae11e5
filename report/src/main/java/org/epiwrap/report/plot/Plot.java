package org.epiwrap.report.plot;

import org.epiwrap.report.svg.Svg;

/** A drawing made from numbers, {@value Svg#WIDTH} units wide. */
public interface Plot {

    /** Draws this plot from the top left corner and returns its height. */
    double draw(Svg svg);

    /** Returns the plot as SVG for a page, with a description for those who cannot see it. */
    default String svg(String description) {
        Svg svg = new Svg();
        return svg.toString(draw(svg), description);
    }
}
