package org.epiwrap.data.load;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;

/** Classes that are left out of training, so that their examples are out-of-distribution. */
record UnknownClasses(List<String> known, List<String> unknown) {
    private static final int MIN_KNOWN = 2;
    private static final int NAMED = 5;

    static UnknownClasses of(List<String> all, List<String> unknown) {
        Set<String> left = new HashSet<>();
        for (String name : unknown) {
            if (!all.contains(name)) {
                throw new IllegalArgumentException(
                        "an unknown class must be one of the data, but there is no class '" + name + "'");
            }
            if (!left.add(name)) {
                throw new IllegalArgumentException("the unknown class '" + name + "' must be named once");
            }
        }
        List<String> known = all.stream().filter(name -> !left.contains(name)).toList();
        if (known.size() < MIN_KNOWN && !left.isEmpty()) {
            throw new IllegalArgumentException("at least " + MIN_KNOWN + " classes must be known, but " + known.size()
                    + " of " + all.size() + " would be");
        }
        return new UnknownClasses(known, List.copyOf(unknown));
    }

    /** Returns the examples of known classes, whose labels are renumbered. */
    Dataset known(Dataset data) {
        return unknown.isEmpty() ? data : of(data, known);
    }

    /** Returns the examples of unknown classes, if there are any: those of the test part if it has some, else those of all. */
    Optional<Dataset> unknown(Dataset all, Optional<Dataset> test) {
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        Dataset tested = of(test.orElse(all), unknown);
        Dataset found = tested.size() > 0 ? tested : of(all, unknown);
        return found.size() == 0 ? Optional.empty() : Optional.of(found.named(inWords()));
    }

    /** Returns what reports call the examples, such as {@code unknown classes (Q, Z)}. */
    private String inWords() {
        String more = unknown.size() > NAMED ? " and " + (unknown.size() - NAMED) + " more" : "";
        String names = unknown.stream().limit(NAMED).collect(Collectors.joining(", ", "", more));
        return "unknown " + (unknown.size() == 1 ? "class" : "classes") + " (" + names + ")";
    }

    private static Dataset of(Dataset data, List<String> names) {
        Set<Integer> labels = new HashSet<>();
        for (int i = 0; i < data.classNames().size(); i++) {
            if (names.contains(data.classNames().get(i))) {
                labels.add(i);
            }
        }
        int[] indexes = IntStream.range(0, data.size())
                .filter(i -> labels.contains(data.label(i)))
                .toArray();
        return data.select(indexes).withClasses(names);
    }
}
