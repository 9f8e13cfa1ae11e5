/** Descriptions of data as tables, JSON and pages. Start at {@link org.epiwrap.report.data.DataReport}. */
@NullMarked
package org.epiwrap.report.data;

import org.jspecify.annotations.NullMarked;
