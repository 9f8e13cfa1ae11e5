/** What a run found, for people and for machines: one HTML file with tables and plots, CSV and JSON beside it. */
@NullMarked
package org.epiwrap.report;

import org.jspecify.annotations.NullMarked;
