package org.epiwrap.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Scores of a set of images, by their names, one array for each run. */
final class Scored {
    private final Map<String, List<double[]>> byName = new LinkedHashMap<>();

    /** Of the next run. */
    void add(String name, double[] scores) {
        byName.computeIfAbsent(name, unused -> new ArrayList<>()).add(scores);
    }

    Set<String> names() {
        return byName.keySet();
    }

    List<double[]> of(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }
}
