package org.epiwrap.promise;

/** How ill a class fits an example, by which classes enter a conformal prediction set; low is a good fit. */
public enum SetScore {
    /** Least ambiguous sets (LAC): 1 - p. The smallest sets on average, at the cost of hard examples. */
    LAC,
    /** Adaptive sets (APS): the probability of all classes that are more probable, and a random part of its own. */
    APS,
    /** Regularised adaptive sets (RAPS): those of APS, with a penalty on classes far down the order. */
    RAPS,
    /**
     * The score of APS on the plausibilities of classes, divided by their sum, in place of probabilities: sets grow where
     * knowledge is missing.
     */
    CONTOUR;

    /** Returns the way in words, such as "adaptive sets of probabilities (APS)". */
    public String inWords() {
        return switch (this) {
            case LAC -> "least ambiguous sets of probabilities (LAC)";
            case APS -> "adaptive sets of probabilities (APS)";
            case RAPS -> "regularised adaptive sets of probabilities (RAPS)";
            case CONTOUR -> "adaptive sets of plausibilities (contour)";
        };
    }
}
