/** Argument checks. */
@NullMarked
package org.epiwrap.check;

import org.jspecify.annotations.NullMarked;
