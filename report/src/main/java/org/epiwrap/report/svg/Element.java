package org.epiwrap.report.svg;

/**
 * One element of a drawing: its shape, the style classes that give it colour, and optionally a tooltip. Text and
 * attribute values are escaped.
 */
public final class Element {
    private static final double HALF_DIAMOND = 5.5;

    private final String name;
    private final StringBuilder attributes = new StringBuilder();
    private String content = "";

    private Element(String name) {
        this.name = name;
    }

    public static Element line(double x1, double y1, double x2, double y2) {
        return new Element("line").with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2);
    }

    /** Returns a rectangle by its top left corner. */
    public static Element rect(double x, double y, double width, double height) {
        return new Element("rect")
                .with("x", x)
                .with("y", y)
                .with("width", width)
                .with("height", height);
    }

    /** Returns a circle by its centre. */
    public static Element circle(double x, double y, double radius) {
        return new Element("circle").with("cx", x).with("cy", y).with("r", radius);
    }

    /** Returns a path along an outline. */
    public static Element path(Outline outline) {
        return new Element("path").with("d", outline.toString());
    }

    /** Returns a diamond around a point, the symbol of means and expectations. */
    public static Element diamond(double x, double y) {
        return path(new Outline()
                .moveTo(x - HALF_DIAMOND, y)
                .lineTo(x, y - HALF_DIAMOND)
                .lineTo(x + HALF_DIAMOND, y)
                .lineTo(x, y + HALF_DIAMOND)
                .close());
    }

    /** Returns a raster image by its top left corner. */
    public static Element image(double x, double y, double width, double height, String uri) {
        return new Element("image")
                .with("x", x)
                .with("y", y)
                .with("width", width)
                .with("height", height)
                .with("href", uri);
    }

    /** Returns text that begins at x, on the baseline y. */
    public static Element text(double x, double y, String text) {
        Element element = new Element("text").with("x", x).with("y", y);
        element.content = escaped(text);
        return element;
    }

    /** Returns text centred at x, on the baseline y. */
    public static Element centred(double x, double y, String text) {
        return text(x, y, text).with("text-anchor", "middle");
    }

    /** Returns text that ends at x, on the baseline y. */
    public static Element endingAt(double x, double y, String text) {
        return text(x, y, text).with("text-anchor", "end");
    }

    public Element css(String classes) {
        return with("class", classes);
    }

    /** Sets the opacity of the fill, from 0 to 1. */
    public Element opacity(double share) {
        // More decimals than coordinates have: many thin layers add up, and so would their rounding errors.
        return with("fill-opacity", Numbers.shortest(share, 5));
    }

    /** Rounds the corners of a rectangle. */
    public Element rounded(double radius) {
        return with("rx", radius);
    }

    /** Adds a tooltip, which screen readers read out. */
    public Element tip(String text) {
        content += "<title>" + escaped(text) + "</title>";
        return this;
    }

    /** Returns text that is safe between tags and inside double quotes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Sets an attribute to a coordinate. */
    public Element with(String attribute, double value) {
        return with(attribute, Numbers.coordinate(value));
    }

    public Element with(String attribute, String value) {
        attributes
                .append(' ')
                .append(attribute)
                .append("=\"")
                .append(escaped(value))
                .append('"');
        return this;
    }

    @Override
    public String toString() {
        return "<" + name + attributes + (content.isEmpty() ? "/>" : ">" + content + "</" + name + ">");
    }
}
