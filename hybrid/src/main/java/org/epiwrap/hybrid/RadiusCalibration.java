package org.epiwrap.hybrid;

import java.util.Arrays;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;

/**
 * Finds how wide the intervals of each layer may be: the largest scales of the radii at which the network loses no more
 * than a little accuracy on held-out images against the network of the midpoints. First one scale for all layers, then
 * each layer, from the last to the first, as much more as it can bear.
 *
 * <p>What counts is the accuracy of the middle of the logits' bounds, since probability intervals and sets of classes come from the
 * same bounds: radii that only suit {@link Averaging#ACTIVATIONS}, which forgets the bounds at every layer, leave LeNet-5
 * intervals from 0 to 1 and sets of all classes. Where a network is so deep that some layer would lose its intervals to
 * this, that of its usual averaging counts instead: scores need the radii of all layers more than bounds need to be narrow.
 *
 * <p>A scale is one of a few from 1 to 0. So at most 13·(layers + 1) scalings are tried, each by a pass over the held-out
 * images and two networks in memory: for LeNet-5 at most 78 passes, for the 21 layers of ResNet-18 at most 299. Scales
 * at which the bounds overflow are too large.
 */
public final class RadiusCalibration {
    /** From the largest to the smallest. */
    private static final double[] SCALES = {
        1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.125, 0.09, 0.06, 0.03, 0.01, 0.003, 0.001, 0
    };

    /** The accuracy that may be lost if nothing else is said: a tenth of a point. */
    public static final double USUAL_TOLERANCE = 0.001;

    /** Images whose bounds are looked at. */
    private static final int FEW = 16;

    private final IntervalNetwork network;
    private final Dataset heldOut;
    private final Dataset few;
    private final Normalisation normalisation;
    private final Averaging averaging;
    private final double wanted;

    private RadiusCalibration(
            IntervalNetwork network,
            Dataset heldOut,
            Normalisation normalisation,
            Averaging averaging,
            double tolerance) {
        this.network = network;
        this.heldOut = heldOut;
        this.few = heldOut.subset(0, Math.min(FEW, heldOut.size()));
        this.normalisation = normalisation;
        this.averaging = averaging;
        this.wanted = IntervalPredictive.accuracies(network, heldOut, normalisation, Averaging.WEIGHTS)[0] - tolerance;
    }

    /**
     * The scales for {@link IntervalNetwork#scaled} by which the bounds of the logits still tell the classes apart.
     *
     * @param tolerance the accuracy that may be lost
     * @throws IntervalOverflowException if even the network of the midpoints leaves the range of float
     */
    public static double[] scales(
            IntervalNetwork network, Dataset heldOut, Normalisation normalisation, double tolerance) {
        double[] scales = scales(network, heldOut, normalisation, Averaging.LOGITS, tolerance);
        boolean allAreLeft = Arrays.stream(scales).allMatch(scale -> scale > 0);
        return allAreLeft || network.usualAveraging() == Averaging.LOGITS
                ? scales
                : scales(network, heldOut, normalisation, network.usualAveraging(), tolerance);
    }

    /**
     * The same by the accuracy of an averaging.
     *
     * @param tolerance the accuracy that may be lost, such as 0.001 for a tenth of a point
     * @throws IntervalOverflowException if even the network of the midpoints leaves the range of float
     */
    public static double[] scales(
            IntervalNetwork network,
            Dataset heldOut,
            Normalisation normalisation,
            Averaging averaging,
            double tolerance) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        Check.share("tolerance", tolerance);
        return new RadiusCalibration(network, heldOut, normalisation, averaging, tolerance).find();
    }

    private double[] find() {
        double[] scales = new double[network.byFanIn().length];
        int common = 0;
        Arrays.fill(scales, SCALES[common]);
        while (!isGood(scales)) {
            common++;
            Arrays.fill(scales, SCALES[common]);
        }
        for (int layer = scales.length - 1; layer >= 0 && common > 0; layer--) {
            int own = common;
            double best = SCALES[own];
            while (own > 0) {
                own--;
                scales[layer] = SCALES[own];
                if (!isGood(scales)) {
                    break;
                }
                best = SCALES[own];
            }
            scales[layer] = best;
        }
        return scales;
    }

    /** At scale 0 all is midpoints, which is good by definition. */
    private boolean isGood(double[] scales) {
        if (Arrays.stream(scales).allMatch(scale -> scale == 0)) {
            return true;
        }
        try (IntervalNetwork scaled = network.scaled(scales)) {
            // Averages may pass where bounds of bounds overflow, and predictions need both.
            scaled.bounds(few, normalisation, (first, count, lower, upper) -> {});
            return IntervalPredictive.accuracies(scaled, heldOut, normalisation, averaging)[0] >= wanted;
        } catch (IntervalOverflowException e) {
            return false;
        }
    }
}
