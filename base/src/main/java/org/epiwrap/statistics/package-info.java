/** Descriptive statistics that several modules need. */
@NullMarked
package org.epiwrap.statistics;

import org.jspecify.annotations.NullMarked;
