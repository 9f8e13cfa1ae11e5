package org.epiwrap.report.plot;

import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/**
 * A matrix as shades: cells from faint to strong, with names beside the rows and above the columns. Names of columns are
 * turned upright if they are too wide.
 *
 * @param names of the rows, and of the columns
 * @param rows what the rows are
 * @param columns what the columns are
 * @param shades [rows][columns], from 0 to 1
 * @param tips [rows][columns], what each cell says when pointed at
 */
public record HeatMap(
        List<String> names, String rows, String columns, List<List<Double>> shades, List<List<String>> tips)
        implements Plot {
    private static final double MAX_CELL = 30;
    private static final double MAX_NAME = 70;
    private static final double GAP = 6;
    /** Text is smaller than this only where it is left out. */
    private static final double MIN_NAMED = 9;

    public HeatMap {
        names = List.copyOf(names);
        Check.atLeast("the number of names", names.size(), 1);
        shades = shades.stream().map(List::copyOf).toList();
        tips = tips.stream().map(List::copyOf).toList();
        Check.sameLength("shades", shades.size(), "names", names.size());
        Check.sameLength("tips", tips.size(), "names", names.size());
        for (int r = 0; r < names.size(); r++) {
            Check.sameLength("shades[" + r + "]", shades.get(r).size(), "names", names.size());
            Check.sameLength("tips[" + r + "]", tips.get(r).size(), "names", names.size());
            shades.get(r).forEach(shade -> Check.share("shade", shade));
        }
    }

    @Override
    public double draw(Svg svg) {
        double widest = names.stream().mapToDouble(Text::width).max().orElseThrow();
        double room = Math.min(MAX_NAME, widest);
        double left = room + GAP;
        double cell = Math.min(MAX_CELL, (Svg.WIDTH - left) / names.size());
        boolean upright = widest > cell;
        svg.add(Element.text(0, Text.SIZE, rows + " by row, " + columns + " by column")
                .css("muted"));
        double top = Text.SIZE + GAP + (upright ? room : Text.SIZE) + GAP;
        for (int i = 0; i < names.size(); i++) {
            String name = Text.within(names.get(i), MAX_NAME);
            double middle = (i + 0.5) * cell;
            if (cell >= MIN_NAMED) {
                svg.add(Element.endingAt(left - GAP, top + middle + 0.35 * Text.SIZE, name));
                svg.add(
                        upright
                                ? upright(left + middle + 0.35 * Text.SIZE, top - GAP, name)
                                : Element.centred(left + middle, top - GAP, name));
            }
            for (int j = 0; j < names.size(); j++) {
                svg.add(Element.rect(left + j * cell, top + i * cell, cell, cell)
                        .css("solid " + (i == j ? "s1" : "s2"))
                        .opacity(shades.get(i).get(j))
                        .tip(tips.get(i).get(j)));
            }
        }
        return top + names.size() * cell + 2;
    }

    private static Element upright(double x, double y, String name) {
        return Element.text(x, y, name).with("transform", "rotate(-90 " + x + " " + y + ")");
    }
}
