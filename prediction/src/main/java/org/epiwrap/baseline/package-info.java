/**
 * Baselines for out-of-distribution detection that look at pixels only, without a network. Start at
 * {@link org.epiwrap.baseline.PixelBaseline}.
 */
@NullMarked
package org.epiwrap.baseline;

import org.jspecify.annotations.NullMarked;
