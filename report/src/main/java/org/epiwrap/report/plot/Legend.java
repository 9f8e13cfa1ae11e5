package org.epiwrap.report.plot;

import java.util.List;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/** The legend of a plot, in rows above it, where there is no data. */
public final class Legend {
    private static final double ROW = 18;
    private static final double BETWEEN = 16;

    private Legend() {}

    /** A name beside a sample of its mark. */
    public record Entry(String name, Mark mark, String css) {}

    /** How the sample of an entry is drawn. */
    public enum Mark {
        LINE(22),
        AREA(22),
        DOT(10),
        DIAMOND(11);

        final double width;

        Mark(double width) {
            this.width = width;
        }

        public Entry of(String name, String css) {
            return new Entry(name, this, css);
        }
    }

    /** Draws the entries and returns their height. */
    public static double draw(Svg svg, Entry... entries) {
        return draw(svg, List.of(entries));
    }

    /** Draws the entries and returns their height. */
    public static double draw(Svg svg, List<Entry> entries) {
        double x = 0;
        double y = 0;
        for (Entry entry : entries) {
            String name = Text.within(entry.name(), Svg.WIDTH - entry.mark().width - 6);
            double width = entry.mark().width + 6 + Text.width(name);
            if (x > 0 && x + width > Svg.WIDTH) {
                x = 0;
                y += ROW;
            }
            svg.add(sample(entry, x, y + 7));
            svg.add(Element.text(x + entry.mark().width + 6, y + Text.SIZE, name));
            x += width + BETWEEN;
        }
        return entries.isEmpty() ? 0 : y + ROW + 4;
    }

    private static Element sample(Entry entry, double x, double middle) {
        double width = entry.mark().width;
        return switch (entry.mark()) {
            case LINE -> Element.line(x, middle, x + width, middle).css("line " + entry.css());
            case AREA -> Element.rect(x, middle - 5, width, 10).rounded(2).css("area " + entry.css());
            case DOT -> Element.circle(x + 0.5 * width, middle, 4).css("dot " + entry.css());
            case DIAMOND -> Element.diamond(x + 0.5 * width, middle).css("solid " + entry.css());
        };
    }
}
