/** Which hidden units of networks that were trained apart correspond to each other. */
@NullMarked
package org.epiwrap.exchange.alignment;

import org.jspecify.annotations.NullMarked;
