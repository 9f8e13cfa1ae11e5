/** Reports: sections of text, tables and figures, written as one HTML file with CSV and JSON files next to it. */
@NullMarked
package org.epiwrap.report;

import org.jspecify.annotations.NullMarked;
