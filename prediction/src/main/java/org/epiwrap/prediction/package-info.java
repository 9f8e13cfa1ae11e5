/**
 * From examples to predictions, in one shape for every kind of network: a label, probabilities and, where a predictor has
 * them, intervals, sets of classes, uncertainty scores and abstention.
 */
@NullMarked
package org.epiwrap.prediction;

import org.jspecify.annotations.NullMarked;
