/** Helpers that the tests of several modules share. */
@NullMarked
package org.epiwrap.testing;

import org.jspecify.annotations.NullMarked;
