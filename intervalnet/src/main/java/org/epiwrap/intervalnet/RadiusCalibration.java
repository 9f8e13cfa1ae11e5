package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.InputBatch;

/**
 * Finds how wide the intervals of each layer may be: the largest scales of the radii at which the network loses no more
 * than a little accuracy on held-out images against the network of the midpoints. First one scale for all layers, then
 * each layer, from the last to the first, as much more as it can bear.
 *
 * <p>Of a table, a few hundred rows are held out, on which a scale that costs three points may happen to cost nothing. There
 * the loss must be small beyond one standard error: with c predictions that become right or wrong, √c more.
 *
 * <p>The accuracy that counts is that of the averaging by which the network predicts, and that of the middle of the
 * logits' bounds, since probability intervals and sets of classes come from the same bounds: radii that only suit
 * {@link Averaging#ACTIVATIONS}, which forgets the bounds at every layer, leave LeNet-5 intervals from 0 to 1 and sets of
 * all classes. A network may be so deep that no scale suits its bounds; then the averaging alone counts, scores have
 * radii to work with, and bounds are too wide to be useful.
 *
 * <p>A scale is one of a few from 1 to 0. At most 13·(layers + 1) scalings are tried, and 13 before them if no scale suits
 * the bounds, each by at most two passes over the held-out images and two networks in memory. Scales at which the bounds overflow are
 * too large.
 */
public final class RadiusCalibration {
    /** From the largest to the smallest. */
    private static final double[] SCALES = {
        1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.125, 0.09, 0.06, 0.03, 0.01, 0.003, 0.001, 0
    };

    /** Images whose bounds are looked at. */
    private static final int FEW = 16;

    /** After each of so many parts of the images it is asked whether the rest can still make a scale good. */
    private static final int PARTS = 20;

    private final IntervalNetwork network;
    private final Dataset few;
    private final Input input;
    private final Set<Averaging> averagings;
    private final List<Reference> references;
    /** By how many of its standard errors the loss must stay within the tolerance. */
    private final double standardErrors;

    /**
     * What accuracy is compared with on some held-out examples.
     *
     * @param midpoints which examples the network of the midpoints predicts correctly
     */
    private record Reference(Dataset heldOut, BitSet midpoints, double wanted) {
        static Reference of(IntervalNetwork network, Dataset heldOut, Input input, double tolerance) {
            BitSet midpoints = network.correct(heldOut, input, Averaging.WEIGHTS)[0];
            return new Reference(heldOut, midpoints, (double) midpoints.cardinality() / heldOut.size() - tolerance);
        }
    }

    private RadiusCalibration(
            IntervalNetwork network, List<Reference> references, Input input, Set<Averaging> averagings) {
        Dataset first = references.get(0).heldOut();
        this.network = network;
        this.few = first.subset(0, Math.min(FEW, first.size()));
        this.input = input;
        this.averagings = averagings;
        this.references = references;
        this.standardErrors = input instanceof TableInput ? 1 : 0;
    }

    /** Returns the scales at which no more is lost on one dataset, see the other method of this name. */
    public static double[] scales(
            IntervalNetwork network, Dataset heldOut, Input input, Averaging averaging, double tolerance) {
        return scales(network, List.of(heldOut), input, averaging, tolerance);
    }

    /**
     * Returns the scales for {@link IntervalNetwork#scaled}.
     *
     * @param heldOut one or more datasets, on each of which no more may be lost
     * @param averaging by which the network will predict
     * @param tolerance the accuracy that may be lost, such as 0.001 for a tenth of a point
     * @throws IntervalOverflowException if even the network of the midpoints leaves the range of float
     */
    public static double[] scales(
            IntervalNetwork network, List<Dataset> heldOut, Input input, Averaging averaging, double tolerance) {
        Check.atLeast("the number of held-out datasets", heldOut.size(), 1);
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        Check.share("tolerance", tolerance);
        List<Reference> references = heldOut.stream()
                .map(data -> Reference.of(network, data, input, tolerance))
                .toList();
        Set<Averaging> both = EnumSet.of(averaging, Averaging.LOGITS);
        RadiusCalibration forBounds = new RadiusCalibration(network, references, input, both);
        int common = forBounds.common();
        if (SCALES[common] > 0 || averaging == Averaging.LOGITS) {
            return forBounds.raised(common);
        }
        RadiusCalibration forScores = new RadiusCalibration(network, references, input, Set.of(averaging));
        return forScores.raised(forScores.common());
    }

    /** Returns the number of the largest scale that suits all layers at once. */
    private int common() {
        int common = 0;
        while (!isGood(all(common))) {
            common++;
        }
        return common;
    }

    private double[] all(int scale) {
        double[] scales = new double[network.byFanIn().length];
        Arrays.fill(scales, SCALES[scale]);
        return scales;
    }

    /** From a common scale each layer, from the last to the first, as much more as it can bear. */
    private double[] raised(int common) {
        double[] scales = all(common);
        for (int layer = scales.length - 1; layer >= 0; layer--) {
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
            InputBatch.forEach(few, input, scaled.architecture(), scaled.passes()::finiteBounds);
            return references.stream()
                    .allMatch(reference ->
                            averagings.stream().allMatch(averaging -> isAccurate(scaled, reference, averaging)));
        } catch (IntervalOverflowException e) {
            return false;
        }
    }

    /** Most scales that are tried are far too large, which a few images show. */
    private boolean isAccurate(IntervalNetwork scaled, Reference reference, Averaging averaging) {
        Dataset heldOut = reference.heldOut();
        int size = heldOut.size();
        int step = Math.max(1, size / PARTS);
        int right = 0;
        int changed = 0;
        for (int from = 0; from < size; from += step) {
            int to = Math.min(size, from + step);
            Dataset part = heldOut.subset(from, to);
            BitSet own = scaled.correct(part, input, averaging)[0];
            right += own.cardinality();
            own.xor(reference.midpoints().get(from, to));
            changed += own.cardinality();
            if ((double) (right + size - to) / size < reference.wanted()) {
                return false;
            }
        }
        return !((right - standardErrors * Math.sqrt(changed)) / size < reference.wanted());
    }
}
