package org.epiwrap.exchange.convention;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.store.Shape;
import org.epiwrap.store.Text;

/**
 * The arrays that no layer uses. Numbers that nothing accounts for are refused: without them the network would compute
 * something else. Arrays that are known to be irrelevant are listed with the reason.
 */
public final class Leftovers {
    private final NamedArrays arrays;
    /** Arrays left out before conventions are matched, with the reason. */
    private final Map<String, String> leftOut = new LinkedHashMap<>();

    private final List<String> differing = new ArrayList<>();

    /**
     * Leaves out what is irrelevant in every convention.
     *
     * @param ignored names of arrays that the user has asked to ignore
     */
    public Leftovers(NamedArrays arrays, List<String> ignored) {
        this.arrays = arrays;
        for (String text : ignored) {
            NameTemplate template = NameTemplate.of(text);
            List<String> fitting = arrays.shapes().keySet().stream()
                    .filter(name -> template.layer(name).isPresent())
                    .toList();
            if (fitting.isEmpty()) {
                throw new IllegalArgumentException(
                        "an array to be ignored must be in the file, but none matches '" + text + "'");
            }
            fitting.forEach(name -> leftOut.put(name, "as requested"));
        }
        arrays.shapes()
                .keySet()
                .forEach(name -> HarmlessArrays.reason(name).ifPresent(reason -> leftOut.putIfAbsent(name, reason)));
    }

    /** Returns the arrays that conventions are matched against. */
    public Map<String, Shape> candidates() {
        Map<String, Shape> left = new LinkedHashMap<>(arrays.shapes());
        left.keySet().removeAll(leftOut.keySet());
        return left;
    }

    /**
     * Returns why each unused array was not used; one that is not accounted for is refused.
     *
     * @param priors arrays that were found to be priors
     */
    public Map<String, String> checked(Match match, Map<String, String> priors, Set<String> taken) throws IOException {
        Map<String, String> ignored = new LinkedHashMap<>();
        for (String name : arrays.shapes().keySet()) {
            String twin = match.same().get(name);
            if (leftOut.containsKey(name)) {
                ignored.put(name, leftOut.getOrDefault(name, ""));
            } else if (priors.containsKey(name)) {
                ignored.put(name, priors.getOrDefault(name, ""));
            } else if (!taken.contains(name) && twin != null) {
                ignored.put(name, compared(name, twin));
            } else if (!taken.contains(name)) {
                ignored.put(name, reason(match, name));
            }
        }
        return ignored;
    }

    private String reason(Match match, String name) throws IOException {
        boolean known = match.other().contains(name);
        if (!known && arrays.isFloating(name)) {
            throw new IllegalArgumentException("array " + Text.shown(name) + " " + arrays.shape(name)
                    + " is not used by any layer in the convention "
                    + match.convention().id() + ", and without it the network could compute something else"
                    + hint(arrays.shape(name))
                    + "; if it is irrelevant, use --ignore");
        }
        return known ? "known not to be a weight" : "integers, which no layer uses";
    }

    /**
     * Compares an array with the one that it should equal. Layers compute with their samplers; after a move to another
     * device, these may no longer share memory with the layer's own arrays, which then stay as they were.
     */
    private String compared(String name, String twin) throws IOException {
        int difference = Arrays.mismatch(arrays.numbers(name), arrays.numbers(twin));
        if (difference < 0) {
            return "equal to " + twin;
        }
        if (!twin.endsWith("_sampler.mu") && !twin.endsWith("_sampler.rho")) {
            throw new IllegalArgumentException("arrays " + Text.shown(name) + " and " + Text.shown(twin)
                    + " must hold the same numbers, but differ at element " + difference);
        }
        differing.add(name);
        return "differs from " + twin + ", which the layer uses";
    }

    /** Returns the arrays that differ from the samplers of their layers. */
    public List<String> differing() {
        return differing;
    }

    /** Returns a hint at what an array of this shape often is. */
    public static String hint(Shape shape) {
        return shape.rank() == 3 || shape.rank() == 5
                ? "; kernels of 3 or 5 axes, such as those of Conv1d and Conv3d, are not supported, and draws without"
                        + " biases must be mapped with form=stacked-draws"
                : "";
    }
}
