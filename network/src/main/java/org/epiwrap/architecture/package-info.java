/** Networks as values: layers, shapes, and where each weight stands. */
@NullMarked
package org.epiwrap.architecture;

import org.jspecify.annotations.NullMarked;
