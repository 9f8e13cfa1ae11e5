/**
 * How unfamiliar an example is, from what every layer of a network makes of it: distances of layers and the energy of
 * the logits, made comparable by p-values and combined. Start at {@link org.epiwrap.familiarity.UnfamiliarityCalibration}.
 */
@NullMarked
package org.epiwrap.familiarity;

import org.jspecify.annotations.NullMarked;
