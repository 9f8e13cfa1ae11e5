/** Tables in files: reading them, finding out what their columns are, and writing them. */
@NullMarked
package org.epiwrap.data.table;

import org.jspecify.annotations.NullMarked;
