package org.epiwrap.report;

/** One element of a drawing: its shape, the style class that gives it colour, perhaps a tooltip. */
final class Element {
    private final String name;
    private final StringBuilder attributes = new StringBuilder();
    private String content = "";

    private Element(String name) {
        this.name = name;
    }

    static Element line(double x1, double y1, double x2, double y2) {
        return new Element("line").with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2);
    }

    static Element rect(double x, double y, double width, double height) {
        return new Element("rect")
                .with("x", x)
                .with("y", y)
                .with("width", width)
                .with("height", height);
    }

    static Element circle(double x, double y, double radius) {
        return new Element("circle").with("cx", x).with("cy", y).with("r", radius);
    }

    static Element path(Outline outline) {
        return new Element("path").with("d", outline.toString());
    }

    static Element image(double x, double y, double width, double height, String uri) {
        return new Element("image")
                .with("x", x)
                .with("y", y)
                .with("width", width)
                .with("height", height)
                .with("href", uri);
    }

    /** Text that begins at x, on the base line y. */
    static Element text(double x, double y, String text) {
        Element element = new Element("text").with("x", x).with("y", y);
        element.content = Escape.markup(text);
        return element;
    }

    static Element centred(double x, double y, String text) {
        return text(x, y, text).with("text-anchor", "middle");
    }

    static Element endingAt(double x, double y, String text) {
        return text(x, y, text).with("text-anchor", "end");
    }

    /** The classes of the style sheet. */
    Element css(String classes) {
        return with("class", classes);
    }

    Element opacity(double share) {
        // Many thin layers add up, and so would the rounding of coordinates.
        return with("fill-opacity", Numbers.shortest(share, 5));
    }

    Element rounded(double radius) {
        return with("rx", radius);
    }

    /** Shown under the pointer, and read out. */
    Element tip(String text) {
        content += "<title>" + Escape.markup(text) + "</title>";
        return this;
    }

    Element with(String attribute, double value) {
        return with(attribute, Numbers.coordinate(value));
    }

    Element with(String attribute, String value) {
        attributes
                .append(' ')
                .append(attribute)
                .append("=\"")
                .append(Escape.markup(value))
                .append('"');
        return this;
    }

    @Override
    public String toString() {
        return "<" + name + attributes + (content.isEmpty() ? "/>" : ">" + content + "</" + name + ">");
    }
}
