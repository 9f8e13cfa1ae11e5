package org.epiwrap.credal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.epiwrap.check.Check;

/**
 * A belief function over sets of classes, held as its focal sets with masses m. Sets are looked at one by one, never
 * all subsets: a hundred classes are no more trouble than ten.
 *
 * <ul>
 *   <li>Bel(A) = Σ m(B) over B inside A; Pl(A) = Σ m(B) over B that meet A;
 *   <li>pignistic probability of c: Σ m(B)/|B| over B that contain c;
 *   <li>generalised Hartley non-specificity: Σ m(B) log₂|B|, in bits.
 * </ul>
 */
public final class ClassBelief {
    /** How far from 1 the masses may sum; they are divided by their sum. */
    private static final double SUM_TOLERANCE = 1e-9;

    private final int classes;
    private final List<FocalSet> focal;

    private ClassBelief(int classes, List<FocalSet> focal) {
        this.classes = classes;
        this.focal = focal;
    }

    /** From focal sets, none of them empty, whose masses are at least 0 and sum to 1. Equal sets are made one. */
    public static ClassBelief of(int classes, List<FocalSet> focal) {
        Check.atLeast("classes", classes, 2);
        Map<ClassSet, Double> masses = new LinkedHashMap<>();
        double sum = 0;
        for (int i = 0; i < focal.size(); i++) {
            FocalSet one = focal.get(i);
            ClassSet.checkInside("focal set " + i, one.set(), classes);
            sum += Check.nonNegative("the mass of focal set " + i, one.mass());
            masses.merge(one.set(), one.mass(), Double::sum);
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException(
                    "the masses must sum to 1 within " + SUM_TOLERANCE + ", but sum to " + sum);
        }
        double total = sum;
        return new ClassBelief(
                classes,
                masses.entrySet().stream()
                        .map(entry -> new FocalSet(entry.getKey(), entry.getValue() / total))
                        .toList());
    }

    /**
     * Returns what is left if the source of this belief is wrong with some probability, and then carries no information: all
     * masses shrink by that share, which goes to the set of all classes (Shafer's discounting).
     */
    public ClassBelief discounted(double share) {
        Check.share("share", share);
        List<FocalSet> all = new ArrayList<>();
        for (FocalSet one : focal) {
            all.add(new FocalSet(one.set(), (1 - share) * one.mass()));
        }
        all.add(new FocalSet(ClassSet.where(classes, c -> true), share));
        return of(classes, all);
    }

    public int classes() {
        return classes;
    }

    public List<FocalSet> focal() {
        return focal;
    }

    public double belief(ClassSet set) {
        return sumOfMasses(set::containsAll);
    }

    public double plausibility(ClassSet set) {
        return sumOfMasses(set::meets);
    }

    /** Returns one probability per class: each mass is split evenly among the classes of its set. */
    public double[] pignistic() {
        double[] probabilities = new double[classes];
        for (FocalSet one : focal) {
            double share = one.mass() / one.set().size();
            one.set().classes().forEach(c -> probabilities[c] += share);
        }
        return probabilities;
    }

    /** In bits: 0 if every focal set is a single class, log₂ C if the only one is all classes. */
    public double nonSpecificity() {
        double sum = 0;
        for (FocalSet one : focal) {
            sum += one.mass() * Math.log(one.set().size());
        }
        return sum / Math.log(2);
    }

    private double sumOfMasses(Predicate<ClassSet> counts) {
        double sum = 0;
        for (FocalSet one : focal) {
            sum += counts.test(one.set()) ? one.mass() : 0;
        }
        return Math.min(1, sum);
    }
}
