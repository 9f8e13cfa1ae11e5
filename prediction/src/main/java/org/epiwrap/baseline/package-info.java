/**
 * Baselines for out-of-distribution detection that look at inputs only, without a network. Start at
 * {@link org.epiwrap.baseline.InputBaseline}.
 */
@NullMarked
package org.epiwrap.baseline;

import org.jspecify.annotations.NullMarked;
