package org.epiwrap.report;

/**
 * A drawing for a page of HTML: elements one after another, later ones on top. Every drawing is {@value #WIDTH} units
 * wide, which a phone shows at nearly one pixel a unit, so that text is of readable size everywhere. Colours are left
 * to the page's style sheet, which knows whether it is dark.
 */
final class Svg {
    static final int WIDTH = 380;

    private final StringBuilder elements = new StringBuilder();

    Svg add(Element element) {
        elements.append(element).append('\n');
        return this;
    }

    /** The whole drawing; the description is for those who cannot see it. */
    String toString(double height, String description) {
        return "<svg viewBox=\"0 0 " + WIDTH + " " + Numbers.coordinate(height) + "\" role=\"img\" aria-label=\""
                + Escape.markup(description) + "\">\n" + elements + "</svg>";
    }
}
