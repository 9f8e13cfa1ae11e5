package org.epiwrap.metrics;

import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;

/**
 * How good predicted sets of classes are.
 *
 * @param setCoverage the share of images whose label is in their set
 * @param meanSize the mean number of classes in a set
 * @param vacuous the share of images whose set is all classes
 */
public record SetQuality(double setCoverage, double meanSize, double vacuous) {

    /** Measures one set per image against its label, which is from 0 to classes - 1. */
    public static SetQuality of(List<ClassSet> sets, int[] labels, int classes) {
        int images = Check.atLeast("the number of labels", labels.length, 1);
        Check.sameLength("sets", sets.size(), "labels", images);
        int covered = 0;
        long sizes = 0;
        int vacuous = 0;
        for (int i = 0; i < images; i++) {
            ProbabilityQuality.checkLabel(labels, i, classes);
            ClassSet set = sets.get(i);
            covered += set.contains(labels[i]) ? 1 : 0;
            sizes += set.size();
            vacuous += set.size() == classes ? 1 : 0;
        }
        return new SetQuality((double) covered / images, (double) sizes / images, (double) vacuous / images);
    }
}
