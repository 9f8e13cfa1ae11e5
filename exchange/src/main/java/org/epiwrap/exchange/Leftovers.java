package org.epiwrap.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.store.Shape;
import org.epiwrap.store.Text;

/**
 * The arrays that no layer has taken. Numbers that nothing accounts for are refused: a network without them would compute
 * something else than the one in the file. What is known not to matter is listed with its reason.
 */
final class Leftovers {
    private final NamedArrays arrays;
    /** What was left out before a convention was looked for, with the reason. */
    private final Map<String, String> leftOut = new LinkedHashMap<>();

    private final List<String> differing = new ArrayList<>();

    /**
     * Sorts out what does not matter whatever the convention.
     *
     * @param ignored names of arrays that someone who knows has asked to ignore
     */
    Leftovers(NamedArrays arrays, List<String> ignored) {
        this.arrays = arrays;
        for (String text : ignored) {
            NameTemplate template = NameTemplate.of(text);
            List<String> fitting = arrays.shapes().keySet().stream()
                    .filter(name -> template.layer(name).isPresent())
                    .toList();
            if (fitting.isEmpty()) {
                throw new IllegalArgumentException(
                        "an array to be ignored must be in the file, but none fits '" + text + "'");
            }
            fitting.forEach(name -> leftOut.put(name, "as asked for"));
        }
        arrays.shapes()
                .keySet()
                .forEach(name -> HarmlessArrays.reason(name).ifPresent(reason -> leftOut.putIfAbsent(name, reason)));
    }

    /** The arrays among which a convention is looked for. */
    Map<String, Shape> candidates() {
        Map<String, Shape> left = new LinkedHashMap<>(arrays.shapes());
        left.keySet().removeAll(leftOut.keySet());
        return left;
    }

    /**
     * For each array that was not taken, why; one that is not accounted for is refused.
     *
     * @param priors arrays that the reading has found to be priors
     */
    Map<String, String> checked(Match match, Map<String, String> priors, Set<String> taken) throws IOException {
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
        Optional<String> known = Optional.ofNullable(match.other().get(name));
        if (known.isEmpty() && arrays.isFloating(name)) {
            throw new IllegalArgumentException("array " + Text.shown(name) + " " + arrays.shape(name)
                    + " holds numbers that no layer takes in the convention "
                    + match.convention().id() + ", and a network without them could compute something else"
                    + hint(arrays.shape(name))
                    + "; if it does not matter, it must be named as one to be ignored (--ignore)");
        }
        return known.orElse("whole numbers, which no layer takes");
    }

    /**
     * What an array is beside one that should hold the same numbers. Layers compute with their samplers; moved to another
     * device, these may no longer share their memory with the layer's own arrays, which then stay as they were.
     */
    private String compared(String name, String twin) throws IOException {
        int difference = Arrays.mismatch(arrays.numbers(name), arrays.numbers(twin));
        if (difference < 0) {
            return "the same numbers as " + twin;
        }
        if (!twin.endsWith("_sampler.mu") && !twin.endsWith("_sampler.rho")) {
            throw new IllegalArgumentException("arrays " + Text.shown(name) + " and " + Text.shown(twin)
                    + " must hold the same numbers, but differ at element " + difference);
        }
        differing.add(name);
        return "other numbers than " + twin + ", which is what the layer computes with";
    }

    /** Arrays that were found to hold other numbers than their layers' samplers. */
    List<String> differing() {
        return differing;
    }

    /** What an array of such a shape often is. */
    static String hint(Shape shape) {
        return shape.rank() == 3 || shape.rank() == 5
                ? "; kernels of 3 or 5 axes, such as those of Conv1d and Conv3d, have no place here, and draws without"
                        + " biases must be mapped as the form stacked-draws"
                : "";
    }
}
