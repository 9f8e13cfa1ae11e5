/** The datasets that are available by name. Start at {@link org.epiwrap.data.builtin.BuiltInData}. */
@NullMarked
package org.epiwrap.data.builtin;

import org.jspecify.annotations.NullMarked;
