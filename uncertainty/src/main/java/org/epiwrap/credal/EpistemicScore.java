package org.epiwrap.credal;

import org.epiwrap.check.Check;

/**
 * The scores that combine what is not known: U the {@linkplain ClassContour#nonSpecificity non-specificity} of the
 * classes, H the {@linkplain Entropy#normalised normalised entropy} of the prediction, δ the {@linkplain ShaferDiscount
 * discount}. Each is a share of ignorance, and so is their union: what remains known is the product of
 * what each leaves.
 */
public final class EpistemicScore {
    private EpistemicScore() {}

    /** Returns EU = 1 - (1 - U)(1 - δ), which detects out-of-distribution images. */
    public static double epistemic(double nonSpecificity, double discount) {
        return 1 - known("nonSpecificity", nonSpecificity) * known("discount", discount);
    }

    /** Returns TU = 1 - (1 - U)(1 - H)(1 - δ), one score for out-of-distribution images and errors. */
    public static double total(double nonSpecificity, double entropy, double discount) {
        return 1 - known("nonSpecificity", nonSpecificity) * known("entropy", entropy) * known("discount", discount);
    }

    /** Returns TU0 = 1 - (1 - U)(1 - H), which detects errors among in-distribution images. */
    public static double totalInDistribution(double nonSpecificity, double entropy) {
        return 1 - known("nonSpecificity", nonSpecificity) * known("entropy", entropy);
    }

    private static double known(String name, double ignorance) {
        return 1 - Check.share(name, ignorance);
    }
}
