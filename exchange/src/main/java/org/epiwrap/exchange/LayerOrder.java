package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The order of layers. Files may keep their arrays in any; the usual one is the natural order of the layers' names,
 * convolutions before dense layers. What chains when it is read outputs first also chains, backwards, when it is read
 * inputs first: hence an order that is found by the shapes says nothing of the layout.
 *
 * <p>Where an architecture is known its kernels are given as {@code wanted}.
 */
final class LayerOrder {
    /** Steps of the search, which could else take longer than anyone waits. */
    private static final int MAX_STEPS = 100_000;

    private final List<RawLayer> layers;
    private final List<Kernel> kernels;
    private final Optional<List<Kernel>> wanted;
    private final List<List<Integer>> found = new ArrayList<>();
    private int steps;

    private LayerOrder(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        this.layers = layers.stream()
                .sorted(Comparator.comparing((RawLayer layer) ->
                                !axes.kernel(layer.kernel().shape()).isConvolution())
                        .thenComparing(RawLayer::name, new NaturalOrder()))
                .toList();
        this.kernels = this.layers.stream()
                .map(layer -> axes.kernel(layer.kernel().shape()))
                .toList();
        this.wanted = wanted;
    }

    /** Whether the layers chain in the order of their names. */
    static boolean chainsByName(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        if (wanted.isPresent() && wanted.get().size() != layers.size()) {
            return false;
        }
        try {
            return new LayerOrder(layers, axes, wanted).chainsByName();
        } catch (IllegalArgumentException e) {
            // Read so, a kernel would not even be one.
            return false;
        }
    }

    /** The layers in the order of their names. */
    static List<RawLayer> byName(List<RawLayer> layers, Axes axes) {
        return new LayerOrder(layers, axes, Optional.empty()).layers;
    }

    /** The layers in the only order in which their shapes chain; nothing if there is none, or more than one. */
    static Optional<List<RawLayer>> byShape(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        if (wanted.isPresent() && wanted.get().size() != layers.size()) {
            return Optional.empty();
        }
        LayerOrder order = new LayerOrder(layers, axes, wanted);
        order.search(new ArrayList<>());
        // Two orders would be a guess.
        return order.found.size() == 1 && order.steps < MAX_STEPS
                ? Optional.of(order.found.get(0).stream().map(order.layers::get).toList())
                : Optional.empty();
    }

    /** One sentence on where the layers, in the order of their names, stop fitting. */
    static String misfit(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        LayerOrder order = new LayerOrder(layers, axes, wanted);
        if (wanted.isPresent() && wanted.get().size() != layers.size()) {
            return "the architecture has " + wanted.get().size() + " layers with weights, but the file "
                    + layers.size();
        }
        for (int i = 0; i < layers.size(); i++) {
            if (!order.fits(i, i == 0 ? -1 : i - 1, i)) {
                String name = order.layers.get(i).name();
                String problem = wanted.isPresent()
                        ? "where the architecture has " + wanted.get().get(i)
                        : "after " + order.kernels.get(i - 1);
                return name + " is " + order.kernels.get(i) + " " + problem;
            }
        }
        return "their order could be more than one";
    }

    private boolean chainsByName() {
        for (int i = 0; i < kernels.size(); i++) {
            if (!fits(i, i - 1, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(int place, int before, int layer) {
        Kernel kernel = kernels.get(layer);
        return wanted.map(all -> all.get(place).equals(kernel))
                .orElseGet(() -> before < 0 || kernel.canFollow(kernels.get(before)));
    }

    private void search(List<Integer> taken) {
        if (taken.size() == layers.size()) {
            found.add(List.copyOf(taken));
            return;
        }
        for (int i = 0; i < layers.size() && found.size() < 2 && steps < MAX_STEPS; i++) {
            steps++;
            int before = taken.isEmpty() ? -1 : taken.get(taken.size() - 1);
            if (!taken.contains(i) && fits(taken.size(), before, i)) {
                taken.add(i);
                search(taken);
                taken.remove(taken.size() - 1);
            }
        }
    }
}
