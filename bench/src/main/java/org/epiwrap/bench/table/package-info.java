/** Benchmarks of tables in files: reading, scoring, training, and the memory these take. */
@NullMarked
package org.epiwrap.bench.table;

import org.jspecify.annotations.NullMarked;
