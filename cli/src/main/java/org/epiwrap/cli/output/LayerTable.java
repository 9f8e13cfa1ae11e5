package org.epiwrap.cli.output;

import java.util.Iterator;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The layers of a network with the shapes of their outputs and the numbers of their parameters. */
public final class LayerTable implements Layer.Visitor<Volume, Volume> {
    private final Layout layout;
    private final Iterator<String> weighted;
    private final Iterator<BlockShape> norms;
    private String indent = "";
    private Table table = Table.of(
            "layers",
            "Layers",
            Column.text("layer"),
            Column.text("name"),
            Column.text("output"),
            Column.number("weights", 0),
            Column.number("points", 0));

    private LayerTable(Architecture architecture, Bias bias) {
        this.layout = new Layout(architecture, bias);
        this.weighted = layout.weighted().iterator();
        this.norms = layout.norms().iterator();
    }

    /** Returns the layers of an architecture; random parameters are weights, others points. */
    public static Table of(Architecture architecture, Bias bias) {
        LayerTable layers = new LayerTable(architecture, bias);
        layers.row("input", "", architecture.input());
        Layer.through(architecture.layers(), layers, architecture.input());
        return layers.table.row(
                Cell.of("all"),
                Cell.of(""),
                Cell.of(""),
                Cell.of(layers.layout.randomSize()),
                Cell.of(layers.layout.pointSize()));
    }

    private Volume row(String words, String name, Volume output) {
        table = table.row(
                Cell.of(indent + words),
                Cell.of(name),
                Cell.of(output.toString()),
                count(layout.random(), name),
                count(layout.points(), name));
        return output;
    }

    private static Cell count(List<Layout.Slot> slots, String layer) {
        int sum = slots.stream()
                .filter(slot -> !layer.isEmpty() && slot.name().startsWith(layer + "."))
                .mapToInt(Layout.Slot::size)
                .sum();
        return sum == 0 ? Cell.missing() : Cell.of(sum);
    }

    @Override
    public Volume dense(Layer.Dense layer, Volume input) {
        return row("dense, " + layer.outputs(), weighted.next(), layer.output(input));
    }

    @Override
    public Volume convolution(Layer.Convolution layer, Volume input) {
        String words = "convolution, " + layer.outputs() + " of " + layer.size() + "×" + layer.size() + ", stride "
                + layer.stride() + ", padding " + layer.padding();
        return row(words, weighted.next(), layer.output(input));
    }

    @Override
    public Volume averagePool(Layer.AveragePool layer, Volume input) {
        return row("average pool, " + layer.size(), "", layer.output(input));
    }

    @Override
    public Volume maxPool(Layer.MaxPool layer, Volume input) {
        return row("max pool, " + layer.size(), "", layer.output(input));
    }

    @Override
    public Volume batchNorm(Layer.BatchNorm layer, Volume input) {
        return row("batch norm", norms.next().name(), layer.output(input));
    }

    @Override
    public Volume nonlinearity(Layer.Nonlinearity layer, Volume input) {
        return row(layer.activation().toString(), "", layer.output(input));
    }

    @Override
    public Volume dropout(Layer.Dropout layer, Volume input) {
        return row("dropout, " + layer.rate(), "", layer.output(input));
    }

    @Override
    public Volume flatten(Layer.Flatten layer, Volume input) {
        return row("flatten", "", layer.output(input));
    }

    @Override
    public Volume residual(Layer.Residual layer, Volume input) {
        Volume output = layer.output(input);
        inside("residual", layer.body(), input, output);
        if (!layer.shortcut().isEmpty()) {
            inside("shortcut", layer.shortcut(), input, output);
        }
        return output;
    }

    private void inside(String words, List<Layer> layers, Volume input, Volume output) {
        row(words, "", output);
        String before = indent;
        indent += "  ";
        Layer.through(layers, this, input);
        indent = before;
    }
}
