/** Experiments that can be repeated: the tables of the paper and beyond, one measurement at a time. */
@NullMarked
package org.epiwrap.experiments;

import org.jspecify.annotations.NullMarked;
