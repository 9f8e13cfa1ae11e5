package org.epiwrap.wrap;

import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.dirichlet.SharesSampler;
import org.epiwrap.posterior.Truncation;

/**
 * Wraps the Gaussian weights of a layer or a whole network at once: arrays of mu and sigma in, arrays of bounds out.
 *
 * <p>This is the seam between the statistics in {@code double} and the network in {@code float}. The laws
 * that intervals are drawn from are within 1e-10 relative of those of {@link EpistemicWrapper#wrap}.
 * Expected half-widths are computed in float, and are off by no more than two steps of a float; then come the bounds'
 * own roundings. Weights are independent of each other: results are the same bits for any number of threads, and a model
 * too large for one array can be passed in chunks. No object is created per weight, save for the rare sigma at which the
 * fit has a kink (see {@link SigmaTable}). Outputs may overwrite inputs.
 *
 * <p>Every sigma must be at least 0 and finite and every mu finite. Otherwise an {@link IllegalArgumentException} names
 * the first offender, and the contents of the output arrays are undefined.
 */
public final class BulkWrapper {
    /** Small enough for the second-level cache with its four arrays, large enough to make scheduling free. */
    private static final int BLOCK = 1 << 13;

    private static final int MAX_KNOWN = 16;
    /** Those of the wrappers used last: what they tabulate takes longer than the weights of many a network. */
    private static final Map<EpistemicWrapper, BulkWrapper> KNOWN =
            Collections.synchronizedMap(new LinkedHashMap<>(MAX_KNOWN, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<EpistemicWrapper, BulkWrapper> eldest) {
                    return size() > MAX_KNOWN;
                }
            });

    private final EpistemicWrapper wrapper;
    /** Up to this sigma a weight is narrow: all such have one law. */
    private final float fullSigma;

    private final GaussianShape insideShare;
    private final GaussianShape alphaOutside;
    private final GaussianShape alphaInside;

    private BulkWrapper(
            EpistemicWrapper wrapper,
            GaussianShape insideShare,
            GaussianShape alphaOutside,
            GaussianShape alphaInside) {
        this.wrapper = wrapper;
        this.fullSigma = GaussianShape.widestFullSigma(wrapper.truncation());
        this.insideShare = insideShare;
        this.alphaOutside = alphaOutside;
        this.alphaInside = alphaInside;
    }

    /** Returns what wraps as the given wrapper does, on the threads that parallel streams use. */
    public static BulkWrapper of(EpistemicWrapper wrapper) {
        return KNOWN.computeIfAbsent(wrapper, BulkWrapper::made);
    }

    private static BulkWrapper made(EpistemicWrapper wrapper) {
        return new BulkWrapper(
                wrapper,
                new GaussianShape(wrapper, law -> law.mean().inside()),
                new GaussianShape(
                        wrapper,
                        law -> law instanceof IntervalLaw.Dirichlet d
                                ? d.alpha().below()
                                : 0),
                new GaussianShape(
                        wrapper,
                        law -> law instanceof IntervalLaw.Dirichlet d
                                ? d.alpha().inside()
                                : Double.POSITIVE_INFINITY));
    }

    /** The expected interval of every weight. */
    public void expected(float[] mu, float[] sigma, float[] lower, float[] upper) {
        checkLengths(mu, sigma, lower, upper);
        float perSigma = (float) (insideShare.constant() * wrapper.truncation().maxSigmas());
        run(mu, sigma, BLOCK, (from, to) -> {
            for (int i = from; i < to; i++) {
                float m = mu[i];
                float s = sigma[i];
                float halfWidth;
                if (s >= 0 && s <= fullSigma) {
                    halfWidth = perSigma * s;
                } else if (s > 0 && s <= Float.MAX_VALUE) {
                    halfWidth = insideShare.wide(s);
                } else {
                    return i;
                }
                if (!(Math.abs(m) + halfWidth <= Float.MAX_VALUE)) {
                    return i;
                }
                lower[i] = m - halfWidth;
                upper[i] = m + halfWidth;
            }
            return to;
        });
    }

    /** Intervals drawn from the Dirichlet law of every weight. */
    public void drawn(float[] mu, float[] sigma, Draws draws, float[] lower, float[] upper) {
        BitSet all = new BitSet(mu.length);
        all.set(0, mu.length);
        drawn(mu, sigma, draws, all, lower, upper);
    }

    /** The same for some of the weights; the bounds of the others stay as they are. */
    public void drawn(float[] mu, float[] sigma, Draws draws, BitSet selected, float[] lower, float[] upper) {
        checkLengths(mu, sigma, lower, upper);
        Truncation truncation = wrapper.truncation();
        run(mu, sigma, Draws.BLOCK, (from, to) -> {
            long task = (draws.firstWeight() + from) / Draws.BLOCK;
            SharesSampler sampler = new SharesSampler(draws.streams().stream(task));
            for (int i = selected.nextSetBit(from); i >= 0 && i < to; i = selected.nextSetBit(i + 1)) {
                float m = mu[i];
                float s = sigma[i];
                double halfDomain = truncation.halfWidth(s);
                if (!(Weights.areGood(m, s) && Math.abs(m) + halfDomain <= Float.MAX_VALUE)) {
                    return i;
                }
                double centre = 0;
                double inside = 0;
                double alphaIn = alphaInside.at(s);
                if (alphaIn == Double.POSITIVE_INFINITY) {
                    inside = insideShare.at(s);
                } else {
                    double alphaOut = alphaOutside.at(s);
                    for (int draw = 0; draw < draws.count(); draw++) {
                        sampler.draw(alphaOut, alphaIn, alphaOut);
                        centre += sampler.below() - sampler.above();
                        inside += sampler.inside();
                    }
                    centre /= draws.count();
                    inside /= draws.count();
                }
                lower[i] = (float) (m + halfDomain * (centre - inside));
                upper[i] = (float) (m + halfDomain * (centre + inside));
            }
            return to;
        });
    }

    /** Gives the weights that are not to be wrapped the interval mu ± sigma. */
    public void keepUnwrapped(BitSet wrapped, float[] mu, float[] sigma, float[] lower, float[] upper) {
        checkLengths(mu, sigma, lower, upper);
        run(mu, sigma, BLOCK, (from, to) -> {
            for (int i = wrapped.nextClearBit(from); i < to; i = wrapped.nextClearBit(i + 1)) {
                float m = mu[i];
                float s = sigma[i];
                if (!Weights.areGood(m, s)) {
                    return i;
                }
                lower[i] = m - s;
                upper[i] = m + s;
            }
            return to;
        });
    }

    private static void checkLengths(float[] mu, float[] sigma, float[] lower, float[] upper) {
        Check.sameLength("sigma", sigma.length, "mu", mu.length);
        Check.sameLength("lower", lower.length, "mu", mu.length);
        Check.sameLength("upper", upper.length, "mu", mu.length);
    }

    private interface Block {
        /** Wraps weights {@code from} to {@code to} - 1 and gives the first bad one, or {@code to} if all are good. */
        int wrap(int from, int to);
    }

    /** Runs all blocks in parallel; of several bad weights the first is reported, whichever thread met it when. */
    private static void run(float[] mu, float[] sigma, int blockSize, Block block) {
        int length = mu.length;
        int blocks = (int) ((length + (long) blockSize - 1) / blockSize);
        int firstBad = IntStream.range(0, blocks)
                .parallel()
                .map(number -> {
                    int from = number * blockSize;
                    int to = (int) Math.min(length, from + (long) blockSize);
                    int bad = block.wrap(from, to);
                    return bad < to ? bad : length;
                })
                .min()
                .orElse(length);
        if (firstBad < length) {
            throw Weights.bad(mu, sigma, firstBad);
        }
    }
}
