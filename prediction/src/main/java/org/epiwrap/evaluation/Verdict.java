package org.epiwrap.evaluation;

/** What became of a prediction. */
public enum Verdict {
    /** It was decided, and the label is the true class. */
    RIGHT,
    /** It was decided, and the label is not the true class. */
    WRONG,
    /** The predictor abstained. */
    ABSTAINED
}
