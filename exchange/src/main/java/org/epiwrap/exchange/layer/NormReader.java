package org.epiwrap.exchange.layer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.epiwrap.exchange.convention.NameTemplate;
import org.epiwrap.exchange.convention.Recogniser;
import org.epiwrap.exchange.file.NamedArrays;

/** Finds batch norms among the arrays that no kernel uses: four vectors of equal length each. */
public final class NormReader {
    /** Scale, shift, running mean, running variance. */
    private static final List<List<NameTemplate>> PARTS = List.of(
            NameTemplate.list("*weight|*gamma|*scale|*vars/0"),
            NameTemplate.list("*bias|*beta|*shift|*vars/1"),
            NameTemplate.list("*running_mean|*moving_mean|*mean|*vars/2"),
            NameTemplate.list("*running_var|*moving_variance|*variance|*vars/3"));

    /** What Keras adds to a variance by default, beyond what this library adds. */
    private static final double KERAS_SURPLUS = 1e-3 - 1e-5;

    private final NamedArrays arrays;
    private final Map<String, List<String>> byLayer = new LinkedHashMap<>();

    /**
     * Finds the norms.
     *
     * @param candidates arrays that may be parts of norms
     * @param taken those among them that are something else
     */
    public NormReader(NamedArrays arrays, Set<String> candidates, Set<String> taken) {
        this.arrays = arrays;
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (List<NameTemplate> part : PARTS) {
            Map<String, String> found = new LinkedHashMap<>();
            for (String name : candidates) {
                if (arrays.shape(name).rank() == 1 && !taken.contains(name)) {
                    part.forEach(template -> template.layer(name).ifPresent(layer -> found.putIfAbsent(layer, name)));
                }
            }
            found.forEach((layer, name) ->
                    names.computeIfAbsent(layer, key -> new ArrayList<>()).add(name));
        }
        names.forEach((layer, parts) -> {
            if (parts.size() == PARTS.size()
                    && parts.stream().map(arrays::shape).distinct().count() == 1) {
                byLayer.put(Recogniser.display(layer), parts);
            }
        });
    }

    /** Returns the names of the norms. */
    public Set<String> layers() {
        return byLayer.keySet();
    }

    /** Returns the arrays that norms consist of. */
    public List<String> names() {
        return byLayer.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the trained arrays among them: scales and shifts. */
    public List<String> parameters() {
        return byLayer.values().stream()
                .flatMap(parts -> parts.subList(0, 2).stream())
                .toList();
    }

    /** Returns the norms in the order of the file. */
    public List<RawNorm> norms() throws IOException {
        List<RawNorm> norms = new ArrayList<>();
        List<Map.Entry<String, List<String>>> found = new ArrayList<>(byLayer.entrySet());
        found.sort(Comparator.comparingInt(norm -> arrays.place(norm.getValue().get(0))));
        double surplus = isKeras() ? KERAS_SURPLUS : 0;
        for (Map.Entry<String, List<String>> norm : found) {
            List<String> parts = norm.getValue();
            double[] variance = Arrays.stream(arrays.numbers(parts.get(3)))
                    .map(each -> each + surplus)
                    .toArray();
            norms.add(new RawNorm(
                    norm.getKey(),
                    String.join(", ", parts) + " " + arrays.shape(parts.get(0)),
                    arrays.numbers(parts.get(0)),
                    arrays.numbers(parts.get(1)),
                    arrays.numbers(parts.get(2)),
                    variance));
        }
        return norms;
    }

    /** Returns whether the norms have the names of Keras, which adds 1e-3 to a variance and not 1e-5. */
    public boolean isKeras() {
        return names().stream().anyMatch(name -> name.endsWith("moving_variance") || name.endsWith("vars/3"));
    }
}
