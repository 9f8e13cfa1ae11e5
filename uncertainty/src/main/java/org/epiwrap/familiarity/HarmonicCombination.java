package org.epiwrap.familiarity;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.promise.ConformalPValues;

/**
 * Combines the scores that several members give an example. Each becomes a p-value p_m = (1 + #{i : sᵢ ≥ s})/(n + 1) over
 * the same n calibration examples, so that scores of different scales can be compared; T = ln of the mean of 1/p_m, from
 * 0 to ln(n + 1), is large as soon as one member finds the example unusual. The members depend on each other, so that T
 * itself is no evidence of a known level: a p-value of T takes calibration examples of its own.
 */
public final class HarmonicCombination {
    private final List<String> names;
    private final List<ConformalPValues> members;

    private HarmonicCombination(List<String> names, List<ConformalPValues> members) {
        this.names = names;
        this.members = members;
    }

    /**
     * Returns the combination that rests on calibration scores, in any order.
     *
     * @param names of the members, at least one
     * @param scores [members][examples], finite; at least one example
     */
    public static HarmonicCombination of(List<String> names, double[][] scores) {
        Check.atLeast("the number of members", names.size(), 1);
        Check.sameLength("scores", scores.length, "the names of the members", names.size());
        Check.atLeast("the number of calibration examples", scores[0].length, 1);
        for (int m = 0; m < scores.length; m++) {
            Check.sameLength("scores[" + m + "]", scores[m].length, "scores[0]", scores[0].length);
            Check.finite("scores[" + m + "]", scores[m]);
        }
        return new HarmonicCombination(
                List.copyOf(names),
                Arrays.stream(scores).map(ConformalPValues::of).toList());
    }

    /** Returns the names of the members. */
    public List<String> names() {
        return names;
    }

    /** Returns the number of calibration examples. */
    public int size() {
        return members.get(0).size();
    }

    /** Returns the calibration scores of each member, rising, [members][examples]. */
    public double[][] scores() {
        return members.stream().map(ConformalPValues::scores).toArray(double[][]::new);
    }

    /** Returns what the members' scores of an example come to. */
    public Unfamiliarity of(double... scores) {
        Check.sameLength("scores", scores.length, "the members", members.size());
        double[] pValues = new double[scores.length];
        double inverses = 0;
        for (int m = 0; m < scores.length; m++) {
            pValues[m] = members.get(m).of(scores[m]);
            inverses += 1 / pValues[m];
        }
        return new Unfamiliarity(names, scores.clone(), pValues, statistic(inverses), largest());
    }

    private double statistic(double inverses) {
        return Math.log(inverses / members.size());
    }

    private double largest() {
        return Math.log(size() + 1.0);
    }

    /**
     * Returns the largest Σ 1/p over the members for which UF is at most a value; infinite if there is no limit, negatively
     * if there is no such sum. UF has ties, and logarithms differ in their last digits from one runtime to another: one that
     * compares sums in place of values counts and decides as we do.
     */
    public double largestSum(double value) {
        Check.number("value", value);
        double most = 2.0 * members.size() * (size() + 1.0);
        if (value(most) <= value) {
            return Double.POSITIVE_INFINITY;
        }
        if (value(members.size()) > value) {
            return Double.NEGATIVE_INFINITY;
        }
        // Positive numbers are in the order of their bits.
        long low = Double.doubleToLongBits(members.size());
        long high = Double.doubleToLongBits(most);
        while (low + 1 < high) {
            long middle = (low + high) >>> 1;
            if (value(Double.longBitsToDouble(middle)) <= value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Double.longBitsToDouble(low);
    }

    private double value(double inverses) {
        return Unfamiliarity.value(statistic(inverses), largest());
    }
}
