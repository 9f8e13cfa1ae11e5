/** Distribution shifts: datasets turned into out-of-distribution ones. Start at {@link org.epiwrap.data.shift.Shift}. */
@NullMarked
package org.epiwrap.data.shift;

import org.jspecify.annotations.NullMarked;
