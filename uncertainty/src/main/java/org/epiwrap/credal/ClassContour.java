package org.epiwrap.credal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.check.Check;

/**
 * The plausibility of single classes from their {@linkplain DecisionRadii decision radii} k: π_c = exp(-½ (k_c/s)²),
 * with one scale s for all images. The top class has 1; the focal sets are the nested sets of the most plausible
 * classes. With π_(1) ≥ π_(2) ≥ … sorted and π_(C+1) = 0, the non-specificity is Σ (π_(i) - π_(i+1)) log₂ i bits.
 */
public final class ClassContour {
    /** What the non-specificity of training examples of ten classes should average; see {@link #bits}. */
    private static final double BITS_OF_TEN = 0.25;

    private static final double MIN_SCALE = 1e-3;
    private static final double LARGEST_SCALE = 100;

    private final double[] radii;
    private final double[] far;
    private final double scale;
    private final double[] rising;

    private ClassContour(double[] radii, double[] far, double scale, double[] rising) {
        this.radii = radii;
        this.far = far;
        this.scale = scale;
        this.rising = rising;
    }

    /** Returns the contour of one image from a radius per class, 0 for the top one, and a scale above 0. */
    public static ClassContour of(double[] radii, double scale) {
        Check.positive("scale", scale);
        double[] own = radii.clone();
        return new ClassContour(own, own, scale, rising("radii", radii));
    }

    /** Returns the same of {@linkplain DecisionRadii#far far} radii: only {@link #shares} tells those beyond their reach apart. */
    public static ClassContour ofFar(double[] radii, double scale, double reach) {
        Check.positive("scale", scale);
        double[] cut = DecisionRadii.cut(radii, Check.positive("reach", reach));
        return new ClassContour(cut, radii.clone(), scale, rising("radii", cut));
    }

    /**
     * Returns what the non-specificity of training examples should average: the same share of the largest possible, log₂ C,
     * for any number of classes C, which is a quarter of a bit for ten. With more, images that lie between classes look
     * out-of-distribution: half a bit costs an MLP of 8 hidden units 0.03 of AUROC where it should tell clothes from the same
     * clothes rotated. A quarter of a bit for two classes drives the total uncertainty of tables against 1.
     */
    public static double bits(int classes) {
        return BITS_OF_TEN * Math.log(Check.atLeast("classes", classes, 2)) / Math.log(10);
    }

    /**
     * Returns the scale at which the non-specificity averages some bits over training images; where none does, since
     * too many classes are out of reach or level with the top one, the scale that comes nearest.
     *
     * @param radii [images][classes]
     * @param bits above 0 and below log₂ C
     */
    public static double scaleFor(double[][] radii, double bits) {
        Check.atLeast("the number of examples", radii.length, 1);
        double[][] rising = new double[radii.length][];
        for (int i = 0; i < radii.length; i++) {
            rising[i] = rising("radii[" + i + "]", radii[i]);
            Check.sameLength("radii[" + i + "]", radii[i].length, "radii[0]", radii[0].length);
        }
        double all = Math.log(radii[0].length) / Math.log(2);
        if (!(bits > 0 && bits < all)) {
            throw new IllegalArgumentException("bits must be above 0 and below " + all + ", but is " + bits);
        }
        double low = Math.log(MIN_SCALE);
        double high = Math.log(LARGEST_SCALE);
        for (int step = 0; step < 45; step++) {
            double middle = 0.5 * (low + high);
            if (meanBits(rising, Math.exp(middle)) < bits) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.exp(0.5 * (low + high));
    }

    private static double[] rising(String name, double[] radii) {
        Check.atLeast("the number of classes", radii.length, 2);
        Check.nonNegative(name, radii);
        double[] sorted = radii.clone();
        Arrays.sort(sorted);
        if (sorted[0] > 0) {
            throw new IllegalArgumentException(
                    name + " must have a 0 for the top class, but the least is " + sorted[0]);
        }
        return sorted;
    }

    private static double meanBits(double[][] rising, double scale) {
        double sum = 0;
        for (double[] radii : rising) {
            sum += bits(radii, scale);
        }
        return sum / rising.length;
    }

    /** Returns the sum over differences of π, turned into one over π itself: Σ π_(i) (log₂ i - log₂ (i - 1)). */
    private static double bits(double[] rising, double scale) {
        double sum = 0;
        for (int i = 1; i < rising.length; i++) {
            sum += plausibility(rising[i], scale) * Math.log1p(1.0 / i);
        }
        return sum / Math.log(2);
    }

    private static double plausibility(double radius, double scale) {
        double scaled = radius / scale;
        return Math.exp(-0.5 * scaled * scaled);
    }

    public double plausibility(int category) {
        return plausibility(radii[category], scale);
    }

    /** Returns the plausibilities divided by their sum, which order the classes of prediction sets. */
    public double[] shares() {
        double[] shares = Arrays.stream(far).map(k -> plausibility(k, scale)).toArray();
        double sum = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(each -> each / sum).toArray();
    }

    /** U: the non-specificity as a share of the largest possible, log₂ C; from 0 to 1. */
    public double nonSpecificity() {
        return Math.min(1, bits(rising, scale) * Math.log(2) / Math.log(rising.length));
    }

    /** Returns the belief function: the set of the i most plausible classes has the mass π_(i) - π_(i+1). */
    public ClassBelief belief() {
        List<FocalSet> focal = new ArrayList<>();
        for (int i = 0; i < rising.length; i++) {
            double reach = rising[i];
            double beyond = i + 1 < rising.length ? plausibility(rising[i + 1], scale) : 0;
            double mass = plausibility(reach, scale) - beyond;
            if (mass > 0) {
                focal.add(new FocalSet(ClassSet.where(radii.length, c -> radii[c] <= reach), mass));
            }
        }
        return ClassBelief.of(radii.length, focal);
    }
}
