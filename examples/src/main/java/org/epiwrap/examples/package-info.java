/** Short programs that use epiwrap as a library, each complete in itself. */
@NullMarked
package org.epiwrap.examples;

import org.jspecify.annotations.NullMarked;
