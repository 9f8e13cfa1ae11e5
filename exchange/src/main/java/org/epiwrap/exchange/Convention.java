package org.epiwrap.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.epiwrap.store.Shape;
import org.jspecify.annotations.Nullable;

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
 * @param remark what of it cannot be seen in a file, and what is taken for granted instead
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
        Evidence evidence,
        Optional<String> remark) {

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

        static Names of(String means, @Nullable String spreads) {
            return new Names(NameTemplate.list(means), spreads == null ? List.of() : NameTemplate.list(spreads));
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
                arrays -> true,
                Optional.empty());
    }

    Convention weight(String means, String spreads) {
        return new Convention(
                id, library, form, Names.of(means, spreads), bias, axes, spread, ignored, evidence, remark);
    }

    Convention bias(String means, @Nullable String spreads) {
        return new Convention(
                id, library, form, weight, Names.of(means, spreads), axes, spread, ignored, evidence, remark);
    }

    Convention with(Axes newAxes) {
        return new Convention(id, library, form, weight, bias, Optional.of(newAxes), spread, ignored, evidence, remark);
    }

    Convention with(SpreadRule newSpread) {
        return new Convention(id, library, form, weight, bias, axes, newSpread, ignored, evidence, remark);
    }

    Convention ignoring(String names) {
        return new Convention(
                id, library, form, weight, bias, axes, spread, NameTemplate.list(names), evidence, remark);
    }

    Convention with(Evidence newEvidence) {
        return new Convention(id, library, form, weight, bias, axes, spread, ignored, newEvidence, remark);
    }

    Convention remark(String text) {
        return new Convention(id, library, form, weight, bias, axes, spread, ignored, evidence, Optional.of(text));
    }

    /** Whether spreads are in arrays of their own, which a rule makes standard deviations of. */
    boolean hasSpreads() {
        return switch (form) {
            case LAYERS, VECTOR, VECTOR_BIASES_FIRST, HALVES, LAYERS_AND_VECTOR -> true;
            case DRAWS, STACKED_DRAWS, POINTS -> false;
        };
    }

    /** Whether arrays hold layers end to end, weights and biases together, which an architecture alone can cut. */
    boolean isOfVectors() {
        return switch (form) {
            case VECTOR, VECTOR_BIASES_FIRST, HALVES, DRAWS -> true;
            case LAYERS, LAYERS_AND_VECTOR, STACKED_DRAWS, POINTS -> false;
        };
    }

    /**
     * A convention in words: {@code weight=*.w_loc, spread=*.w_scale, bias=*.b_loc, bias-spread=*.b_scale, sigma=softplus,
     * axes=outputs-first, form=layers}. {@code *} stands for the layer's name. Weight is needed, and spread in forms that
     * have arrays of spreads; sigma is std, axes are outputs-first and the form is layers unless they are given.
     *
     * <p>Other forms: {@code vector} and {@code vector-biases-first}, where weight and spread are single vectors for the whole
     * network; {@code halves}, where weight is a vector for each layer, means and then spreads; {@code layers-and-vector},
     * where spread is one vector for all; {@code draws}, where weight is a matrix with a draw in each row;
     * {@code stacked-draws}, where weights and biases have the draws as their first axis; and {@code points}.
     */
    public static Convention parse(String text) {
        Map<String, String> fields = fields(text);
        Form form = form(fields.remove("form"));
        Convention convention = of("map", "names that were given", form).with(Axes.OUTPUTS_FIRST);
        String weight = needed(fields, "weight");
        boolean twoArrays = convention.hasSpreads() && form != Form.HALVES;
        // Where there is no array of spreads, the same one stands for both.
        convention = convention.weight(weight, twoArrays ? needed(fields, "spread") : weight);
        String bias = fields.remove("bias");
        String biasSpread = form == Form.LAYERS ? fields.remove("bias-spread") : null;
        if (bias == null && biasSpread != null) {
            throw new IllegalArgumentException("a mapping with bias-spread=... must have bias=..., but lacks it");
        }
        if (bias != null && convention.isOfVectors()) {
            throw new IllegalArgumentException("a mapping of the form " + name(form)
                    + " must have no bias=..., since biases are in the same arrays as weights");
        }
        if (bias != null) {
            convention = convention.bias(bias, biasSpread);
        }
        String sigma = convention.hasSpreads() ? fields.remove("sigma") : null;
        if (sigma != null) {
            convention = convention.with(SpreadRule.parse(sigma));
        }
        String axes = fields.remove("axes");
        if (axes != null) {
            convention = convention.with(axes(axes));
        }
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("a mapping of the form " + name(form) + " must have " + allowed(form)
                    + " alone, but has '" + fields.keySet().iterator().next() + "'");
        }
        return convention;
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new TreeMap<>();
        for (String field : text.split(",", -1)) {
            String[] sides = field.split("=", 2);
            if (sides.length < 2 || sides[1].isBlank() || fields.put(sides[0].strip(), sides[1].strip()) != null) {
                throw new IllegalArgumentException("a mapping must be a list of different name=value, separated by"
                        + " commas, but has '" + field.strip() + "'");
            }
        }
        return fields;
    }

    private static String allowed(Form form) {
        return switch (form) {
            case LAYERS -> "weight, spread, bias, bias-spread, sigma, axes and form";
            case LAYERS_AND_VECTOR -> "weight, spread, bias, sigma, axes and form";
            case VECTOR, VECTOR_BIASES_FIRST -> "weight, spread, sigma, axes and form";
            case HALVES -> "weight, sigma, axes and form";
            case DRAWS -> "weight, axes and form";
            case STACKED_DRAWS, POINTS -> "weight, bias, axes and form";
        };
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Form form(@Nullable String name) {
        if (name == null) {
            return Form.LAYERS;
        }
        for (Form form : Form.values()) {
            if (name(form).equals(name)) {
                return form;
            }
        }
        throw new IllegalArgumentException("the form must be one of "
                + Arrays.stream(Form.values()).map(Convention::name).collect(Collectors.joining(", ")) + ", but is '"
                + name + "'");
    }

    private static String needed(Map<String, String> fields, String name) {
        String value = fields.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("a mapping of this form must have " + name + "=..., but lacks it");
        }
        return value;
    }

    /** {@code outputs-first} or {@code inputs-first}. */
    public static Axes axes(String name) {
        for (Axes axes : Axes.values()) {
            if (name(axes).equals(name)) {
                return axes;
            }
        }
        throw new IllegalArgumentException("axes must be outputs-first or inputs-first, but are '" + name + "'");
    }
}
