package org.epiwrap.report.plot;

import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/**
 * The frame of a plot: two scales with grid lines, ticks at round numbers and labels. The label of the vertical axis
 * stands above it, where it can be read without turning the head.
 *
 * @param horizontal from values to positions across
 * @param vertical from values to positions down
 * @param from the left edge of the panel
 * @param to the right edge of the panel
 */
public record Axes(Scale horizontal, Scale vertical, double from, double to) {
    private static final double RIGHT_MARGIN = 12;
    private static final double LABEL_ROW = 20;
    private static final double TICK_ROW = 18;
    private static final double BETWEEN_LABELS = 10;
    private static final int MAX_TICKS = 6;

    /**
     * Draws the frame.
     *
     * @param top where the label of the vertical axis begins
     * @param height of the plot proper, without labels
     */
    public static Axes draw(Svg svg, double top, double height, Axis horizontal, Axis vertical) {
        return draw(svg, 0, Svg.WIDTH, top, height, horizontal, vertical);
    }

    /** Draws the frame of one panel of several, from its left edge on. */
    static Axes draw(Svg svg, double edge, double width, double top, double height, Axis horizontal, Axis vertical) {
        // Low panels have fewer levels.
        Ticks levels = Ticks.within(vertical.lower(), vertical.upper(), (int) Math.min(MAX_TICKS, height / 28));
        double left = 8;
        for (int k = 0; k < levels.count(); k++) {
            left = Math.max(left, Text.width(levels.label(k)) + 6);
        }
        double plotTop = top + LABEL_ROW;
        double right = edge + width;
        Scale x = new Scale(horizontal.lower(), horizontal.upper(), edge + left, right - RIGHT_MARGIN);
        Scale y = new Scale(vertical.lower(), vertical.upper(), plotTop + height, plotTop);
        Axes axes = new Axes(x, y, edge, right);
        axes.levels(svg, levels);
        axes.positions(svg);
        svg.add(Element.text(edge, top + Text.SIZE, Text.within(vertical.label(), width))
                .css("muted")
                .tip(vertical.label()));
        svg.add(Element.endingAt(x.end(), y.start() + TICK_ROW + 15, horizontal.label())
                .css("muted"));
        return axes;
    }

    private void levels(Svg svg, Ticks ticks) {
        for (int k = 0; k < ticks.count(); k++) {
            double level = vertical.at(ticks.value(k));
            svg.add(Element.line(horizontal.start(), level, horizontal.end(), level)
                    .css("grid"));
            svg.add(Element.endingAt(horizontal.start() - 6, level + 4, ticks.label(k))
                    .css("tick"));
        }
    }

    private void positions(Svg svg) {
        svg.add(Element.line(horizontal.start(), vertical.start(), horizontal.end(), vertical.start())
                .css("axis"));
        Ticks ticks = fitting();
        for (int k = 0; k < ticks.count(); k++) {
            double position = horizontal.at(ticks.value(k));
            svg.add(Element.line(position, vertical.start(), position, vertical.start() + 4)
                    .css("axis"));
            svg.add(Element.centred(labelCentre(ticks, k), vertical.start() + TICK_ROW, ticks.label(k))
                    .css("tick"));
        }
    }

    /** Returns as many ticks as have room for their labels. */
    private Ticks fitting() {
        for (int maxTicks = MAX_TICKS; ; maxTicks--) {
            Ticks ticks = Ticks.within(horizontal.lower(), horizontal.upper(), maxTicks);
            if (maxTicks == 2 || haveRoom(ticks)) {
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

    /** Returns the position under the tick, but inside the panel. */
    private double labelCentre(Ticks ticks, int k) {
        double half = 0.5 * Text.width(ticks.label(k));
        return Math.max(from + half, Math.min(to - half, horizontal.at(ticks.value(k))));
    }

    public double x(double value) {
        return horizontal.at(value);
    }

    public double y(double value) {
        return vertical.at(value);
    }

    /** Returns the height at which the horizontal axis lies. */
    public double base() {
        return vertical.start();
    }

    /** Returns the height of a drawing that ends with the label of the horizontal axis. */
    public double height() {
        return vertical.start() + TICK_ROW + 20;
    }
}
