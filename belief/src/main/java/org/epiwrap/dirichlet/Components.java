package org.epiwrap.dirichlet;

/**
 * One number for each of the three parts into which an interval [a, b] cuts its domain, scaled to [0, 1]: what lies
 * below it, inside it and above it. The shares themselves, (a, b-a, 1-b), are a point of the simplex.
 */
public record Components(double below, double inside, double above) {

    /** Returns the shares of the interval [lower, upper] given in reduced coordinates, -1 to 1. */
    public static Components shares(double lower, double upper) {
        return new Components(0.5 * (1 + lower), 0.5 * (upper - lower), 0.5 * (1 - upper));
    }

    public double sum() {
        // The outer two first: a symmetric interval then has a symmetric sum.
        return below + above + inside;
    }

    /** Returns the interval's lower end in reduced coordinates; the shares need not be normalised. */
    public double reducedLower() {
        return (below - above - inside) / sum();
    }

    /** Returns the interval's upper end in reduced coordinates; the shares need not be normalised. */
    public double reducedUpper() {
        return (below - above + inside) / sum();
    }
}
