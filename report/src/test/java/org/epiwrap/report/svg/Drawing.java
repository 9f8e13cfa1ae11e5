package org.epiwrap.report.svg;

import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.epiwrap.report.plot.Plot;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A drawing as an XML parser reads it. */
public final class Drawing {
    private final Element root;

    private Drawing(Element root) {
        this.root = root;
    }

    public static Drawing of(Plot plot) {
        return of(plot.svg("a description"));
    }

    public static Drawing of(String svg) {
        try {
            return new Drawing(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)))
                    .getDocumentElement());
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new AssertionError(svg, e);
        }
    }

    public String attribute(String name) {
        return root.getAttribute(name);
    }

    public List<Element> all(String name) {
        var nodes = root.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    /** Returns the elements of these style classes. */
    public List<Element> all(String name, String css) {
        return all(name).stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ")).containsAll(List.of(css.split(" "))))
                .toList();
    }

    /** Returns all texts without their tooltips. */
    public List<String> texts() {
        return all("text").stream()
                .map(text -> text.getFirstChild().getTextContent())
                .toList();
    }

    public static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /** Returns the coordinates of a path, x and y alternately. */
    public static double[] points(Element path) {
        return Arrays.stream(path.getAttribute("d").split("[MLZ ]"))
                .filter(text -> !text.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
