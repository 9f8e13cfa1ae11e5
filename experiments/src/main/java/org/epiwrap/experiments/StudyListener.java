package org.epiwrap.experiments;

import org.epiwrap.network.TrainingListener;

/** Is told how a study gets on. */
public interface StudyListener {
    /** Hears nothing. */
    StudyListener NONE = new StudyListener() {
        @Override
        public TrainingListener training(String task) {
            return TrainingListener.NONE;
        }
    };

    /** A task is about to be begun, the first being number 1. */
    default void begun(int number, int all) {}

    /** A network is about to be trained; what is returned hears of its steps. */
    TrainingListener training(String task);

    /** A measurement is in the file. */
    default void measured(Measurement measurement) {}
}
