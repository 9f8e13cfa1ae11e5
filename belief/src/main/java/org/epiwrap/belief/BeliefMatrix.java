package org.epiwrap.belief;

/**
 * Belief of every interval of the grid and, by Möbius inversion on the lattice of intervals, its mass:
 * m(i,j) = Bel(i,j) - Bel(i+1,j) - Bel(i,j-1) + Bel(i+1,j-1), empty intervals counting 0.
 *
 * <p>This is the definition, in O(n²) time and memory: for pictures, and the oracle for {@link NestedBelief}, which
 * finds the same masses in O(n).
 */
public final class BeliefMatrix {
    private final double[][] belief;
    private final double[][] mass;

    private BeliefMatrix(double[][] belief, double[][] mass) {
        this.belief = belief;
        this.mass = mass;
    }

    /** Computes belief and mass of all n(n + 1)/2 intervals of the grid. */
    public static BeliefMatrix of(SideSuprema sides) {
        int n = sides.points();
        double[][] belief = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                belief[i][j] = sides.belief(i, j);
            }
        }
        double[][] mass = new double[n][n];
        for (int i = 0; i < n; i++) {
            mass[i][i] = belief[i][i];
            for (int j = i + 1; j < n; j++) {
                mass[i][j] = belief[i][j] - belief[i + 1][j] - belief[i][j - 1] + belief[i + 1][j - 1];
            }
        }
        return new BeliefMatrix(belief, mass);
    }

    public int points() {
        return belief.length;
    }

    /** Returns Bel of the interval from grid point i to grid point j; 0 for i &gt; j. */
    public double belief(int i, int j) {
        return belief[i][j];
    }

    /** Mass of the interval from grid point i to grid point j; 0 for i &gt; j. */
    public double mass(int i, int j) {
        return mass[i][j];
    }
}
