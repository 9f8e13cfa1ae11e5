/**
 * What the columns of a table are: kinds found out in one pass, counts and quantiles in bounded memory, and what a careful
 * analyst would warn of. Start at {@link org.epiwrap.data.profile.TableProfile}.
 */
@NullMarked
package org.epiwrap.data.profile;

import org.jspecify.annotations.NullMarked;
