package org.epiwrap.exchange;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Layout;
import org.epiwrap.interval.Interval;
import org.epiwrap.intervalnet.IntervalNetwork;
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

    public int count() {
        return values.length;
    }

    /** The draws of one weight, in ascending order; weights count as in {@link Layout#random}. */
    public double[] ascending(int weight) {
        double[] draws = new double[values.length];
        for (int i = 0; i < draws.length; i++) {
            draws[i] = values[i][weight];
        }
        Arrays.sort(draws);
        return draws;
    }

    /**
     * The network of intervals that the wrapper makes of the draws themselves, whatever their distribution; no Gaussian is
     * fitted. Bounds are rounded outward to float.
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

    private static float downward(double value) {
        float near = (float) value;
        return near > value ? Math.nextDown(near) : near;
    }
}
