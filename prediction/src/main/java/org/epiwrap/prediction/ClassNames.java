package org.epiwrap.prediction;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;

/**
 * The names of the classes, from class 0 on.
 *
 * @param all at least one, no two of them equal
 */
public record ClassNames(List<String> all) {

    public ClassNames {
        all = List.copyOf(all);
        Check.atLeast("the number of classes", all.size(), 1);
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

    public int number(String name) {
        int number = all.indexOf(name);
        if (number < 0) {
            throw new IllegalArgumentException(
                    "there is no class \"" + name + "\"; the classes are " + String.join(", ", all));
        }
        return number;
    }

    public ClassSet set(String... names) {
        int[] classes = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            classes[i] = number(names[i]);
        }
        return ClassSet.of(classes);
    }

    /** Returns the names of some classes, such as <code>{cat, dog}</code>. */
    public String describe(ClassSet set) {
        return set.classes().mapToObj(this::of).collect(Collectors.joining(", ", "{", "}"));
    }
}
