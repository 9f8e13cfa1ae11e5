package org.epiwrap.model;

/** Is notified when a stage of longer work begins, such as {@code calibrating the scores}. */
@FunctionalInterface
public interface StageListener {
    /** Ignores everything. */
    StageListener NONE = stage -> {};

    /** Receives the name of a stage that begins. */
    void begins(String stage);
}
