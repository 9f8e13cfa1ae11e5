/** Files that are there whole or not at all. */
@NullMarked
package org.epiwrap.file;

import org.jspecify.annotations.NullMarked;
