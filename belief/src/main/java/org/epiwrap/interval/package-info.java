/** Closed intervals of the real line and finite unions of them. */
@NullMarked
package org.epiwrap.interval;

import org.jspecify.annotations.NullMarked;
