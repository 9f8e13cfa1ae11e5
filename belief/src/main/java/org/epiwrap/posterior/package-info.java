/** What is known of one weight: its posterior, and the bounded part of it that is wrapped. */
@NullMarked
package org.epiwrap.posterior;

import org.jspecify.annotations.NullMarked;
