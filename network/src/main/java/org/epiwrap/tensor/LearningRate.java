package org.epiwrap.tensor;

import org.epiwrap.check.Check;

/**
 * The learning rate from the first step to the last: it rises in a straight line to its peak, then falls along half a
 * cosine.
 *
 * @param warmUp the share of the steps in which it rises
 * @param end the share of the peak that is left at the last step; 1 keeps it constant
 */
public record LearningRate(double peak, double warmUp, double end) {

    public LearningRate {
        Check.positive("the learning rate", peak);
        Check.share("warmUp", warmUp);
        Check.share("end", end);
    }

    public static LearningRate constant(double rate) {
        return new LearningRate(rate, 0, 1);
    }

    /** Rises for a twentieth of the steps and falls to a hundredth. */
    public static LearningRate cosine(double peak) {
        return new LearningRate(peak, 0.05, 0.01);
    }

    /** Returns the rate of a step, counted from 0, of so many. */
    public double at(long step, long steps) {
        double rising = warmUp * steps;
        if (step + 1 < rising) {
            return peak * (step + 1) / rising;
        }
        double falling = steps - 1 - rising;
        double done = falling > 0 ? Math.max(0, step - rising) / falling : 0;
        return peak * (end + (1 - end) * 0.5 * (1 + Math.cos(Math.PI * done)));
    }
}
