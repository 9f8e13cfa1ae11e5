package org.epiwrap.exchange;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.interval.Interval;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.wrap.EpistemicWrapper;

/** Draws of all weights of a network, such as the members of an ensemble or the states of a Markov chain. */
public final class WeightDraws {
    private final BayesianNetwork network;
    /** [draws][weights], each in the order of {@link Layout#random}. */
    private final double[][] values;

    WeightDraws(BayesianNetwork network, double[][] values) {
        this.network = network;
        this.values = values;
    }

    /** Returns the number of draws. */
    public int count() {
        return values.length;
    }

    /** Returns the draws of one weight in ascending order; weights count as in {@link Layout#random}. */
    public double[] ascending(int weight) {
        double[] draws = new double[values.length];
        for (int i = 0; i < draws.length; i++) {
            draws[i] = values[i][weight];
        }
        Arrays.sort(draws);
        return draws;
    }

    /**
     * Returns the interval network that a wrapper makes of the draws themselves, whatever their distribution; no Gaussian
     * is fitted. Bounds are rounded outward to float.
     */
    public IntervalNetwork wrap(EpistemicWrapper wrapper) {
        int weights = values[0].length;
        float[] lower = new float[weights];
        float[] upper = new float[weights];
        // Each weight by itself: the same for any number of threads.
        IntStream.range(0, weights).parallel().forEach(i -> {
            Interval interval = wrapper.wrap(Posterior.samples(ascending(i))).interval();
            lower[i] = downward(interval.lower());
            upper[i] = -downward(-interval.upper());
        });
        return IntervalNetwork.of(
                network.architecture(),
                network.bias(),
                network.seeds(),
                lower,
                upper,
                network.pointValues(0),
                network.runningStatistics());
    }

    /**
     * Wraps the draws into an epistemic model whose radii and scores are not calibrated.
     *
     * @param card of the model that was imported
     */
    public EpistemicModel model(EpistemicWrapper wrapper, ModelCard card) {
        IntervalNetwork whole = wrap(wrapper);
        return EpistemicModel.of(whole, card, whole.usualAveraging()).with(WrappingRecord.ofSamples(wrapper, count()));
    }

    /**
     * Wraps the draws into an epistemic model with calibrated radii and scores, as {@link EpistemicWrapping#wrap} does for
     * Gaussian posteriors. All draws of all weights are wrapped: the budget and the drawn intervals of the configuration do
     * not apply.
     *
     * @param card of the model that was imported
     * @param train the examples the network was trained on
     * @param heldOut examples it was not trained on
     */
    public EpistemicModel model(EpistemicWrapping wrapping, ModelCard card, Dataset train, CalibrationSet heldOut) {
        EpistemicWrapper wrapper = wrapping.wrapping(train, card.input()).wrapper();
        try (IntervalNetwork whole = wrap(wrapper)) {
            return wrapping.calibrate(whole, card, WrappingRecord.ofSamples(wrapper, count()), train, heldOut);
        }
    }

    private static float downward(double value) {
        float near = (float) value;
        return near > value ? Math.nextDown(near) : near;
    }
}
