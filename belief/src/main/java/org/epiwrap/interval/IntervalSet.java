package org.epiwrap.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A finite union of closed intervals, kept disjoint and in ascending order; it may be empty.
 *
 * @param parts the intervals; intervals that touch are joined
 */
public record IntervalSet(List<Interval> parts) {

    public IntervalSet {
        parts = joined(parts);
    }

    public static IntervalSet of(Interval... parts) {
        return new IntervalSet(Arrays.asList(parts));
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Returns whether one of the parts holds the whole interval. */
    public boolean contains(Interval interval) {
        return parts.stream().anyMatch(part -> part.contains(interval));
    }

    public boolean meets(Interval interval) {
        return parts.stream().anyMatch(interval::meets);
    }

    public IntervalSet within(Interval domain) {
        return new IntervalSet(parts.stream()
                .filter(domain::meets)
                .map(part ->
                        new Interval(Math.max(part.lower(), domain.lower()), Math.min(part.upper(), domain.upper())))
                .toList());
    }

    /**
     * Returns the closure of what this set leaves of {@code domain}: the gaps, with their ends. A gap of no width is
     * none, so that the complement of the whole domain is empty; the complement of a point is the whole domain.
     */
    public IntervalSet complementIn(Interval domain) {
        List<Interval> gaps = new ArrayList<>();
        double from = domain.lower();
        for (Interval part : within(domain).parts) {
            if (part.lower() > from) {
                gaps.add(new Interval(from, part.lower()));
            }
            from = part.upper();
        }
        if (domain.upper() > from) {
            gaps.add(new Interval(from, domain.upper()));
        }
        return new IntervalSet(gaps);
    }

    private static List<Interval> joined(List<Interval> parts) {
        List<Interval> ascending = new ArrayList<>(parts);
        ascending.sort(Comparator.comparingDouble(Interval::lower));
        List<Interval> result = new ArrayList<>();
        for (Interval next : ascending) {
            int last = result.size() - 1;
            if (last >= 0 && next.lower() <= result.get(last).upper()) {
                Interval open = result.get(last);
                result.set(last, new Interval(open.lower(), Math.max(open.upper(), next.upper())));
            } else {
                result.add(next);
            }
        }
        return List.copyOf(result);
    }
}
