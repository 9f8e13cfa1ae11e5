package org.epiwrap.exchange.layer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.exchange.layer.LayerOrder.Source;

/**
 * Finds the order of batch norms. Their channels must be those of the architecture's norms. Among norms with the same
 * number of channels, the order of the file decides if it can be the one in which they were written; otherwise the numbers
 * in names that are otherwise alike. If neither does, none is taken.
 */
public final class NormOrder {
    private final List<RawNorm> norms;
    private final List<Integer> wanted;

    /** An order that fits. */
    public record Chain(List<RawNorm> norms, Source source) {
        /** Returns the names of the norms in this order. */
        public String names() {
            return NormOrder.names(norms);
        }
    }

    /**
     * Takes the norms to be ordered.
     *
     * @param norms in the order of the file
     * @param wanted the channels of the norms of the architecture, in its order
     */
    public NormOrder(List<RawNorm> norms, List<Integer> wanted) {
        this.norms = norms;
        this.wanted = wanted;
        List<Integer> sizes = channels(norms);
        if (!sorted(sizes).equals(sorted(wanted))) {
            throw new IllegalArgumentException(
                    "the architecture has batch norms of " + wanted + " channels, but the file of " + sizes
                            + (wanted.isEmpty() ? ": an architecture with batch norms must be given (--arch)" : ""));
        }
    }

    /**
     * Returns the order; empty if nothing determines it.
     *
     * @param inFile whether the order of the file can be the one in which the norms were written
     */
    public Optional<Chain> find(boolean inFile) {
        if (wanted.stream().distinct().count() == wanted.size()) {
            return Optional.of(new Chain(filled(norms), Source.SHAPES));
        }
        if (inFile && channels(norms).equals(wanted)) {
            return Optional.of(new Chain(norms, Source.FILE));
        }
        Map<Integer, Set<String>> families = norms.stream()
                .collect(Collectors.groupingBy(
                        RawNorm::channels,
                        Collectors.mapping(norm -> LayerOrder.family(norm.name()), Collectors.toSet())));
        if (families.values().stream().anyMatch(names -> names.size() > 1)) {
            return Optional.empty();
        }
        return Optional.of(new Chain(byName(), Source.NUMBERS));
    }

    /** Returns the fitting order nearest to the natural order of the names, which may not be the right one. */
    public List<RawNorm> byName() {
        return filled(norms.stream()
                .sorted(Comparator.comparing(RawNorm::name, new NaturalOrder()))
                .toList());
    }

    /** Returns the norms in an order given by their names; empty if it names none of them. */
    public Optional<Chain> given(List<String> order) {
        List<RawNorm> named = order.stream()
                .flatMap(name -> norms.stream().filter(norm -> norm.name().equals(name)))
                .toList();
        if (named.isEmpty()) {
            return Optional.empty();
        }
        boolean eachOnce = named.stream().distinct().count() == norms.size() && named.size() == norms.size();
        if (!eachOnce || !channels(named).equals(wanted)) {
            throw new IllegalArgumentException("an order that names batch norms must name each once, with " + wanted
                    + " channels, but names " + names(named) + " with " + channels(named));
        }
        return Optional.of(new Chain(named, Source.GIVEN));
    }

    /** Fills each place of the architecture with the next norm that has its channels. */
    private List<RawNorm> filled(List<RawNorm> ordered) {
        Map<Integer, Deque<RawNorm>> bySize = new HashMap<>();
        ordered.forEach(norm -> bySize.computeIfAbsent(norm.channels(), key -> new ArrayDeque<>())
                .add(norm));
        List<RawNorm> result = new ArrayList<>();
        wanted.forEach(
                size -> result.add(bySize.getOrDefault(size, new ArrayDeque<>()).remove()));
        return result;
    }

    private static List<Integer> channels(List<RawNorm> norms) {
        return norms.stream().map(RawNorm::channels).toList();
    }

    private static List<Integer> sorted(List<Integer> sizes) {
        return sizes.stream().sorted().toList();
    }

    private static String names(List<RawNorm> norms) {
        return norms.stream().map(RawNorm::name).collect(Collectors.joining(", "));
    }
}
