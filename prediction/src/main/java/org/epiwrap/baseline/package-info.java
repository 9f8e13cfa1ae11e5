/**
 * Baselines for out-of-distribution detection: those that look at inputs only, without a network, and those that look at the
 * features and logits of a plain one. Start at {@link org.epiwrap.baseline.InputBaseline} and
 * {@link org.epiwrap.baseline.FeatureBaselines}.
 */
@NullMarked
package org.epiwrap.baseline;

import org.jspecify.annotations.NullMarked;
