/** Figures of one weight: posterior, belief, masses, fitted distribution and expected interval. */
@NullMarked
package org.epiwrap.report.weight;

import org.jspecify.annotations.NullMarked;
