package org.epiwrap.exchange;

/** What becomes of several networks of one file. */
public enum DrawsUse {
    /**
     * The means and standard deviations of their weights, unless data shows that the network of the means is far below its
     * members: then an ensemble.
     */
    AS_MEASURED,
    /** An ensemble, whose members stay as they are. */
    ENSEMBLE,
    /** The intervals of the draws, whatever their distribution; refused where data shows that their mean is of no use. */
    INTERVALS
}
