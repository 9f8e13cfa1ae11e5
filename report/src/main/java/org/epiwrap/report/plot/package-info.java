/** Plots: axes, legends, lines, histograms, reliability diagrams, and one style per score in all of them. */
@NullMarked
package org.epiwrap.report.plot;

import org.jspecify.annotations.NullMarked;
