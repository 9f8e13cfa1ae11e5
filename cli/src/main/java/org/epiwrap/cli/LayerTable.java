package org.epiwrap.cli;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.architecture.Volume;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The layers of a network with the shapes that come out and how many numbers each has. */
final class LayerTable {
    private final Layout layout;
    private final Iterator<String> weighted;
    private final Iterator<BlockShape> norms;
    private Table table = Table.of(
            "layers",
            "Layers",
            Column.text("layer"),
            Column.text("name"),
            Column.text("gives"),
            Column.number("weights", 0),
            Column.number("points", 0));

    private LayerTable(Architecture architecture, Bias bias) {
        this.layout = new Layout(architecture, bias);
        this.weighted = layout.weighted().iterator();
        this.norms = layout.norms().iterator();
        table = table.row(
                Cell.of("input"),
                Cell.of(""),
                Cell.of(architecture.input().toString()),
                Cell.missing(),
                Cell.missing());
        add(architecture.layers(), architecture.input(), "");
        table = table.row(
                Cell.of("all"), Cell.of(""), Cell.of(""), Cell.of(layout.randomSize()), Cell.of(layout.pointSize()));
    }

    static Table of(Architecture architecture, Bias bias) {
        return new LayerTable(architecture, bias).table;
    }

    private void add(List<Layer> layers, Volume input, String indent) {
        Volume volume = input;
        for (Layer layer : layers) {
            Volume output = layer.output(volume);
            if (layer instanceof Layer.Residual residual) {
                row(indent + "residual", "", output);
                add(residual.body(), volume, indent + "  ");
                if (!residual.shortcut().isEmpty()) {
                    row(indent + "shortcut", "", output);
                    add(residual.shortcut(), volume, indent + "  ");
                }
            } else {
                row(indent + words(layer), name(layer), output);
            }
            volume = output;
        }
    }

    private String name(Layer layer) {
        if (layer instanceof Layer.Dense || layer instanceof Layer.Convolution) {
            return weighted.next();
        }
        return layer instanceof Layer.BatchNorm ? norms.next().name() : "";
    }

    private static String words(Layer layer) {
        if (layer instanceof Layer.Dense dense) {
            return "dense, " + dense.outputs();
        } else if (layer instanceof Layer.Convolution c) {
            return "convolution, " + c.outputs() + " of " + c.size() + "×" + c.size() + ", stride " + c.stride()
                    + ", padding " + c.padding();
        } else if (layer instanceof Layer.AveragePool pool) {
            return "average pool, " + pool.size();
        } else if (layer instanceof Layer.MaxPool pool) {
            return "max pool, " + pool.size();
        } else if (layer instanceof Layer.Dropout dropout) {
            return "dropout, " + dropout.rate();
        } else if (layer instanceof Layer.BatchNorm) {
            return "batch norm";
        }
        return layer instanceof Layer.Relu ? "relu" : "flatten";
    }

    private void row(String words, String name, Volume output) {
        table = table.row(
                Cell.of(words),
                Cell.of(name),
                Cell.of(output.toString()),
                count(layout.random(), name),
                count(layout.points(), name));
    }

    private static Cell count(List<Layout.Slot> slots, String layer) {
        int sum = owned(slots, layer).mapToInt(Layout.Slot::size).sum();
        return sum == 0 ? Cell.missing() : Cell.of(sum);
    }

    private static Stream<Layout.Slot> owned(List<Layout.Slot> slots, String layer) {
        return slots.stream().filter(slot -> !layer.isEmpty() && slot.name().startsWith(layer + "."));
    }
}
