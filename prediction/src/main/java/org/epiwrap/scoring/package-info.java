/**
 * What an interval network knows of an example: a contour over the classes from its decision radii, and a discount from
 * the distance of its features to those of the training set. Start at {@link org.epiwrap.scoring.EpistemicScorer}.
 */
@NullMarked
package org.epiwrap.scoring;

import org.jspecify.annotations.NullMarked;
