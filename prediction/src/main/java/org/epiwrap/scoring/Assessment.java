package org.epiwrap.scoring;

import java.util.Optional;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.EpistemicScore;
import org.epiwrap.familiarity.Unfamiliarity;

/**
 * What an interval network knows of one example. Scores are from 0 to 1; larger means less is known.
 *
 * @param contour the plausibility of each class; U is its non-specificity
 * @param entropy H of the probabilities that decide, as a share of the largest, ln C; first those of the centres
 * @param discount δ: how much the distance to the training examples discounts the belief
 * @param logSquaredDistance ln D², from which δ follows; negative infinity at the very mean of a class
 * @param unfamiliarity UF and what it is made of, if it is calibrated
 */
public record Assessment(
        ClassContour contour,
        double entropy,
        double discount,
        double logSquaredDistance,
        Optional<Unfamiliarity> unfamiliarity) {

    /**
     * Returns this assessment where other probabilities than those of the centres decide. Their entropy finds their
     * errors: the midpoints of fine-tuned bounds and those of the weights may disagree.
     */
    public Assessment decidedBy(double[] probabilities) {
        return new Assessment(
                contour, Entropy.shareOfLargest(probabilities), discount, logSquaredDistance, unfamiliarity);
    }

    /** Returns EU = 1 − (1 − U)(1 − δ), which detects out-of-distribution examples. */
    public double epistemic() {
        return EpistemicScore.epistemic(contour.nonSpecificity(), discount);
    }

    /** Returns TU = 1 − (1 − U)(1 − H)(1 − δ), which detects out-of-distribution examples and errors. */
    public double total() {
        return EpistemicScore.total(contour.nonSpecificity(), entropy, discount);
    }

    /** Returns TU0 = 1 − (1 − U)(1 − H), which detects errors among in-distribution examples. */
    public double totalInDistribution() {
        return EpistemicScore.totalInDistribution(contour.nonSpecificity(), entropy);
    }

    /** Returns belief over sets of classes: the nested sets of the contour, discounted. */
    public ClassBelief belief() {
        return contour.belief().discounted(discount);
    }
}
