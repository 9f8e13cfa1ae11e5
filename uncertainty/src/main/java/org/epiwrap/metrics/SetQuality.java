package org.epiwrap.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;

/**
 * How good predicted sets of classes are.
 *
 * @param setCoverage the share of images whose label is in their set
 * @param meanSize the mean number of classes in a set
 * @param vacuous the share of images whose set is all classes
 * @param bySize the images with sets of the same size, for each size that occurs, ascending
 * @param byClass the images of the same class, for each class that occurs, ascending
 */
public record SetQuality(
        double setCoverage, double meanSize, double vacuous, List<Stratum> bySize, List<Stratum> byClass) {

    /**
     * Images that have something in common.
     *
     * @param value what they share: the size of their sets, or their class
     * @param images how many they are
     * @param setCoverage the share of them whose label is in their set
     * @param meanSize the mean number of classes in their sets
     */
    public record Stratum(int value, int images, double setCoverage, double meanSize) {}

    /** Creates a quality with copies of the lists. */
    public SetQuality {
        bySize = List.copyOf(bySize);
        byClass = List.copyOf(byClass);
    }

    /** Measures one set per image against its label, which is from 0 to classes - 1. */
    public static SetQuality of(List<ClassSet> sets, int[] labels, int classes) {
        int images = Check.atLeast("the number of labels", labels.length, 1);
        Check.sameLength("sets", sets.size(), "labels", images);
        for (int i = 0; i < images; i++) {
            ProbabilityQuality.checkLabel(labels, i, classes);
        }
        Stratum all = strata(sets, labels, i -> 0).get(0);
        List<Stratum> bySize = strata(sets, labels, i -> sets.get(i).size());
        int vacuous = bySize.stream()
                .filter(stratum -> stratum.value() == classes)
                .mapToInt(Stratum::images)
                .sum();
        return new SetQuality(
                all.setCoverage(),
                all.meanSize(),
                (double) vacuous / images,
                bySize,
                strata(sets, labels, i -> labels[i]));
    }

    private static List<Stratum> strata(List<ClassSet> sets, int[] labels, IntUnaryOperator value) {
        Map<Integer, List<Integer>> groups = IntStream.range(0, labels.length)
                .boxed()
                .collect(Collectors.groupingBy(value::applyAsInt, TreeMap::new, Collectors.toList()));
        return groups.entrySet().stream()
                .map(group -> stratum(group.getKey(), group.getValue(), sets, labels))
                .toList();
    }

    private static Stratum stratum(int value, List<Integer> images, List<ClassSet> sets, int[] labels) {
        int covered = 0;
        long sizes = 0;
        for (int i : images) {
            covered += sets.get(i).contains(labels[i]) ? 1 : 0;
            sizes += sets.get(i).size();
        }
        return new Stratum(value, images.size(), (double) covered / images.size(), (double) sizes / images.size());
    }
}
