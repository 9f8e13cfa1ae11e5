/** Outputs of networks in their own framework, which imported networks are compared with. */
@NullMarked
package org.epiwrap.exchange.reference;

import org.jspecify.annotations.NullMarked;
