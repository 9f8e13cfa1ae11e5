package org.epiwrap.hybrid;

import org.epiwrap.credal.EpistemicScore;

/** The scores of an {@link EpistemicScorer}, by the names that {@link EpistemicScore} gives them. */
public enum Score {
    /** For images from elsewhere. */
    EU,
    /** One score for all. */
    TU,
    /** For errors among images like those of training. */
    TU0
}
