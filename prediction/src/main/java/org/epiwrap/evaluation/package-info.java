/** How good predictions are: one pass over the data, one value with every measure. */
@NullMarked
package org.epiwrap.evaluation;

import org.jspecify.annotations.NullMarked;
