/** The calibration of scores in model files. Start at {@link org.epiwrap.model.calibration.CalibrationTensors}. */
@NullMarked
package org.epiwrap.model.calibration;

import org.jspecify.annotations.NullMarked;
