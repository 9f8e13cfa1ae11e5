/** What experiments have measured: numbers with typed keys, in a file that several processes may add to. */
@NullMarked
package org.epiwrap.experiments.measurement;

import org.jspecify.annotations.NullMarked;
