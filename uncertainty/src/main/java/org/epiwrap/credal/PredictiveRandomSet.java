package org.epiwrap.credal;

import java.util.List;
import org.epiwrap.check.Check;

/**
 * What several draws of an interval network leave of the classes of one image: each draw leaves a set of classes, and all sets weigh the
 * same. The sets are a {@link ClassBelief}; to decide, the mass of each set is split among its classes in proportion to
 * the probabilities at the midpoint of that draw, which knows more than an even split.
 */
public final class PredictiveRandomSet {
    private final ClassBelief belief;
    private final double[] decision;

    private PredictiveRandomSet(ClassBelief belief, double[] decision) {
        this.belief = belief;
        this.decision = decision;
    }

    /** From the classes that each draw leaves and the probabilities at its midpoint, [draws][classes]. */
    public static PredictiveRandomSet of(List<ClassSet> sets, double[][] midpoints) {
        int draws = Check.atLeast("the number of draws", sets.size(), 1);
        Check.sameLength("midpoints", midpoints.length, "sets", draws);
        int classes = midpoints[0].length;
        ClassBelief belief = ClassBelief.of(
                classes,
                sets.stream().map(set -> new FocalSet(set, 1.0 / draws)).toList());
        double[] decision = new double[classes];
        for (int d = 0; d < draws; d++) {
            Check.sameLength("midpoints[" + d + "]", midpoints[d].length, "midpoints[0]", classes);
            Check.nonNegative("midpoints[" + d + "]", midpoints[d]);
            split(sets.get(d), midpoints[d], 1.0 / draws, decision);
        }
        return new PredictiveRandomSet(belief, decision);
    }

    private static void split(ClassSet set, double[] midpoint, double mass, double[] decision) {
        int[] classes = set.classes().toArray();
        double sum = 0;
        for (int c : classes) {
            sum += midpoint[c];
        }
        for (int c : classes) {
            decision[c] += mass * (sum > 0 ? midpoint[c] / sum : 1.0 / classes.length);
        }
    }

    /** Returns the belief over sets of classes: each draw's set has the same mass. */
    public ClassBelief belief() {
        return belief;
    }

    /** Returns one probability per class, between its belief and its plausibility. */
    public double[] decision() {
        return decision.clone();
    }

    /** Returns the most probable class by {@link #decision()}, of equals the first. */
    public int decided() {
        return TopClass.of(decision);
    }
}
