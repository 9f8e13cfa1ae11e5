/** Measures of predictions: of probabilities, of scores that detect errors or OOD images, of prediction sets. */
@NullMarked
package org.epiwrap.metrics;

import org.jspecify.annotations.NullMarked;
