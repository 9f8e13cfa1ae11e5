package org.epiwrap.experiments;

import java.util.Locale;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;

/** The two sets of choices: what measurements show to be right, and what the paper did. */
public enum Preset {
    SOUND,
    PAPER;

    /** The paper draws so many intervals a weight and takes their mean. */
    public static final int PAPER_DRAWS = 5000;

    public TrainingPlan plan(int images, Estimator estimator) {
        return this == SOUND ? TrainingPlan.sound(images, estimator) : TrainingPlan.paper(images, estimator);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
