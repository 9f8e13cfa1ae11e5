/** What all benchmarks share: alternating measurements, their summary, memory and temporary files. */
@NullMarked
package org.epiwrap.bench.harness;

import org.jspecify.annotations.NullMarked;
