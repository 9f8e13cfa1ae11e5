/**
 * Promises of a predictor: calibration examples turn them into thresholds and prediction sets. Start at
 * {@link org.epiwrap.prediction.promise.PromiseCalibration}.
 */
@NullMarked
package org.epiwrap.prediction.promise;

import org.jspecify.annotations.NullMarked;
