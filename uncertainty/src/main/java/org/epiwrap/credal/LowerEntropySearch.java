package org.epiwrap.credal;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Finds the least entropy over {p : lower ≤ p ≤ upper, Σ p = 1} by branch and bound, the most promising box first.
 *
 * <p>Bound: over an interval the concave term -p ln p is at least its chord. With chords for terms the least sum is
 * reached by filling the classes from their lower ends upwards, those with the least slope first, until the
 * probabilities sum to 1. All classes but the last one filled are then at an end of their interval, where chord and
 * term agree: the bound is wrong by that one class alone, and the point that reaches it is a candidate. The box is
 * split at that point.
 *
 * <p>Order: if class j has both ends at least as high as class i, moving probability from i to j never raises the
 * entropy, since the larger of the two grows. So j may be taken to be full before i gets anything, and a split fixes
 * every class that is ordered with the one it splits. What is left to search are intervals that lie inside each other.
 */
final class LowerEntropySearch {
    private static final int MAX_BOXES = 10_000;

    private final double[] lower;
    private final double[] upper;
    private final PriorityQueue<Box> open = new PriorityQueue<>(Comparator.comparingDouble(box -> box.bound));
    private double attained = Double.POSITIVE_INFINITY;

    /** A part of the set, with the bounds that its chords give. */
    private static final class Box {
        final double[] lower;
        final double[] upper;
        /** The classes by rising slope of their chords. */
        final int[] order;

        double bound;
        int splitClass;
        double splitPoint;

        Box(double[] lower, double[] upper, int[] order) {
            this.lower = lower;
            this.upper = upper;
            this.order = order;
        }

        Box copy() {
            return new Box(lower.clone(), upper.clone(), order.clone());
        }
    }

    private LowerEntropySearch(double[] lower, double[] upper) {
        this.lower = lower;
        this.upper = upper;
    }

    static LowerEntropy of(double[] lower, double[] upper) {
        return new LowerEntropySearch(lower, upper).run();
    }

    private LowerEntropy run() {
        int[] order = new int[lower.length];
        Arrays.setAll(order, i -> i);
        add(new Box(lower, upper, order));
        for (int boxes = 1; canImprove() && boxes < MAX_BOXES; boxes += 2) {
            Box box = open.remove();
            addLowerPart(box.copy(), box.splitClass, box.splitPoint);
            addUpperPart(box.copy(), box.splitClass, box.splitPoint);
        }
        return new LowerEntropy(canImprove() ? open.element().bound : attained, attained);
    }

    private boolean canImprove() {
        Box best = open.peek();
        return best != null && best.bound < attained - LowerEntropy.ROUNDING;
    }

    /** The part where a class is not full: those that it comes before get nothing. */
    private void addLowerPart(Box part, int split, double point) {
        part.upper[split] = point;
        for (int i = 0; i < lower.length; i++) {
            if (comesBefore(split, i)) {
                part.upper[i] = lower[i];
            }
        }
        add(part);
    }

    /** The part where a class gets something: those that come before it are full. */
    private void addUpperPart(Box part, int split, double point) {
        part.lower[split] = point;
        for (int i = 0; i < lower.length; i++) {
            if (comesBefore(i, split)) {
                part.lower[i] = upper[i];
            }
        }
        add(part);
    }

    private boolean comesBefore(int j, int i) {
        boolean asHigh = lower[j] >= lower[i] && upper[j] >= upper[i];
        boolean higher = lower[j] > lower[i] || upper[j] > upper[i];
        return asHigh && (higher || j < i);
    }

    /** Bounds a box, tries its point, and keeps it if something better may be inside. */
    private void add(Box box) {
        double room = 1;
        double reach = -1;
        double entropy = 0;
        double[] slope = new double[lower.length];
        for (int i = 0; i < slope.length; i++) {
            double width = box.upper[i] - box.lower[i];
            if (width < 0) {
                return; // full and empty at once: only slopes that differ by rounding lead here
            }
            double start = Entropy.term(box.lower[i]);
            slope[i] = width > 0 ? (Entropy.term(box.upper[i]) - start) / width : 0;
            entropy += start;
            room -= box.lower[i];
            reach += box.upper[i];
        }
        if (room < -LowerEntropy.ROUNDING || reach < -LowerEntropy.ROUNDING) {
            return; // no distribution inside: likewise
        }
        sort(box.order, slope);
        box.bound = entropy;
        for (int i : box.order) {
            double start = box.lower[i];
            double given = Math.min(box.upper[i] - start, room);
            if (given > 0) {
                room -= given;
                box.bound += slope[i] * given;
                entropy += Entropy.term(start + given) - Entropy.term(start);
                box.splitClass = i;
                box.splitPoint = start + given;
            }
        }
        attained = Math.min(attained, entropy);
        if (box.bound < attained - LowerEntropy.ROUNDING) {
            open.add(box);
        }
    }

    /** By insertion: the order of the box that was split is nearly that of its parts. */
    private static void sort(int[] order, double[] slope) {
        for (int k = 1; k < order.length; k++) {
            int moved = order[k];
            int to = k;
            while (to > 0 && slope[order[to - 1]] > slope[moved]) {
                order[to] = order[to - 1];
                to--;
            }
            order[to] = moved;
        }
    }
}
