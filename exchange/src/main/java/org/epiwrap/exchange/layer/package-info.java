/** Layers as a file has them: read, put in order, given an architecture, and assembled to a network. */
@NullMarked
package org.epiwrap.exchange.layer;

import org.jspecify.annotations.NullMarked;
