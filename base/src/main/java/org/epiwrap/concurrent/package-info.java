/** What several threads share. */
@NullMarked
package org.epiwrap.concurrent;

import org.jspecify.annotations.NullMarked;
