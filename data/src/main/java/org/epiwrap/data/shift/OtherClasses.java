package org.epiwrap.data.shift;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Dataset;

/**
 * Draws examples of any class but one, all of them equally likely.
 *
 * @param byClass all examples, those of a class together
 * @param begins where each class begins, and at last where the last one ends
 */
@SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
record OtherClasses(int[] byClass, int[] begins) {

    /** Returns those of labelled examples, which must be of two classes at least. */
    static OtherClasses of(Dataset data) {
        if (!data.isLabelled()) {
            throw new IllegalArgumentException(
                    data.name() + " must have labels to combine images of different classes, but is unlabelled");
        }
        int[] labels = data.labels();
        if (IntStream.of(labels).distinct().limit(2).count() < 2) {
            throw new IllegalArgumentException(
                    data.name() + " must have images of two classes to combine them, but has images of "
                            + IntStream.of(labels).distinct().count());
        }
        int[] begins = new int[data.classNames().size() + 1];
        for (int label : labels) {
            begins[label + 1]++;
        }
        for (int c = 1; c < begins.length; c++) {
            begins[c] += begins[c - 1];
        }
        int[] byClass = IntStream.range(0, labels.length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> labels[i]))
                .mapToInt(i -> i)
                .toArray();
        return new OtherClasses(byClass, begins);
    }

    int draw(int label, UniformRandomProvider random) {
        int own = begins[label + 1] - begins[label];
        int place = random.nextInt(byClass.length - own);
        return byClass[place < begins[label] ? place : place + own];
    }
}
