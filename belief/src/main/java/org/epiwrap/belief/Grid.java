package org.epiwrap.belief;

import org.epiwrap.check.Check;

/** How finely the domain is divided into intervals. */
public sealed interface Grid {

    /** Equally spaced points over the domain, its ends included. */
    record Points(int count) implements Grid {
        public Points {
            Check.between("grid", count, SideSuprema.MIN_POINTS, SideSuprema.MAX_POINTS);
        }
    }

    /** The limit of infinitely many points, in closed form: for Gaussian posteriors with the continuous complement. */
    record Exact() implements Grid {}

    static Grid points(int count) {
        return new Points(count);
    }

    static Grid exact() {
        return new Exact();
    }
}
