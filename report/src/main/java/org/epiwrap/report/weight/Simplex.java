package org.epiwrap.report.weight;

import org.epiwrap.dirichlet.Components;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Outline;
import org.epiwrap.report.svg.Svg;

/**
 * A triangle whose points are the shares of a domain below, inside and above an interval: the whole domain at the top,
 * and intervals of zero width along the bottom.
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

    /** Returns where the labels under the triangle end. */
    double bottom() {
        return top + height() + LABEL + 4;
    }

    /** Returns shares as a triple, such as {@code (0.462, 0.0762, 0.462)}. */
    static String triple(Components shares) {
        return "(" + Numbers.significant(shares.below()) + ", " + Numbers.significant(shares.inside()) + ", "
                + Numbers.significant(shares.above()) + ")";
    }

    /** Returns shares by their names. */
    static String describe(Components shares) {
        return "below " + Numbers.significant(shares.below()) + ", inside " + Numbers.significant(shares.inside())
                + ", above " + Numbers.significant(shares.above());
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
