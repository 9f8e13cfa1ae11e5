package org.epiwrap.data.array;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.NaturalOrder;

/** Labels of any integers or texts, numbered in the order of their values. */
final class Labels {
    private final List<String> classNames;
    private final int[] labels;

    private Labels(List<String> classNames, int[] labels) {
        this.classNames = classNames;
        this.labels = labels;
    }

    List<String> classNames() {
        return classNames;
    }

    /** Returns the labels; not a copy. */
    int[] labels() {
        return labels;
    }

    /**
     * Numbers integers.
     *
     * @param what has the labels, for messages
     */
    static Labels of(String what, long[] values) throws DataException {
        TreeSet<Long> distinct = new TreeSet<>();
        for (long value : values) {
            distinct.add(value);
            checkCount(what, distinct.size());
        }
        Map<Long, Integer> places = new HashMap<>();
        distinct.forEach(value -> places.put(value, places.size()));
        int[] labels = new int[values.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = places.getOrDefault(values[i], 0);
        }
        return new Labels(distinct.stream().map(String::valueOf).toList(), labels);
    }

    /** Numbers texts. */
    static Labels of(String what, List<String> texts) throws DataException {
        Set<String> distinct = new HashSet<>();
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).isBlank()) {
                throw new DataException(
                        what + " must have a label for every example, but that of example " + i + " is empty");
            }
            distinct.add(texts.get(i));
            checkCount(what, distinct.size());
        }
        List<String> names = NaturalOrder.sorted(distinct);
        Map<String, Integer> places = new HashMap<>();
        names.forEach(name -> places.put(name, places.size()));
        return new Labels(
                names,
                texts.stream().mapToInt(text -> places.getOrDefault(text, 0)).toArray());
    }

    private static void checkCount(String what, int classes) throws DataException {
        if (classes > Dataset.MAX_CLASSES) {
            throw new DataException(
                    what + " must have at most " + Dataset.MAX_CLASSES + " different labels, but has more");
        }
    }
}
