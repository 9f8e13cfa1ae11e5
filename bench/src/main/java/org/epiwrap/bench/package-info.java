/** Benchmarks whose result is a ratio measured in one run. */
@NullMarked
package org.epiwrap.bench;

import org.jspecify.annotations.NullMarked;
