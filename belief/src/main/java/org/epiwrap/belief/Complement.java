package org.epiwrap.belief;

/** What counts as outside an interval of the grid when its belief is 1 - Pl(outside). */
public enum Complement {
    /** The rest of the truncated domain. Belief on the grid is then never above belief on the continuum. */
    CONTINUOUS,
    /** The other grid points alone, the contour scaled to 1 at the highest; on coarse grids Bel may exceed P. */
    GRID_POINTS
}
