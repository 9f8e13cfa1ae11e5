/** Interval networks: weights as intervals, exact bounds of what they compute, fine-tuning. */
@NullMarked
package org.epiwrap.intervalnet;

import org.jspecify.annotations.NullMarked;
