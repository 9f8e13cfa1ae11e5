/** Several networks of one architecture from one file: kept as an ensemble, summarised, wrapped, or matched unit by unit. */
@NullMarked
package org.epiwrap.exchange.draws;

import org.jspecify.annotations.NullMarked;
