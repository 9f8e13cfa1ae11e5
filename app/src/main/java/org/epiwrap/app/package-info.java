/** The command line. */
@NullMarked
package org.epiwrap.app;

import org.jspecify.annotations.NullMarked;
