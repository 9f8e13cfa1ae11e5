package org.epiwrap.credal;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;

/** A set of classes, which are whole numbers from 0 up. */
public final class ClassSet {
    private final BitSet bits;

    private ClassSet(BitSet bits) {
        this.bits = bits;
    }

    public static ClassSet of(int... classes) {
        BitSet bits = new BitSet();
        for (int i = 0; i < classes.length; i++) {
            bits.set(Check.atLeast("classes[" + i + "]", classes[i], 0));
        }
        return new ClassSet(bits);
    }

    /** Returns those of the first {@code count} classes that satisfy a condition. */
    public static ClassSet where(int count, IntPredicate condition) {
        return of(IntStream.range(0, count).filter(condition).toArray());
    }

    /**
     * Returns the classes that interval dominance leaves: c goes if another's lower bound is above c's upper one. Bounds that
     * touch leave both; at least one class remains.
     *
     * @param lower one or more bounds, each at most the upper one of its class
     */
    public static ClassSet nonDominated(double[] lower, double[] upper) {
        Check.atLeast("the number of classes", lower.length, 1);
        Bounds.check(lower, upper);
        double bar = Arrays.stream(lower).max().orElseThrow();
        return where(upper.length, c -> upper[c] >= bar);
    }

    public boolean contains(int category) {
        return bits.get(category);
    }

    public boolean containsAll(ClassSet other) {
        BitSet rest = (BitSet) other.bits.clone();
        rest.andNot(bits);
        return rest.isEmpty();
    }

    public boolean meets(ClassSet other) {
        return bits.intersects(other.bits);
    }

    public int size() {
        return bits.cardinality();
    }

    /** Returns the classes in ascending order. */
    public IntStream classes() {
        return bits.stream();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClassSet set && bits.equals(set.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    /** Returns a text such as {@code {0, 3}}. */
    @Override
    public String toString() {
        return bits.toString();
    }

    /** Refuses the empty set and classes beyond those there are. */
    static void checkInside(String name, ClassSet set, int classes) {
        if (set.bits.isEmpty() || set.bits.length() > classes) {
            throw new IllegalArgumentException(
                    name + " must be a set of one or more classes from 0 to " + (classes - 1) + ", but is " + set);
        }
    }
}
