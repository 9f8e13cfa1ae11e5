package org.epiwrap.model;

import java.util.Locale;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.wrap.Draws;

/** Two sets of choices: those that measurements favour, and those of the paper. */
public enum Preset {
    /** The choices that measurements favour; the default everywhere. */
    SOUND,
    /** The choices of the paper, to compare with its tables. */
    PAPER;

    /** The number of intervals of a weight that the paper draws and averages. */
    public static final int PAPER_DRAWS = 5000;

    private static final double PAPER_SHARE = 0.05;

    /** Returns how a network is trained on so many examples. */
    public TrainingPlan plan(int examples, Estimator estimator) {
        return this == SOUND ? TrainingPlan.sound(examples, estimator) : TrainingPlan.paper(examples, estimator);
    }

    /** Returns the share of the weights that are wrapped. */
    public double share() {
        return this == SOUND ? 1 : PAPER_SHARE;
    }

    /** Returns how intervals are drawn; empty where each weight gets its expected interval. */
    public Optional<Draws> draws(long seed) {
        return this == SOUND ? Optional.empty() : Optional.of(Draws.mean(seed, PAPER_DRAWS));
    }

    /**
     * Returns what predicts: the midpoints of the weights, so that wrapping costs no accuracy on any data, or with the paper
     * those of the logits' bounds.
     */
    public Averaging averaging() {
        return this == SOUND ? Averaging.WEIGHTS : Averaging.LOGITS;
    }

    /** Returns how wide intervals stay. The paper leaves radii as they are, which costs deep networks their accuracy. */
    public RadiusScale radiusScale() {
        return this == SOUND ? new RadiusScale.Informative() : new RadiusScale.Fixed(1);
    }

    /** Returns how an interval network is fine-tuned. */
    public TuningPlan tuning(Architecture architecture) {
        return this == SOUND ? TuningPlan.sound(architecture) : TuningPlan.paper();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
