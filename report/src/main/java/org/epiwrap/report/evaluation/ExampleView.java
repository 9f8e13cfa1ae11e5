package org.epiwrap.report.evaluation;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.explanation.Contribution;
import org.epiwrap.explanation.Explanation;
import org.epiwrap.explanation.PatchMap;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Picture;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/** What a plot shows of an example beside its prediction. */
public sealed interface ExampleView {
    /** The width and the height of what is shown. */
    double SIZE = 104;

    /** Draws the example with its top left corner at the left edge of a drawing, and returns where it ends below. */
    double draw(Svg svg, double top);

    /** Returns whether it needs the whole width of a drawing, and not only {@link #SIZE}. */
    boolean isWide();

    /** Returns the view of an example of a dataset. */
    static ExampleView of(Dataset data, int example) {
        return of(data, example, Optional.empty());
    }

    /** Returns the view of an example with what makes it unfamiliar marked. */
    static ExampleView of(Dataset data, int example, Optional<Explanation> why) {
        return data.type() instanceof ExampleType.Rows
                ? ofRow(Cells.row(data, example), why)
                : new Image(Picture.of(data, example), why.flatMap(Explanation::map));
    }

    /** Returns the view of a row, given by its cells, with what makes it unfamiliar marked. */
    static ExampleView ofRow(Map<String, String> cells, Optional<Explanation> why) {
        return Cells.of(cells, why);
    }

    /** Returns the word for one example of a dataset. */
    static String noun(ExampleType type) {
        return type instanceof ExampleType.Rows ? "row" : "image";
    }

    /**
     * An image.
     *
     * @param map of what makes it unfamiliar, drawn over it
     */
    record Image(Picture picture, Optional<PatchMap> map) implements ExampleView {
        private static final double STRONGEST = 0.6;

        @Override
        public boolean isWide() {
            return false;
        }

        @Override
        public double draw(Svg svg, double top) {
            double scale = SIZE / Math.max(picture.width(), picture.height());
            svg.add(Element.image(0, top, picture.width() * scale, picture.height() * scale, picture.uri())
                    .css("pixels")
                    .with("role", "presentation"));
            map.ifPresent(patches -> draw(svg, top, scale, patches));
            return top + SIZE;
        }

        /** The largest share is the strongest shade. */
        private void draw(Svg svg, double top, double scale, PatchMap patches) {
            double largest =
                    patches.shares().stream().mapToDouble(share -> share).max().orElse(0);
            double side = patches.side() * scale;
            for (int row = 0; row < patches.rows(); row++) {
                for (int column = 0; column < patches.columns(); column++) {
                    double share = patches.share(row, column);
                    if (share > 0) {
                        svg.add(Element.rect(
                                        column * side,
                                        top + row * side,
                                        Math.min(side, picture.width() * scale - column * side),
                                        Math.min(side, picture.height() * scale - row * side))
                                .css("solid s2")
                                .opacity(STRONGEST * share / largest)
                                .tip(Math.round(100 * share) + " % of the distance"));
                    }
                }
            }
        }
    }

    /** A column's name and its cell. */
    record NamedCell(String name, String cell) {}

    /**
     * Some cells of a row.
     *
     * @param strong how many of them, from the first, are unlike all training rows
     * @param more how many cells are not shown
     */
    record Cells(List<NamedCell> cells, int strong, int more) implements ExampleView {
        private static final int SHOWN = 6;
        private static final double LINE = 16;
        /** What cells leave, if they must, to names. */
        private static final double MAX_CELL = 0.4 * Svg.WIDTH;

        private static final double GAP = 12;

        public Cells {
            cells = List.copyOf(cells);
        }

        private static Cells of(Map<String, String> row, Optional<Explanation> why) {
            List<Contribution> reasons = why.map(Explanation::contributions).orElse(List.of());
            Set<String> order = new LinkedHashSet<>();
            reasons.stream().map(Contribution::part).filter(row::containsKey).forEach(order::add);
            order.addAll(row.keySet());
            List<NamedCell> shown = order.stream()
                    .limit(SHOWN)
                    .map(name -> {
                        String cell = row.getOrDefault(name, "");
                        return new NamedCell(name, cell.isEmpty() ? "missing" : cell);
                    })
                    .toList();
            int strong = (int) reasons.stream().filter(Contribution::unseen).count();
            return new Cells(shown, Math.min(strong, shown.size()), row.size() - shown.size());
        }

        private static Map<String, String> row(Dataset data, int row) {
            List<Column> columns = data.columns();
            float[] cells = new float[columns.size()];
            data.cells(row, cells, 0);
            Map<String, String> texts = new LinkedHashMap<>();
            for (int i = 0; i < cells.length; i++) {
                String text = columns.get(i).text(cells[i]);
                texts.put(columns.get(i).name(), text.isEmpty() && !Float.isNaN(cells[i]) ? "never seen" : text);
            }
            return texts;
        }

        @Override
        public boolean isWide() {
            return true;
        }

        @Override
        public double draw(Svg svg, double top) {
            double room = Svg.WIDTH - GAP - Math.min(MAX_CELL, widest(NamedCell::cell));
            double names = Math.min(room, widest(NamedCell::name));
            double y = top + Text.SIZE;
            for (int i = 0; i < cells.size(); i++) {
                NamedCell each = cells.get(i);
                String css = i < strong ? "strong" : "plain";
                svg.add(Element.text(0, y, Text.within(each.name(), names))
                        .css(i < strong ? "strong" : "muted")
                        .tip(each.name()));
                svg.add(Element.text(names + GAP, y, Text.within(each.cell(), Svg.WIDTH - names - GAP))
                        .css(css)
                        .tip(each.cell()));
                y += LINE;
            }
            if (more > 0) {
                svg.add(Element.text(0, y, "and " + more + " more").css("muted"));
                y += LINE;
            }
            return y - LINE + 4;
        }

        private double widest(Function<NamedCell, String> part) {
            return cells.stream().map(part).mapToDouble(Text::width).max().orElse(0);
        }
    }
}
