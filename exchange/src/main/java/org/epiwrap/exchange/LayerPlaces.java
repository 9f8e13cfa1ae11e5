package org.epiwrap.exchange;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.layer.LayerOrder;
import org.epiwrap.exchange.layer.LayerOrder.Chain;
import org.epiwrap.exchange.layer.NormOrder;
import org.epiwrap.exchange.layer.NormReader;
import org.epiwrap.exchange.layer.RawLayer;
import org.epiwrap.exchange.layer.RawNorm;
import org.epiwrap.exchange.layer.WeightWalk;

/** Puts the layers and the batch norms of a file in the order of the network, and notes what that rests on. */
final class LayerPlaces {
    private final NamedArrays arrays;
    private final ImportOptions options;
    private final Axes axes;
    private final List<String> notes;

    LayerPlaces(NamedArrays arrays, ImportOptions options, Axes axes, List<String> notes) {
        this.arrays = arrays;
        this.options = options;
        this.axes = axes;
        this.notes = notes;
    }

    /** Returns the axes of the convention, or else those that the names of the arrays suggest. */
    static Axes axes(Match match) {
        if (match.convention().axes().isPresent()) {
            return match.convention().axes().get();
        }
        long inputsFirst = match.layers().stream()
                .filter(layer ->
                        layer.weight().contains("kernel") || layer.weight().contains("vars/"))
                .count();
        if (inputsFirst > 0 && inputsFirst < match.layers().size()) {
            throw new IllegalArgumentException(
                    "some layers are named kernel and some weight, so it is not clear whether"
                            + " inputs or outputs come first: specify it by --axes");
        }
        return inputsFirst > 0 ? Axes.INPUTS_FIRST : Axes.OUTPUTS_FIRST;
    }

    /** Returns in words how kernels are read. */
    static String reading(Axes axes, ImportOptions options) {
        return "the kernels are read " + name(axes) + ", as "
                + (options.axes().isPresent() ? "requested" : "in the convention");
    }

    static String name(Axes axes) {
        return axes == Axes.OUTPUTS_FIRST ? "outputs first" : "inputs first";
    }

    /**
     * Returns the layers, given in the order of the file, in the order of the network.
     *
     * @param norms the names of batch norms
     * @param wanted the kernels of the architecture, if it is known
     */
    List<RawLayer> ordered(List<RawLayer> layers, Set<String> norms, Optional<List<Kernel>> wanted) {
        if (!options.order().isEmpty()) {
            List<String> order = options.order().stream()
                    .filter(name -> !norms.contains(name))
                    .toList();
            return LayerOrder.given(layers, order, axes, wanted).layers();
        }
        boolean byName = LayerOrder.chainsByName(layers, axes, wanted);
        boolean otherFits = LayerOrder.chainsByName(layers, axes.other(), wanted);
        Optional<Chain> chain = LayerOrder.of(layers, arrays.keepsOrder(), axes, wanted);
        boolean byFile =
                arrays.keepsOrder() && chain.isPresent() && chain.get().layers().equals(layers);
        // With nothing but shapes to go by, another order and another layout are equally likely.
        if (chain.isEmpty() || (otherFits && !byName && !byFile)) {
            throw new IllegalArgumentException("the layers do not fit together: "
                    + LayerOrder.misfit(LayerOrder.byName(layers, axes), axes, wanted)
                    + (otherFits
                            ? "; they fit with " + name(axes.other()) + ": if that is the layout, use --axes"
                            : ""));
        }
        if (otherFits) {
            notes.add(reading(axes, options) + "; their shapes would also fit " + name(axes.other()));
        }
        if (!byName || chain.get().source() != LayerOrder.Source.SHAPES) {
            notes.add("the order of the layers is " + chain.get().names() + ": "
                    + chain.get().source().reason());
        }
        return chain.get().layers();
    }

    /** Returns the batch norms in the order of the network. */
    List<RawNorm> norms(NormReader reader, Architecture architecture, List<RawLayer> layers) throws IOException {
        List<Integer> wanted = new Layout(architecture, Bias.POINT)
                .norms().stream().map(BlockShape::size).toList();
        NormOrder order = new NormOrder(reader.norms(), wanted);
        NormOrder.Chain chain = order.given(options.order())
                .or(() -> order.find(arrays.keepsOrder() && !arrays.isSorted()))
                .orElseThrow(() -> unordered(order, architecture, layers));
        if (chain.source() == LayerOrder.Source.FILE || chain.source() == LayerOrder.Source.NUMBERS) {
            notes.add("the order of the batch norms is " + chain.names() + ": "
                    + chain.source().reason());
        }
        if (reader.isKeras()) {
            notes.add("the variances of batch norms are 0.00099 larger than in the file, since Keras adds 1e-3 to them"
                    + " and 1e-5 is added here");
        }
        return chain.norms();
    }

    /** Suggests an order of the norms where it is not clear: that of their names is often right. */
    private static IllegalArgumentException unordered(
            NormOrder norms, Architecture architecture, List<RawLayer> layers) {
        List<String> names = WeightWalk.names(
                architecture,
                layers.stream().map(RawLayer::name).toList(),
                norms.byName().stream().map(RawNorm::name).toList());
        return new IllegalArgumentException(
                "the batch norms fit in more than one order, and neither the file nor numbers in their names"
                        + " tell which is right: name all layers and norms from the first to the last, for instance "
                        + "--order " + String.join(",", names)
                        + " if that is the order; an npz file, which keeps its order, does not need it");
    }
}
