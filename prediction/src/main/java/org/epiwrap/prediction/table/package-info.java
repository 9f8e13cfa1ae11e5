/**
 * Predictions of tables that may be larger than memory, as rows of other tables. Start at {@link
 * org.epiwrap.prediction.table.RowScoring}.
 */
@NullMarked
package org.epiwrap.prediction.table;

import org.jspecify.annotations.NullMarked;
