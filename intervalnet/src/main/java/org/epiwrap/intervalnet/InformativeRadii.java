package org.epiwrap.intervalnet;

import java.util.Arrays;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.InputBatch;

/**
 * Finds how wide intervals may be to stay informative: the largest scale k of all radii, at most 1, at which the
 * sets A of classes not ruled out for held-out examples leave no more open, on average, than the scores do of training examples: the mean of log₂ |A|
 * is at most {@link ClassContour#bits}, a quarter of a bit for ten classes. Most examples then keep one class, and doubtful ones
 * a few. Predictions have no say: those of the weights' midpoints are the same at every scale.
 *
 * <p>One scale serves all layers. How wide the intervals of a layer are beside those of another is what the posterior knows;
 * on these proportions alone depend the scores U, δ and EU, on their common scale only the bounds and the sets.
 *
 * <p>Sets are nested: what narrow intervals leave open, wide ones do. So k is found by bisection of its logarithm, with at most
 * {@value #STEPS} passes over the held-out examples. Scales at which bounds overflow are too large.
 */
public final class InformativeRadii {
    /** Bounds that need smaller radii than these are those of networks too deep for sets. */
    static final double SMALLEST = 1e-3;

    private static final int STEPS = 13;

    /** After each of so many parts of the examples it is asked whether a scale is already too large. */
    private static final int PARTS = 20;

    private final IntervalNetwork network;
    private final Dataset heldOut;
    private final Input input;
    /** What the logarithms of the sets' sizes may add up to. */
    private final double allowed;

    private InformativeRadii(IntervalNetwork network, Dataset heldOut, Input input) {
        this.network = network;
        this.heldOut = heldOut;
        this.input = input;
        this.allowed = ClassContour.bits(network.architecture().classes()) * Math.log(2) * heldOut.size();
    }

    /**
     * Returns the scales for {@link IntervalNetwork#scaled}, the same for each layer; 0 for each if no scale from
     * {@value #SMALLEST} on leaves informative sets, as of networks too deep for bounds.
     *
     * @param heldOut at least one example that the network was not trained on
     */
    public static double[] scales(IntervalNetwork network, Dataset heldOut, Input input) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        Check.atLeast("the number of held-out examples", heldOut.size(), 1);
        double[] scales = new double[network.byFanIn().length];
        Arrays.fill(scales, new InformativeRadii(network, heldOut, input).largest());
        return scales;
    }

    private double largest() {
        if (isInformative(1)) {
            return 1;
        }
        if (!isInformative(SMALLEST)) {
            return 0;
        }
        double low = Math.log(SMALLEST);
        double high = 0;
        for (int step = 2; step < STEPS; step++) {
            double middle = 0.5 * (low + high);
            if (isInformative(Math.exp(middle))) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.exp(low);
    }

    private boolean isInformative(double scale) {
        double[] scales = new double[network.byFanIn().length];
        Arrays.fill(scales, scale);
        try (IntervalNetwork scaled = network.scaled(scales)) {
            int step = Math.max(1, heldOut.size() / PARTS);
            double open = 0;
            for (int from = 0; from < heldOut.size() && open <= allowed; from += step) {
                open += logSizes(scaled, heldOut.subset(from, Math.min(heldOut.size(), from + step)));
            }
            return open <= allowed;
        } catch (IntervalOverflowException e) {
            return false;
        }
    }

    private double logSizes(IntervalNetwork scaled, Dataset part) {
        double[] sum = new double[1];
        InputBatch.forEach(part, input, scaled.architecture(), batch -> {
            for (ClassSet set : scaled.passes().maximal(scaled.passes().hidden(batch))) {
                sum[0] += Math.log(set.size());
            }
        });
        return sum[0];
    }
}
