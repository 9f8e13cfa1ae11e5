package org.epiwrap.report;

import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A drawing read back by an XML parser. */
final class Drawing {
    private final Element root;

    private Drawing(Element root) {
        this.root = root;
    }

    static Drawing of(Plot plot) {
        return of(plot.svg("a description"));
    }

    static Drawing of(String svg) {
        try {
            return new Drawing(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)))
                    .getDocumentElement());
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new AssertionError(svg, e);
        }
    }

    String attribute(String name) {
        return root.getAttribute(name);
    }

    List<Element> all(String name) {
        var nodes = root.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    /** Those of a style class. */
    List<Element> all(String name, String css) {
        return all(name).stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ")).containsAll(List.of(css.split(" "))))
                .toList();
    }

    /** What all texts say, without their tooltips. */
    List<String> texts() {
        return all("text").stream()
                .map(text -> text.getFirstChild().getTextContent())
                .toList();
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /** The coordinates of a path, x and y by turns. */
    static double[] points(Element path) {
        return Arrays.stream(path.getAttribute("d").split("[MLZ ]"))
                .filter(text -> !text.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
