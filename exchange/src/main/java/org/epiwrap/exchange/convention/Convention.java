package org.epiwrap.exchange.convention;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.store.Shape;
import org.jspecify.annotations.Nullable;

/**
 * How a library names and lays out the posteriors of a network. A row of {@link Conventions}; a further library takes one
 * more row, or {@link #parse(String)}.
 *
 * @param id a short name for the report
 * @param library and which parts of it
 * @param form whether arrays stand for layers or for the whole network
 * @param weight the names of kernels
 * @param bias the names of biases
 * @param axes of the kernels; where it is empty the name decides: {@code kernel} is inputs first, {@code weight} outputs
 *     first
 * @param spread how σ is derived
 * @param consulted names of arrays that the rule for σ needs besides spreads
 * @param ignored names of arrays that are known to be irrelevant
 * @param evidence what else the file must hold
 * @param remark what the file does not show, and what is assumed instead
 */
public record Convention(
        String id,
        String library,
        Form form,
        Names weight,
        Names bias,
        Optional<Axes> axes,
        SpreadRule spread,
        List<NameTemplate> consulted,
        List<NameTemplate> ignored,
        Evidence evidence,
        Optional<String> remark) {
    /** Axes that follow from the names of the arrays. */
    private static final String BY_NAME = "by-name";

    /** How the numbers are distributed over arrays. */
    public enum Form {
        /** Arrays of means and arrays of spreads for each layer. */
        LAYERS(true, false, "weight, spread, bias, bias-spread, sigma, axes and form"),
        /** One vector of means and one of spreads for the whole network, in each layer the weights first. */
        VECTOR(true, true, "weight, spread, sigma, axes and form"),
        /** The same with the biases first, the order in which JAX sorts. */
        VECTOR_BIASES_FIRST(true, true, VECTOR.fields),
        /** A vector for each layer: the means of weights and biases, then their spreads. */
        HALVES(true, true, "weight, sigma, axes and form"),
        /** Means for each layer, and one vector of spreads for the whole network. */
        LAYERS_AND_VECTOR(true, false, "weight, spread, bias, sigma, axes and form"),
        /** A matrix whose rows are draws of the whole network, in each layer the weights first. */
        DRAWS(false, true, "weight, axes and form"),
        /** An array for each layer, whose first axis is the draws. */
        STACKED_DRAWS(false, false, "weight, bias, axes and form"),
        /** Points alone. */
        POINTS(false, false, STACKED_DRAWS.fields);

        private final boolean spreads;
        private final boolean vectors;
        private final String fields;

        Form(boolean spreads, boolean vectors, String fields) {
            this.spreads = spreads;
            this.vectors = vectors;
            this.fields = fields;
        }

        /** Returns whether spreads are stored, which a rule turns into standard deviations. */
        public boolean hasSpreads() {
            return spreads;
        }

        /**
         * Returns whether arrays hold layers end to end, weights and biases together, so that an architecture must be
         * given.
         */
        public boolean isOfVectors() {
            return vectors;
        }
    }

    /** The templates of means and of spreads, each in the order of preference. */
    public record Names(List<NameTemplate> means, List<NameTemplate> spreads) {
        static Names of(@Nullable String means, @Nullable String spreads) {
            return new Names(NameTemplate.list(means), NameTemplate.list(spreads));
        }
    }

    /** What a file must hold besides arrays with the right names. */
    public interface Evidence {
        /** Returns whether a file with these arrays holds it. */
        boolean in(Map<String, Shape> arrays);

        /** Requires arrays whose names end in each of these. */
        static Evidence of(String... ends) {
            return arrays -> List.of(ends).stream()
                    .allMatch(end -> arrays.keySet().stream().anyMatch(name -> NamedArrays.endsIn(name, end)));
        }
    }

    /** Returns the same convention with another rule for σ. */
    Convention with(SpreadRule newSpread) {
        return new Convention(id, library, form, weight, bias, axes, newSpread, consulted, ignored, evidence, remark);
    }

    Convention consulting(String names) {
        return new Convention(
                id, library, form, weight, bias, axes, spread, NameTemplate.list(names), ignored, evidence, remark);
    }

    Convention ignoring(String names) {
        return new Convention(
                id, library, form, weight, bias, axes, spread, consulted, NameTemplate.list(names), evidence, remark);
    }

    Convention with(Evidence newEvidence) {
        return new Convention(id, library, form, weight, bias, axes, spread, consulted, ignored, newEvidence, remark);
    }

    Convention remark(String text) {
        return new Convention(
                id, library, form, weight, bias, axes, spread, consulted, ignored, evidence, Optional.of(text));
    }

    /**
     * Returns a convention from a mapping: {@code weight=*.w_loc, spread=*.w_scale, bias=*.b_loc, bias-spread=*.b_scale,
     * sigma=softplus, axes=outputs-first, form=layers}. {@code *} stands for the layer's name. Weight is required, and
     * spread in forms that have arrays of spreads; the defaults of the others are sigma=std, axes=outputs-first and
     * form=layers.
     *
     * <p>Other forms: {@code vector} and {@code vector-biases-first}, where weight and spread are single vectors for the whole
     * network; {@code halves}, where weight is a vector for each layer, means and then spreads; {@code layers-and-vector},
     * where spread is one vector for all; {@code draws}, where weight is a matrix with a draw in each row;
     * {@code stacked-draws}, where weights and biases have the draws as their first axis; and {@code points}.
     */
    public static Convention parse(String text) {
        return parse("map", "given names", text);
    }

    static Convention parse(String id, String library, String text) {
        Map<String, String> fields = fields(text);
        Form form =
                Optional.ofNullable(fields.remove("form")).map(Convention::form).orElse(Form.LAYERS);
        String weight = required(fields, "weight");
        boolean twoArrays = form.hasSpreads() && form != Form.HALVES;
        // Where there is no array of spreads, the same one stands for both.
        Names weights = Names.of(weight, twoArrays ? required(fields, "spread") : weight);
        String bias = fields.remove("bias");
        String biasSpread = form == Form.LAYERS ? fields.remove("bias-spread") : null;
        if (bias == null && biasSpread != null) {
            throw new IllegalArgumentException("a mapping with bias-spread=... must also have bias=...");
        }
        if (bias != null && form.isOfVectors()) {
            throw new IllegalArgumentException("a mapping of the form " + name(form)
                    + " must have no bias=..., since biases are in the same arrays as weights");
        }
        String sigma = form.hasSpreads() ? fields.remove("sigma") : null;
        String axes = fields.remove("axes");
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("a mapping of the form " + name(form) + " may have only " + form.fields
                    + ", but has '" + fields.keySet().iterator().next() + "'");
        }
        return new Convention(
                id,
                library,
                form,
                weights,
                Names.of(bias, biasSpread),
                BY_NAME.equals(axes) ? Optional.empty() : Optional.of(axes == null ? Axes.OUTPUTS_FIRST : axes(axes)),
                sigma == null ? SpreadRule.STANDARD_DEVIATION : SpreadRule.parse(sigma),
                List.of(),
                List.of(),
                arrays -> true,
                Optional.empty());
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new TreeMap<>();
        for (String field : text.split(",", -1)) {
            String[] sides = field.split("=", 2);
            if (sides.length < 2 || sides[1].isBlank() || fields.put(sides[0].strip(), sides[1].strip()) != null) {
                throw new IllegalArgumentException(
                        "a mapping must be a list of name=value pairs with different names, separated"
                                + " by commas, but has '" + field.strip() + "'");
            }
        }
        return fields;
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> Optional<E> named(String name, E[] constants) {
        return Arrays.stream(constants)
                .filter(constant -> name(constant).equals(name))
                .findFirst();
    }

    private static Form form(String name) {
        return named(name, Form.values())
                .orElseThrow(() -> new IllegalArgumentException("the form must be one of "
                        + Arrays.stream(Form.values()).map(Convention::name).collect(Collectors.joining(", "))
                        + ", but is '" + name + "'"));
    }

    private static String required(Map<String, String> fields, String name) {
        String value = fields.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("a mapping of this form must have " + name + "=...");
        }
        return value;
    }

    /** Returns the axes by their name, {@code outputs-first} or {@code inputs-first}. */
    public static Axes axes(String name) {
        return named(name, Axes.values())
                .orElseThrow(() -> new IllegalArgumentException(
                        "axes must be outputs-first or inputs-first, but are '" + name + "'"));
    }
}
