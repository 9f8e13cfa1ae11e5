package org.epiwrap.report;

import org.epiwrap.dirichlet.Components;

/**
 * A triangle whose points are the shares of a domain below, inside and above an interval: the whole domain on top, and
 * along the bottom the intervals of no width.
 */
record Simplex(double left, double top, double side) {
    static final double HEIGHT_PER_SIDE = Math.sqrt(0.75);
    private static final double LABEL = 16;

    double x(Components shares) {
        return left + side * (shares.above() + 0.5 * shares.inside());
    }

    double y(Components shares) {
        return top + height() * (1 - shares.inside());
    }

    double height() {
        return side * HEIGHT_PER_SIDE;
    }

    /** Where the labels under the triangle end. */
    double bottom() {
        return top + height() + LABEL + 4;
    }

    void draw(Svg svg) {
        svg.add(Element.path(new Outline()
                        .moveTo(left, top + height())
                        .lineTo(left + 0.5 * side, top)
                        .lineTo(left + side, top + height())
                        .close())
                .css("line frame"));
        svg.add(Element.centred(left + 0.5 * side, top - 10, "inside").css("muted"));
        svg.add(Element.text(left, top + height() + LABEL, "below").css("muted"));
        svg.add(Element.endingAt(left + side, top + height() + LABEL, "above").css("muted"));
    }
}
