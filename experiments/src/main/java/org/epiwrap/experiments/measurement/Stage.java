package org.epiwrap.experiments.measurement;

/** Whether an interval network was measured before or after fine-tuning. */
public enum Stage {
    BEFORE,
    AFTER
}
