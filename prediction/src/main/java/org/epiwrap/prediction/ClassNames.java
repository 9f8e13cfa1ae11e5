package org.epiwrap.prediction;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;

/** What the classes are called, from class 0 on. */
public record ClassNames(List<String> all) {

    public ClassNames {
        all = List.copyOf(all);
        Check.atLeast("the number of classes", all.size(), 2);
        if (new HashSet<>(all).size() < all.size()) {
            throw new IllegalArgumentException("class names must differ, but are " + all);
        }
    }

    public int size() {
        return all.size();
    }

    public String of(int category) {
        return all.get(Check.between("class", category, 0, size() - 1));
    }

    /** The class of a name. */
    public int number(String name) {
        int number = all.indexOf(name);
        if (number < 0) {
            throw new IllegalArgumentException(
                    "there is no class \"" + name + "\"; the classes are " + String.join(", ", all));
        }
        return number;
    }

    /** The classes of some names. */
    public ClassSet set(String... names) {
        int[] classes = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            classes[i] = number(names[i]);
        }
        return ClassSet.of(classes);
    }

    /** The names of some classes, such as {@code {cat, dog}}. */
    public String describe(ClassSet set) {
        return set.classes().mapToObj(this::of).collect(Collectors.joining(", ", "{", "}"));
    }
}
