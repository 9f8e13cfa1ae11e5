/** From a truncated posterior to belief and plausibility of intervals, and to the focal intervals that carry them. */
@NullMarked
package org.epiwrap.belief;

import org.jspecify.annotations.NullMarked;
