/**
 * One batch through the layers of an interval network: bounds that hold in real numbers, midpoints, and radii to first
 * order. What an interval network and its predictors are built from; users call those.
 */
@NullMarked
package org.epiwrap.intervalnet.pass;

import org.jspecify.annotations.NullMarked;
