/**
 * Promises about examples that come later, from scores of calibration examples alone: false alarms, accuracy and coverage
 * of decisions, coverage of prediction sets. Pure mathematics for the scores of any model. Every promise rests on
 * exchangeability: calibration examples are like those that come, and were not trained on. Start at
 * {@link org.epiwrap.promise.Promise}.
 */
@NullMarked
package org.epiwrap.promise;

import org.jspecify.annotations.NullMarked;
