package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Scores of a set of images, by their names, one array for each run, or one alone if all runs have the same. */
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

    /** For each of so many runs, also where no network has a part in the scores and there is one array for all. */
    List<double[]> ofRuns(String name, int runs) {
        List<double[]> own = of(name);
        return own.size() == 1 ? Collections.nCopies(runs, own.get(0)) : own;
    }
}
