package org.epiwrap.report.svg;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A drawing: elements one after another, later ones on top. Drawings in pages are {@value #WIDTH} units wide, which a
 * phone shows at nearly one pixel a unit, so that text is readable everywhere. Colours come from a style sheet, which
 * follows the reader's choice of light or dark.
 */
public final class Svg {
    /** The width of a drawing in a page. */
    public static final int WIDTH = 380;

    private static final String STYLE = resource(Svg.class, "drawing.css");

    private final StringBuilder elements = new StringBuilder();

    /** Adds an element on top of what is there. */
    public Svg add(Element element) {
        elements.append(element).append('\n');
        return this;
    }

    /** Adds another drawing, moved right and down. */
    public Svg add(double right, double down, Svg part) {
        elements.append("<g transform=\"translate(")
                .append(Numbers.coordinate(right))
                .append(' ')
                .append(Numbers.coordinate(down))
                .append(")\">\n")
                .append(part.elements)
                .append("</g>\n");
        return this;
    }

    /** Returns the drawing as part of a page; the description is read out to those who cannot see it. */
    public String toString(double height, String description) {
        return opening("", WIDTH, height, description) + elements + "</svg>";
    }

    /** Returns the drawing as a file of its own, with its style sheet and a background. */
    public String document(double width, double height, String description) {
        return opening(" xmlns=\"http://www.w3.org/2000/svg\"", width, height, description)
                + "<title>" + Element.escaped(description) + "</title>\n<style>\n" + STYLE + "</style>\n"
                + Element.rect(0, 0, width, height).rounded(8).css("background") + "\n" + elements + "</svg>\n";
    }

    private static String opening(String namespace, double width, double height, String description) {
        return "<svg" + namespace + " viewBox=\"0 0 " + Numbers.coordinate(width) + " " + Numbers.coordinate(height)
                + "\" role=\"img\" aria-label=\"" + Element.escaped(description) + "\">\n";
    }

    /** Returns the style sheet of drawings, which pages include. */
    public static String style() {
        return STYLE;
    }

    /** Returns the text of a resource in the package of a class. */
    public static String resource(Class<?> type, String name) {
        try (InputStream stream = Objects.requireNonNull(type.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
