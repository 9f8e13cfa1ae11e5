package org.epiwrap.intervalnet;

import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.EpistemicScore;

/**
 * How little is known of one image. Scores are from 0 to 1; larger means less is known.
 *
 * @param contour the plausibility of each class
 * @param entropy of the prediction, as a share of the largest: of the centre's as long as nothing else decides
 * @param discount the share of all that is said which the image's distance from the training images takes away
 */
public record Assessment(ClassContour contour, double entropy, double discount) {

    /**
     * The same where other probabilities than the centre's decide. An error of theirs is found by their entropy: the
     * midpoints of fine-tuned bounds and those of the weights may well disagree.
     */
    public Assessment decidedBy(double[] probabilities) {
        return new Assessment(contour, Entropy.shareOfLargest(probabilities), discount);
    }

    /** EU, for images from elsewhere. */
    public double epistemic() {
        return EpistemicScore.epistemic(contour.nonSpecificity(), discount);
    }

    /** TU, one score for all. */
    public double total() {
        return EpistemicScore.total(contour.nonSpecificity(), entropy, discount);
    }

    /** TU0, for errors among images like those of training. */
    public double totalInDistribution() {
        return EpistemicScore.totalInDistribution(contour.nonSpecificity(), entropy);
    }

    /** Belief over sets of classes: the contour's nested sets, discounted. */
    public ClassBelief belief() {
        return contour.belief().discounted(discount);
    }
}
