package org.epiwrap.experiments.measurement;

/** Whether the radii of a wrapped network were calibrated. */
public enum Radii {
    CALIBRATED,
    /** Those that wrapping gives. */
    AS_THEY_COME
}
