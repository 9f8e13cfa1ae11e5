package org.epiwrap.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Layout;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.statistics.SampleMoments;

/** The distribution of the weights of a network, by layer: means and standard deviations, or centres and widths. */
public final class WeightStatistics {
    private final Terms terms;
    private final List<Part> parts = new ArrayList<>();

    /** How the numbers of a kind of network are called in a table and in JSON. */
    private record Terms(String caption, String meanSize, String meanSizeField, String spreadField) {
        static final Terms BAYESIAN =
                new Terms("Posteriors: σ from minimum to maximum", "mean |μ|", "mean_absolute_mu", "sigma");
        static final Terms ENSEMBLE = new Terms(
                "Members: standard deviation between them from minimum to maximum",
                "mean |mean|",
                "mean_absolute_mean",
                "deviation");
        static final Terms INTERVAL = new Terms(
                "Intervals: widths from minimum to maximum", "mean |centre|", "mean_absolute_centre", "width");
    }

    /**
     * The weights of a layer.
     *
     * @param meanSize the mean of |μ|, or of the absolute value of the intervals' centres
     * @param spread the standard deviations, or the intervals' widths
     * @param radiusScales the factor of the radii after wrapping, if there is one
     */
    private record Part(
            String name,
            List<Integer> shape,
            int number,
            double meanSize,
            Distribution spread,
            List<Double> radiusScales) {}

    private WeightStatistics(Terms terms, Layout layout, float[] centres, float[] spreads, List<Double> scales) {
        this.terms = terms;
        for (Layout.Slot slot : layout.random()) {
            int end = slot.offset() + slot.size();
            double sum = 0;
            for (int i = slot.offset(); i < end; i++) {
                sum += Math.abs(centres[i]);
            }
            int layer = layout.weighted()
                    .indexOf(slot.name().substring(0, slot.name().lastIndexOf('.')));
            parts.add(new Part(
                    slot.name(),
                    slot.shape().sizes(),
                    slot.size(),
                    sum / slot.size(),
                    Distribution.of(Arrays.copyOfRange(spreads, slot.offset(), end)),
                    scales.isEmpty() ? List.of() : List.of(scales.get(layer))));
        }
    }

    public static WeightStatistics of(StoredModel model) {
        if (model instanceof BayesianModel bayesian) {
            return new WeightStatistics(
                    Terms.BAYESIAN,
                    new Layout(model.architecture(), bayesian.network().bias()),
                    bayesian.network().means(0),
                    bayesian.network().deviations(0),
                    List.of());
        }
        if (model instanceof EnsembleModel ensemble) {
            return of(ensemble);
        }
        EpistemicModel interval = (EpistemicModel) model;
        float[] lower = interval.network().lower();
        float[] upper = interval.network().upper();
        float[] centres = new float[lower.length];
        float[] widths = new float[lower.length];
        for (int i = 0; i < lower.length; i++) {
            centres[i] = (float) (0.5 * ((double) lower[i] + upper[i]));
            // Below 0 where bounds have crossed.
            widths[i] = upper[i] - lower[i];
        }
        return new WeightStatistics(
                Terms.INTERVAL,
                new Layout(model.architecture(), interval.network().bias()),
                centres,
                widths,
                interval.wrapping().map(WrappingRecord::radiusScales).orElse(List.of()));
    }

    /** The mean of each weight over the members, and its standard deviation between them. */
    private static WeightStatistics of(EnsembleModel model) {
        List<float[]> members =
                model.members().stream().map(member -> member.means(0)).toList();
        float[] means = new float[members.get(0).length];
        float[] deviations = new float[means.length];
        for (int i = 0; i < means.length; i++) {
            int weight = i;
            SampleMoments moments = SampleMoments.of(
                    "a weight",
                    members.stream().mapToDouble(member -> member[weight]).toArray());
            means[i] = (float) moments.mean();
            deviations[i] = (float) moments.sampleDeviation();
        }
        Layout layout = new Layout(model.architecture(), model.members().get(0).bias());
        return new WeightStatistics(Terms.ENSEMBLE, layout, means, deviations, List.of());
    }

    public ArrayNode json() {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Part part : parts) {
            ObjectNode node = array.addObject().put("name", part.name);
            part.shape.forEach(node.putArray("shape")::add);
            node.put("number", part.number).put(terms.meanSizeField, part.meanSize);
            node.set(terms.spreadField, part.spread.json());
            part.radiusScales.forEach(scale -> node.put("radius_scale", scale));
        }
        return array;
    }

    public Table table() {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("weights"),
                Column.text("shape"),
                Column.number("number", 0),
                Column.text(terms.meanSize),
                Column.text("min"),
                Column.text("5 %"),
                Column.text("median"),
                Column.text("95 %"),
                Column.text("max"),
                Column.text("histogram")));
        if (parts.stream().anyMatch(part -> !part.radiusScales.isEmpty())) {
            columns.add(Column.number("radius scale", 3));
        }
        return new Table(
                "weights",
                terms.caption,
                columns,
                parts.stream().map(WeightStatistics::row).toList());
    }

    private static List<Cell> row(Part part) {
        List<Cell> row = new ArrayList<>(List.of(
                Cell.of(part.name),
                Cell.of(part.shape.stream().map(String::valueOf).collect(Collectors.joining("×"))),
                Cell.of(part.number),
                Cell.of(number(part.meanSize))));
        for (double share : new double[] {0, 0.05, 0.5, 0.95, 1}) {
            row.add(Cell.of(number(part.spread.quantile(share))));
        }
        row.add(Cell.of(part.spread.bars()));
        part.radiusScales.forEach(scale -> row.add(Cell.of(scale)));
        return row;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
