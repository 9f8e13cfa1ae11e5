/** The hard shifts, on which all scores of a network stand beside those of other methods. */
@NullMarked
package org.epiwrap.experiments.hard;

import org.jspecify.annotations.NullMarked;
