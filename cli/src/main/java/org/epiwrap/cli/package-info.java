/** The command line. */
@NullMarked
package org.epiwrap.cli;

import org.jspecify.annotations.NullMarked;
