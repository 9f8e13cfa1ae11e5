package org.epiwrap.exchange.layer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Kernel;

/**
 * Finds the order of layers. Their shapes must chain, or be those of a known architecture, whose kernels are given as
 * {@code wanted}. If several orders do, that of the file decides if it can be the one in which the layers were written;
 * otherwise the numbers in names that are otherwise alike, such as fc1 and fc2. If several are left, none is taken.
 *
 * <p>What chains when it is read outputs first also chains, backwards, when it is read inputs first: hence an order that is
 * found by shapes alone does not determine the layout.
 */
public final class LayerOrder {
    /** The limit of a search, which could otherwise take too long. */
    private static final int MAX_ATTEMPTS = 1_000_000;

    /** Whether there is another order than the first shows in the second. */
    private static final int ENOUGH = 2;

    /** More than any network has. */
    private static final int MAX_LAYERS = 1000;

    private final List<RawLayer> layers;
    private final List<Kernel> kernels;
    private final Optional<List<Kernel>> wanted;

    /** How an order was found. */
    public enum Source {
        /** By the shapes, which fit in no other order. */
        SHAPES("the only order in which their shapes fit"),
        /** By the order of the file. */
        FILE("as in the file; their shapes would also fit in other orders"),
        /** By the numbers in the names. */
        NUMBERS("by the numbers in their names; their shapes would also fit in other orders"),
        /** Given by the user. */
        GIVEN("as given");

        private final String reason;

        Source(String reason) {
            this.reason = reason;
        }

        public String reason() {
            return reason;
        }
    }

    /** An order that fits. */
    public record Chain(List<RawLayer> layers, Source source) {
        /** Returns the names of the layers in this order. */
        public String names() {
            return LayerOrder.names(layers);
        }
    }

    private LayerOrder(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        Check.between("the number of layers with weights", layers.size(), 1, MAX_LAYERS);
        this.layers = layers;
        this.kernels = layers.stream()
                .map(layer -> axes.kernel(layer.kernel().shape()))
                .toList();
        this.wanted = wanted;
    }

    /** Returns the layers in the natural order of their names, convolutions before dense layers. */
    public static List<RawLayer> byName(List<RawLayer> layers, Axes axes) {
        return layers.stream()
                .sorted(Comparator.comparing((RawLayer layer) ->
                                !axes.kernel(layer.kernel().shape()).isConvolution())
                        .thenComparing(RawLayer::name, new NaturalOrder()))
                .toList();
    }

    /** Returns whether the layers chain in the order of their names. */
    public static boolean chainsByName(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        try {
            return new LayerOrder(byName(layers, axes), axes, wanted).chains();
        } catch (IllegalArgumentException e) {
            // With these axes it is not even a kernel.
            return false;
        }
    }

    /**
     * Returns the order, if there is one.
     *
     * @param layers in the order of the file
     * @param inFile whether that order can be the one in which they were written
     * @throws IllegalArgumentException if several orders fit and nothing determines which is right
     */
    public static Optional<Chain> of(List<RawLayer> layers, boolean inFile, Axes axes, Optional<List<Kernel>> wanted) {
        LayerOrder byName = new LayerOrder(byName(layers, axes), axes, wanted);
        Search all = byName.search(false, ENOUGH);
        if (all.found.isEmpty() && all.isComplete()) {
            return Optional.empty();
        }
        if (all.found.size() == 1 && all.isComplete()) {
            return Optional.of(new Chain(all.found.get(0), Source.SHAPES));
        }
        if (inFile && !isSorted(layers) && new LayerOrder(layers, axes, wanted).chains()) {
            return Optional.of(new Chain(layers, Source.FILE));
        }
        Search numbered = byName.search(true, ENOUGH);
        if (numbered.found.size() == 1 && numbered.isComplete()) {
            return Optional.of(new Chain(numbered.found.get(0), Source.NUMBERS));
        }
        if (all.found.isEmpty()) {
            throw new IllegalArgumentException("no order of the " + layers.size() + " layers that fits their shapes was"
                    + " found in " + MAX_ATTEMPTS
                    + " attempts: name all of them from the first to the last (--order)");
        }
        throw new IllegalArgumentException("the shapes of the layers fit in more than one order, for instance "
                + all.found.stream().map(LayerOrder::names).collect(Collectors.joining(" and "))
                + ", and neither the file nor numbers in their names tell which is right: use for instance "
                + "--order " + all.found.get(0).stream().map(RawLayer::name).collect(Collectors.joining(",")));
    }

    /** Returns orders in which the layers chain, that of their names first, at most so many. */
    public static List<List<RawLayer>> all(
            List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted, int maximum) {
        return new LayerOrder(byName(layers, axes), axes, wanted).search(false, maximum).found;
    }

    /** Returns the layers in an order given by their names. */
    public static Chain given(List<RawLayer> layers, List<String> names, Axes axes, Optional<List<Kernel>> wanted) {
        Map<String, RawLayer> byName = new HashMap<>();
        layers.forEach(layer -> byName.put(layer.name(), layer));
        List<RawLayer> ordered = new ArrayList<>();
        for (String name : names) {
            RawLayer layer = byName.remove(name);
            if (layer != null) {
                ordered.add(layer);
            }
        }
        if (!byName.isEmpty() || ordered.size() != names.size()) {
            throw new IllegalArgumentException(
                    "the order must name each layer once (" + names(layers) + "), but is " + String.join(", ", names));
        }
        if (!new LayerOrder(ordered, axes, wanted).chains()) {
            throw new IllegalArgumentException(
                    "the layers do not fit together in the given order: " + misfit(ordered, axes, wanted));
        }
        return new Chain(ordered, Source.GIVEN);
    }

    /** Returns the common part of names that differ only in numbers, such as fc1 and fc2. */
    public static String family(String name) {
        return name.replaceAll("[_.]?\\d+", "");
    }

    public static String names(List<RawLayer> layers) {
        return layers.stream().map(RawLayer::name).collect(Collectors.joining(", "));
    }

    /** Returns whether the names are in alphabetical order, in which case they may have been sorted. */
    private static boolean isSorted(List<RawLayer> layers) {
        List<String> names = layers.stream().map(RawLayer::name).toList();
        return names.equals(names.stream().sorted().toList());
    }

    /**
     * Describes where the layers stop fitting, in one sentence.
     *
     * @param layers in an order in which they do not chain
     */
    public static String misfit(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        if (wanted.isPresent() && wanted.get().size() != layers.size()) {
            return "the architecture has " + wanted.get().size() + " layers with weights, but the file "
                    + layers.size();
        }
        LayerOrder order = new LayerOrder(layers, axes, wanted);
        int at = order.fitting();
        String problem = wanted.isPresent()
                ? "where the architecture has " + wanted.get().get(at)
                : "after " + order.kernels.get(at - 1);
        return layers.get(at).name() + " is " + order.kernels.get(at) + " " + problem;
    }

    private boolean chains() {
        return !hasOtherSize() && fitting() == kernels.size();
    }

    /** Returns how many layers fit, from the first on. */
    private int fitting() {
        int at = 0;
        while (at < kernels.size() && fits(at, at - 1, at)) {
            at++;
        }
        return at;
    }

    private boolean hasOtherSize() {
        return wanted.isPresent() && wanted.get().size() != layers.size();
    }

    private boolean fits(int place, int before, int layer) {
        Kernel kernel = kernels.get(layer);
        return wanted.map(all -> all.get(place).equals(kernel))
                .orElseGet(() -> before < 0 || kernel.canFollow(kernels.get(before)));
    }

    private Search search(boolean numbered, int maximum) {
        Search search = new Search(numbered, maximum);
        if (!hasOtherSize()) {
            search.run();
        }
        return search;
    }

    /** Looks for orders that fit, up to a number of them. */
    private final class Search {
        private final List<List<RawLayer>> found = new ArrayList<>();
        /** For each layer the one that must come before it. */
        private final int[] before = new int[layers.size()];

        /** The layers that fit right after each layer, or at each place of a known architecture; first those that begin. */
        private final List<int[]> candidates = new ArrayList<>();

        private final boolean[] used = new boolean[layers.size()];
        private final List<Integer> taken = new ArrayList<>();
        private final int maximum;
        private int attempts;

        /**
         * Prepares a search.
         *
         * @param numbered whether layers whose names differ in numbers alone must come in the order of these
         * @param maximum how many orders are looked for
         */
        Search(boolean numbered, int maximum) {
            this.maximum = maximum;
            Map<String, Integer> last = new HashMap<>();
            for (int i = 0; i < before.length; i++) {
                Integer previous = last.put(family(layers.get(i).name()), i);
                before[i] = numbered && previous != null ? previous : -1;
            }
            int rows = wanted.map(List::size).orElse(before.length + 1);
            for (int row = 0; row < rows; row++) {
                int at = row;
                candidates.add(IntStream.range(0, before.length)
                        .filter(layer -> fits(at, at - 1, layer))
                        .toArray());
            }
        }

        boolean isComplete() {
            return attempts < MAX_ATTEMPTS;
        }

        void run() {
            int place = taken.size();
            if (place == layers.size()) {
                found.add(taken.stream().map(layers::get).toList());
                return;
            }
            int from = wanted.isPresent() || place == 0 ? place : taken.get(place - 1) + 1;
            for (int i : candidates.get(from)) {
                if (found.size() == maximum || !isComplete()) {
                    return;
                }
                if (!used[i] && (before[i] < 0 || used[before[i]])) {
                    attempts++;
                    used[i] = true;
                    taken.add(i);
                    run();
                    taken.remove(place);
                    used[i] = false;
                }
            }
        }
    }
}
