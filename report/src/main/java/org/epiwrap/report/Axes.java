package org.epiwrap.report;

/**
 * The frame of a plot: two scales with grid lines, ticks at round numbers and labels. The label of the vertical axis
 * stands above it, where it can be read without turning the head.
 */
final class Axes {
    private static final double RIGHT_MARGIN = 12;
    private static final double LABEL_ROW = 20;
    private static final double TICK_ROW = 18;
    private static final double BETWEEN_LABELS = 10;
    private static final int MOST_TICKS = 6;

    private final Scale x;
    private final Scale y;

    private Axes(Scale x, Scale y) {
        this.x = x;
        this.y = y;
    }

    /**
     * Draws the frame.
     *
     * @param top where the label of the vertical axis begins
     * @param height of the plot proper, without labels
     */
    static Axes draw(Svg svg, double top, double height, Axis horizontal, Axis vertical) {
        Ticks levels = Ticks.within(vertical.lower(), vertical.upper(), MOST_TICKS);
        double left = 8;
        for (int k = 0; k < levels.count(); k++) {
            left = Math.max(left, Text.width(levels.label(k)) + 6);
        }
        double plotTop = top + LABEL_ROW;
        Scale x = new Scale(horizontal.lower(), horizontal.upper(), left, Svg.WIDTH - RIGHT_MARGIN);
        Scale y = new Scale(vertical.lower(), vertical.upper(), plotTop + height, plotTop);
        Axes axes = new Axes(x, y);
        axes.levels(svg, levels);
        axes.positions(svg);
        svg.add(Element.text(0, top + Text.SIZE, vertical.label()).css("muted"));
        svg.add(Element.endingAt(x.end(), y.start() + TICK_ROW + 15, horizontal.label())
                .css("muted"));
        return axes;
    }

    private void levels(Svg svg, Ticks ticks) {
        for (int k = 0; k < ticks.count(); k++) {
            double level = y.at(ticks.value(k));
            svg.add(Element.line(x.start(), level, x.end(), level).css("grid"));
            svg.add(Element.endingAt(x.start() - 6, level + 4, ticks.label(k)).css("tick"));
        }
    }

    private void positions(Svg svg) {
        svg.add(Element.line(x.start(), y.start(), x.end(), y.start()).css("axis"));
        Ticks ticks = fitting();
        for (int k = 0; k < ticks.count(); k++) {
            double position = x.at(ticks.value(k));
            svg.add(Element.line(position, y.start(), position, y.start() + 4).css("axis"));
            svg.add(Element.centred(labelCentre(ticks, k), y.start() + TICK_ROW, ticks.label(k))
                    .css("tick"));
        }
    }

    /** As many ticks as have room for their labels. */
    private Ticks fitting() {
        for (int most = MOST_TICKS; ; most--) {
            Ticks ticks = Ticks.within(x.lower(), x.upper(), most);
            if (most == 2 || haveRoom(ticks)) {
                return ticks;
            }
        }
    }

    private boolean haveRoom(Ticks ticks) {
        for (int k = 1; k < ticks.count(); k++) {
            double needed = 0.5 * (Text.width(ticks.label(k - 1)) + Text.width(ticks.label(k))) + BETWEEN_LABELS;
            if (labelCentre(ticks, k) - labelCentre(ticks, k - 1) < needed) {
                return false;
            }
        }
        return true;
    }

    /** Under its tick, but inside the drawing. */
    private double labelCentre(Ticks ticks, int k) {
        double half = 0.5 * Text.width(ticks.label(k));
        return Math.max(half, Math.min(Svg.WIDTH - half, x.at(ticks.value(k))));
    }

    double x(double value) {
        return x.at(value);
    }

    double y(double value) {
        return y.at(value);
    }

    double left() {
        return x.start();
    }

    double right() {
        return x.end();
    }

    double top() {
        return y.end();
    }

    /** Where the horizontal axis is. */
    double base() {
        return y.start();
    }

    /** The height of a drawing that ends with the label of the horizontal axis. */
    double height() {
        return y.start() + TICK_ROW + 20;
    }
}
