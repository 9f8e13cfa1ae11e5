package org.epiwrap.exchange.convention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.epiwrap.exchange.convention.Convention.Form;
import org.epiwrap.exchange.convention.Match.LayerNames;
import org.epiwrap.store.Shape;
import org.jspecify.annotations.Nullable;

/** Finds the convention that a file follows, by the names and shapes of its arrays. */
public final class Recogniser {
    private final Map<String, Shape> arrays;
    private final Convention convention;
    private final Set<String> used = new LinkedHashSet<>();
    private final Set<String> other = new LinkedHashSet<>();
    private final Map<String, String> same = new LinkedHashMap<>();

    private Recogniser(Map<String, Shape> arrays, Convention convention) {
        this.arrays = arrays;
        this.convention = convention;
    }

    /** Returns the convention that accounts for the most arrays; plain weights only if there is no other. */
    public static Optional<Match> recognise(Map<String, Shape> arrays, List<Convention> conventions) {
        // The first of equals: max would give the last.
        return conventions.stream()
                .flatMap(convention -> match(arrays, convention).stream())
                .sorted(Comparator.comparing((Match match) -> match.convention().form() == Form.POINTS)
                        .thenComparing(Comparator.comparingInt(Match::explained).reversed()))
                .findFirst();
    }

    /** Returns how one convention reads the arrays; empty if it finds no layer. */
    public static Optional<Match> match(Map<String, Shape> arrays, Convention convention) {
        if (!convention.evidence().in(arrays)) {
            return Optional.empty();
        }
        return new Recogniser(arrays, convention).match();
    }

    private Optional<Match> match() {
        List<LayerNames> layers = layers(kernelShape(), needsSpread());
        Optional<String> vector = Optional.empty();
        if (convention.form() == Form.LAYERS_AND_VECTOR) {
            vector = arrays.keySet().stream()
                    .filter(name ->
                            shape(name).rank() == 1 && fits(convention.weight().spreads(), name))
                    .findFirst();
            vector.ifPresent(used::add);
        }
        // Halves have a vector for each layer, the others one for all.
        boolean wrongNumber = convention.form().isOfVectors() && convention.form() != Form.HALVES && layers.size() != 1;
        if (layers.isEmpty() || wrongNumber || (convention.form() == Form.LAYERS_AND_VECTOR && vector.isEmpty())) {
            return Optional.empty();
        }
        arrays.keySet().stream()
                .filter(name -> fits(convention.consulted(), name))
                .forEach(used::add);
        for (String name : arrays.keySet()) {
            if (!used.contains(name) && !same.containsKey(name) && fits(convention.ignored(), name)) {
                other.add(name);
            }
        }
        return Optional.of(new Match(convention, layers, vector, used, other, same));
    }

    private boolean needsSpread() {
        return switch (convention.form()) {
            case LAYERS, VECTOR, VECTOR_BIASES_FIRST -> true;
            default -> false;
        };
    }

    private Predicate<Shape> kernelShape() {
        return switch (convention.form()) {
            case LAYERS, LAYERS_AND_VECTOR, POINTS -> shape -> shape.rank() == 2 || shape.rank() == 4;
            case VECTOR, VECTOR_BIASES_FIRST, HALVES -> shape -> shape.rank() == 1;
            case DRAWS -> shape -> shape.rank() == 2;
            case STACKED_DRAWS -> shape -> shape.rank() == 3 || shape.rank() == 5;
        };
    }

    private List<LayerNames> layers(Predicate<Shape> kernel, boolean needsSpread) {
        Map<String, String> weights = byLayer(convention.weight().means());
        Map<String, String> spreads = needsSpread ? byLayer(convention.weight().spreads()) : Map.of();
        Map<String, String> biases = byLayer(convention.bias().means());
        Map<String, String> biasSpreads =
                needsSpread ? byLayer(convention.bias().spreads()) : Map.of();
        List<LayerNames> layers = new ArrayList<>();
        weights.forEach((layer, weight) -> {
            Shape shape = shape(weight);
            Optional<String> spread = paired(spreads.get(layer), shape);
            if (kernel.test(shape) && (spread.isPresent() || !needsSpread)) {
                // A Bayesian kernel may go with a plain bias, whatever the convention calls its own.
                Optional<String> bias = Optional.of(biases.getOrDefault(layer, layer + "bias"))
                        .filter(arrays::containsKey)
                        .filter(name -> shape(name).rank() == (convention.form() == Form.STACKED_DRAWS ? 2 : 1));
                Optional<String> biasSpread = bias.flatMap(name -> paired(biasSpreads.get(layer), shape(name)));
                layers.add(new LayerNames(display(layer), weight, spread, bias, biasSpread));
                use(convention.weight().means(), layer, weight);
                spread.ifPresent(name -> use(convention.weight().spreads(), layer, name));
                bias.ifPresent(name -> use(convention.bias().means(), layer, name));
                biasSpread.ifPresent(name -> use(convention.bias().spreads(), layer, name));
            }
        });
        return layers;
    }

    /** A spread belongs to a mean of the same shape only. */
    private Optional<String> paired(@Nullable String spread, Shape shape) {
        return Optional.ofNullable(spread).filter(name -> shape(name).equals(shape));
    }

    private Shape shape(String name) {
        return arrays.getOrDefault(name, Shape.scalar());
    }

    /** Records a part of a layer, and arrays that repeat it under another name. */
    private void use(List<NameTemplate> templates, String layer, String taken) {
        used.add(taken);
        for (String name : arrays.keySet()) {
            if (!name.equals(taken)
                    && templates.stream()
                            .anyMatch(template -> template.layer(name).equals(Optional.of(layer)))
                    && shape(name).equals(shape(taken))) {
                same.put(name, taken);
            }
        }
    }

    private Map<String, String> byLayer(List<NameTemplate> templates) {
        Map<String, String> names = new LinkedHashMap<>();
        for (NameTemplate template : templates) {
            for (String name : arrays.keySet()) {
                template.layer(name).ifPresent(layer -> names.putIfAbsent(layer, name));
            }
        }
        return names;
    }

    /** Returns whether one of the templates matches a name. */
    public static boolean fits(List<NameTemplate> templates, String name) {
        return templates.stream().anyMatch(template -> template.layer(name).isPresent());
    }

    /** Returns the name of a layer without trailing separators. */
    public static String display(String layer) {
        String shown = layer.replaceAll("[./_]+$", "");
        return shown.isEmpty() ? "the only layer" : shown;
    }
}
