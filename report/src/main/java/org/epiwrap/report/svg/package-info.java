/** Drawings as SVG: elements, paths, text that fits, embedded images. */
@NullMarked
package org.epiwrap.report.svg;

import org.jspecify.annotations.NullMarked;
