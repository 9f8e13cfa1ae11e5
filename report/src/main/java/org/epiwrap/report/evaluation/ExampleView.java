package org.epiwrap.report.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
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

    /** Draws the example with its top left corner at the left edge of a drawing. */
    void draw(Svg svg, double top);

    /** Returns the view of an example of a dataset. */
    static ExampleView of(Dataset data, int example) {
        return of(data, example, Optional.empty());
    }

    /** Returns the view of an example with what makes it unfamiliar marked. */
    static ExampleView of(Dataset data, int example, Optional<Explanation> why) {
        return data.type() instanceof ExampleType.Rows
                ? Cells.of(data, example, why)
                : new Image(Picture.of(data, example), why.flatMap(Explanation::map));
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
        public void draw(Svg svg, double top) {
            double scale = SIZE / Math.max(picture.width(), picture.height());
            svg.add(Element.image(0, top, picture.width() * scale, picture.height() * scale, picture.uri())
                    .css("pixels")
                    .with("role", "presentation"));
            map.ifPresent(patches -> draw(svg, top, scale, patches));
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

    /**
     * Some cells of a row.
     *
     * @param cells each a column's name and its cell
     * @param strong how many of them, from the first, are unlike all training rows
     * @param more how many cells are not shown
     */
    record Cells(List<String> cells, int strong, int more) implements ExampleView {
        private static final int SHOWN = 6;
        private static final double LINE = 16;

        public Cells {
            cells = List.copyOf(cells);
        }

        private static Cells of(Dataset data, int row, Optional<Explanation> why) {
            List<Column> columns = data.columns();
            float[] cells = new float[columns.size()];
            data.cells(row, cells, 0);
            List<String> names = columns.stream().map(Column::name).toList();
            List<Contribution> reasons = why.map(Explanation::contributions).orElse(List.of());
            Set<Integer> order = new LinkedHashSet<>();
            reasons.stream().map(each -> names.indexOf(each.part())).forEach(order::add);
            IntStream.range(0, cells.length).forEach(order::add);
            List<String> shown = new ArrayList<>();
            order.stream()
                    .filter(i -> i >= 0)
                    .limit(SHOWN)
                    .forEach(i -> shown.add(names.get(i) + " "
                            + (Float.isNaN(cells[i])
                                    ? "missing"
                                    : columns.get(i).text(cells[i]))));
            int strong = (int) reasons.stream().filter(Contribution::unseen).count();
            return new Cells(shown, Math.min(strong, shown.size()), cells.length - shown.size());
        }

        @Override
        public void draw(Svg svg, double top) {
            double y = top + Text.SIZE;
            for (int i = 0; i < cells.size(); i++) {
                svg.add(Element.text(0, y, Text.within(cells.get(i), SIZE))
                        .css(i < strong ? "strong" : "plain")
                        .tip(cells.get(i)));
                y += LINE;
            }
            if (more > 0) {
                svg.add(Element.text(0, y, "and " + more + " more").css("muted"));
            }
        }
    }
}
