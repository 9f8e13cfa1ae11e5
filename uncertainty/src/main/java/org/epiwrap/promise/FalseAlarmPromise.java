package org.epiwrap.promise;

/**
 * At most a share of the familiar examples is called unfamiliar: an example is, if its conformal p-value is at most that
 * share. Holds on average over calibrations; {@link OrderStatistic} has the stricter form for one calibration.
 *
 * @param rate above 0 and below 1
 */
public record FalseAlarmPromise(double rate) implements Promise {
    /** Refuses a rate that is not between 0 and 1. */
    public FalseAlarmPromise {
        Shares.inside("the rate of false alarms", rate);
    }

    /**
     * Returns the score above which an example is called unfamiliar.
     *
     * @throws PromiseException if the calibration scores are too few for any alarm at this rate
     */
    public double threshold(ConformalPValues calibration) {
        return calibration
                .thresholdAt(rate)
                .orElseThrow(() -> new PromiseException(inWords() + " cannot be promised from " + calibration.size()
                        + " calibration examples: no p-value would be small enough to call anything unfamiliar;"
                        + " at least " + ConformalPValues.minimumSize(rate) + " are needed"));
    }

    @Override
    public String inWords() {
        return "at most " + Shares.percent(rate) + " of familiar examples called unfamiliar";
    }
}
