package org.epiwrap.experiments.measurement;

/** Whether the radii of a wrapped network were scaled. */
public enum Radii {
    /** By the scale that keeps sets of possible classes informative. */
    INFORMATIVE,
    /** Those that wrapping gives. */
    AS_THEY_COME
}
