package org.epiwrap.belief;

/** What a belief function promises about the posterior it was made from. */
public enum Guarantee {
    /** Bel(A) ≤ P(A) ≤ Pl(A) for every measurable set A. */
    BRACKETS_PROBABILITY,
    /** There are sets whose probability lies outside [Bel, Pl]; {@link BeliefFunction#violation()} gives one. */
    NONE
}
