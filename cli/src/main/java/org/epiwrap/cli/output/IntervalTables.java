package org.epiwrap.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Layout;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ModelMetrics;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** How wide the intervals of a model are, and how informative: what is known of it from its file. */
public final class IntervalTables {
    private IntervalTables() {}

    /** Returns the radius scale of each layer, and what was measured on held-out examples; without what is not known. */
    public static List<Table> of(EpistemicModel model) {
        List<Table> tables = new ArrayList<>();
        model.wrapping().map(record -> radii(model.network(), record)).ifPresent(tables::add);
        if (model.card().metrics().containsKey(ModelMetrics.HELD_OUT_SET_SIZE)) {
            tables.add(heldOut(model.card().metrics()));
        }
        return tables;
    }

    private static Table radii(IntervalNetwork network, WrappingRecord record) {
        Table table =
                Table.of("radii", "radii of the intervals, scaled by k", Column.text("layer"), Column.number("k", 4));
        List<String> layers = new Layout(network.architecture(), network.bias()).weighted();
        for (int i = 0; i < layers.size(); i++) {
            double scale =
                    record.radiusScales().isEmpty() ? 1 : record.radiusScales().get(i);
            table = table.row(Cell.of(layers.get(i)), Cell.of(scale));
        }
        return table;
    }

    private static Table heldOut(Map<String, Double> metrics) {
        return Table.of(
                        "held-out",
                        "intervals on held-out examples, on which no radii were chosen; sets are the classes not ruled out",
                        Column.percent("accuracy", 2),
                        Column.number("mean size", 2),
                        Column.percent("set coverage", 2),
                        Column.number("mean U", 4))
                .row(
                        cell(metrics, ModelMetrics.HELD_OUT_PREDICTED),
                        cell(metrics, ModelMetrics.HELD_OUT_SET_SIZE),
                        cell(metrics, ModelMetrics.HELD_OUT_SET_COVERAGE),
                        cell(metrics, ModelMetrics.HELD_OUT_U));
    }

    /** Returns a metric, if there is one. */
    static Cell cell(Map<String, Double> metrics, String name) {
        Double value = metrics.get(name);
        return value == null ? Cell.missing() : Cell.of(value);
    }
}
