/** Randomness as an argument: one stream of numbers per seed and task. */
@NullMarked
package org.epiwrap.random;

import org.jspecify.annotations.NullMarked;
