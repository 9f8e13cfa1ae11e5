package org.epiwrap.exchange;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.epiwrap.store.Shape;

/**
 * How a library names and lays out the posteriors of a network. A row of {@link Conventions}; an unknown library takes one
 * more row, or {@link #parse}.
 *
 * @param id a short name for the report
 * @param library and what of it
 * @param form whether arrays stand for layers or for the whole network
 * @param weight the names of kernels
 * @param bias the names of biases
 * @param axes of the kernels; where it is empty the name decides: {@code kernel} is inputs first, {@code weight} outputs
 *     first
 * @param spread how σ is derived
 * @param ignored names that are known not to matter
 * @param evidence what else the file must hold
 */
public record Convention(
        String id,
        String library,
        Form form,
        Names weight,
        Names bias,
        Optional<Axes> axes,
        SpreadRule spread,
        List<NameTemplate> ignored,
        Evidence evidence) {

    /** How the numbers are spread over arrays. */
    enum Form {
        /** Arrays of means and arrays of spreads for each layer. */
        LAYERS,
        /** One vector of means and one of spreads for the whole network, in each layer the weights first. */
        VECTOR,
        /** The same with the biases first, as JAX sorts them. */
        VECTOR_BIASES_FIRST,
        /** A vector for each layer: the means of weights and biases, then their spreads. */
        HALVES,
        /** Means for each layer, and one vector of spreads for the whole network. */
        LAYERS_AND_VECTOR,
        /** A matrix whose rows are draws of the whole network, in each layer the weights first. */
        DRAWS,
        /** An array for each layer with one more axis at its front, for the draws. */
        STACKED_DRAWS,
        /** Points alone. */
        POINTS
    }

    /** Templates in the order of preference. */
    record Names(List<NameTemplate> means, List<NameTemplate> spreads) {
        static final Names NONE = new Names(List.of(), List.of());

        static Names of(String means, String spreads) {
            return new Names(NameTemplate.list(means), NameTemplate.list(spreads));
        }
    }

    /** What a file must hold besides arrays with the right names. */
    interface Evidence {
        boolean in(Map<String, Shape> arrays);

        /** Arrays whose names end so. */
        static Evidence of(String... ends) {
            return arrays -> List.of(ends).stream()
                    .allMatch(end -> arrays.keySet().stream().anyMatch(name -> NamedArrays.endsIn(name, end)));
        }
    }

    static Convention of(String id, String library, Form form) {
        return new Convention(
                id,
                library,
                form,
                Names.NONE,
                Names.NONE,
                Optional.empty(),
                SpreadRule.STANDARD_DEVIATION,
                List.of(),
                arrays -> true);
    }

    Convention weight(String means, String spreads) {
        return new Convention(id, library, form, Names.of(means, spreads), bias, axes, spread, ignored, evidence);
    }

    Convention bias(String means, String spreads) {
        return new Convention(id, library, form, weight, Names.of(means, spreads), axes, spread, ignored, evidence);
    }

    Convention with(Axes newAxes) {
        return new Convention(id, library, form, weight, bias, Optional.of(newAxes), spread, ignored, evidence);
    }

    Convention with(SpreadRule newSpread) {
        return new Convention(id, library, form, weight, bias, axes, newSpread, ignored, evidence);
    }

    Convention ignoring(String names) {
        return new Convention(id, library, form, weight, bias, axes, spread, NameTemplate.list(names), evidence);
    }

    Convention with(Evidence newEvidence) {
        return new Convention(id, library, form, weight, bias, axes, spread, ignored, newEvidence);
    }

    /**
     * A convention in words: {@code weight=*.w_loc, spread=*.w_scale, bias=*.b_loc, bias-spread=*.b_scale, sigma=softplus,
     * axes=outputs-first}. {@code *} stands for the layer's name. Weight and spread are needed; sigma is std and axes are
     * outputs-first unless they are given.
     */
    public static Convention parse(String text) {
        Map<String, String> fields = new TreeMap<>();
        for (String field : text.split(",", -1)) {
            String[] sides = field.split("=", 2);
            if (sides.length < 2 || sides[1].isBlank() || fields.put(sides[0].strip(), sides[1].strip()) != null) {
                throw new IllegalArgumentException("a mapping must be a list of different name=value, separated by"
                        + " commas, but has '" + field.strip() + "'");
            }
        }
        String weight = needed(fields, "weight");
        String weightSpread = needed(fields, "spread");
        Convention convention = of("map", "names that were given", Form.LAYERS)
                .weight(weight, weightSpread)
                .with(Axes.OUTPUTS_FIRST);
        String bias = fields.remove("bias");
        String biasSpread = fields.remove("bias-spread");
        if (bias != null) {
            Names names =
                    new Names(NameTemplate.list(bias), biasSpread == null ? List.of() : NameTemplate.list(biasSpread));
            convention = new Convention(
                    convention.id,
                    convention.library,
                    Form.LAYERS,
                    convention.weight,
                    names,
                    convention.axes,
                    convention.spread,
                    List.of(),
                    convention.evidence);
        }
        String sigma = fields.remove("sigma");
        if (sigma != null) {
            SpreadRule rule = SpreadRule.byName().get(sigma);
            if (rule == null) {
                throw new IllegalArgumentException("sigma must be one of "
                        + String.join(", ", SpreadRule.byName().keySet()) + ", but is '" + sigma + "'");
            }
            convention = convention.with(rule);
        }
        String axes = fields.remove("axes");
        if (axes != null) {
            convention = convention.with(axes(axes));
        }
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("a mapping must have weight, spread, bias, bias-spread, sigma and axes"
                    + " alone, but has '" + fields.keySet().iterator().next() + "'");
        }
        return convention;
    }

    private static String needed(Map<String, String> fields, String name) {
        String value = fields.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("a mapping must have weight=... and spread=..., but lacks " + name);
        }
        return value;
    }

    /** {@code outputs-first} or {@code inputs-first}. */
    public static Axes axes(String name) {
        for (Axes axes : Axes.values()) {
            if (axes.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
                return axes;
            }
        }
        throw new IllegalArgumentException("axes must be outputs-first or inputs-first, but are '" + name + "'");
    }
}
