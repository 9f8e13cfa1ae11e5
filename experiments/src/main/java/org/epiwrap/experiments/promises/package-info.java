/** Promises and prediction sets of wrapped networks, judged on many divisions of the same examples. */
@NullMarked
package org.epiwrap.experiments.promises;

import org.jspecify.annotations.NullMarked;
