/** The whole chain, for one weight and for millions: posterior, belief, Dirichlet, interval; and which weights get it. */
@NullMarked
package org.epiwrap.wrap;

import org.jspecify.annotations.NullMarked;
