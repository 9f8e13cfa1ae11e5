/**
 * One entrance to data of every kind, built in or one's own, and how it is divided. Start at {@link
 * org.epiwrap.data.load.Data}.
 */
@NullMarked
package org.epiwrap.data.load;

import org.jspecify.annotations.NullMarked;
