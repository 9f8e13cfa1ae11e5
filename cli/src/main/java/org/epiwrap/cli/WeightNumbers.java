package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Layout;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/**
 * The weights of one part of a network in a few numbers.
 *
 * @param meanSize the mean of |μ|, or of the size of the intervals' centres
 * @param spread of the standard deviations, or of the intervals' widths
 * @param radiusScale by which the radii were scaled after wrapping, if they were
 */
record WeightNumbers(
        String name,
        List<Integer> shape,
        int number,
        double meanSize,
        Distribution spread,
        OptionalDouble radiusScale) {

    static List<WeightNumbers> of(BayesianModel model) {
        return of(
                new Layout(model.architecture(), model.network().bias()),
                model.network().means(0),
                model.network().deviations(0),
                List.of());
    }

    static List<WeightNumbers> of(EpistemicModel model) {
        float[] lower = model.network().lower();
        float[] upper = model.network().upper();
        float[] centres = new float[lower.length];
        float[] widths = new float[lower.length];
        for (int i = 0; i < lower.length; i++) {
            centres[i] = (float) (0.5 * ((double) lower[i] + upper[i]));
            // Below 0 where bounds have crossed.
            widths[i] = upper[i] - lower[i];
        }
        Layout layout = new Layout(model.architecture(), model.network().bias());
        List<Double> scales = model.wrapping().map(WrappingRecord::radiusScales).orElse(List.of());
        return of(layout, centres, widths, scales);
    }

    private static List<WeightNumbers> of(Layout layout, float[] centres, float[] spreads, List<Double> scales) {
        List<WeightNumbers> all = new ArrayList<>();
        for (Layout.Slot slot : layout.random()) {
            double sum = 0;
            for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) {
                sum += Math.abs(centres[i]);
            }
            int layer = layout.weighted()
                    .indexOf(slot.name().substring(0, slot.name().lastIndexOf('.')));
            all.add(new WeightNumbers(
                    slot.name(),
                    slot.shape().sizes(),
                    slot.size(),
                    sum / slot.size(),
                    Distribution.of(Arrays.copyOfRange(spreads, slot.offset(), slot.offset() + slot.size())),
                    scales.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(scales.get(layer))));
        }
        return all;
    }

    /** Names of the numbers in a table and in JSON. */
    record Words(String caption, String meanSize, String meanSizeJson, String spread) {
        static final Words BAYESIAN =
                new Words("Posteriors: σ from least to greatest", "mean |μ|", "meanAbsoluteMu", "sigma");
        static final Words INTERVAL =
                new Words("Intervals: widths from least to greatest", "mean |centre|", "meanAbsoluteCentre", "width");
    }

    ObjectNode json(Words words) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", name);
        shape.forEach(node.putArray("shape")::add);
        node.put("number", number).put(words.meanSizeJson(), meanSize);
        node.set(words.spread(), spread.json());
        radiusScale.ifPresent(scale -> node.put("radiusScale", scale));
        return node;
    }

    static Table table(List<WeightNumbers> all, Words words) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("weights"),
                Column.text("shape"),
                Column.number("number", 0),
                Column.text(words.meanSize()),
                Column.text("least"),
                Column.text("5 %"),
                Column.text("median"),
                Column.text("95 %"),
                Column.text("greatest"),
                Column.text("histogram")));
        boolean scaled = all.stream().anyMatch(part -> part.radiusScale.isPresent());
        if (scaled) {
            columns.add(Column.number("radius scale", 3));
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (WeightNumbers part : all) {
            List<Cell> row = new ArrayList<>(List.of(
                    Cell.of(part.name),
                    Cell.of(part.shape.stream().map(String::valueOf).collect(Collectors.joining("×"))),
                    Cell.of(part.number),
                    Cell.of(number(part.meanSize))));
            for (double share : new double[] {0, 0.05, 0.5, 0.95, 1}) {
                row.add(Cell.of(number(part.spread.quantile(share))));
            }
            row.add(Cell.of(part.spread.bars()));
            part.radiusScale.ifPresent(scale -> row.add(Cell.of(scale)));
            rows.add(row);
        }
        return new Table("weights", words.caption(), columns, rows);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
