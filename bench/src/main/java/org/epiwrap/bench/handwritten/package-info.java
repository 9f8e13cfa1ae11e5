/** Training and passes written by hand against the engine, which the library is measured against. */
@NullMarked
package org.epiwrap.bench.handwritten;

import org.jspecify.annotations.NullMarked;
