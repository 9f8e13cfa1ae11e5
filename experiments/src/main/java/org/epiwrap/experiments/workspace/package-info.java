/** Where experiments are run: a folder with trained networks and measurements, which later experiments use again. */
@NullMarked
package org.epiwrap.experiments.workspace;

import org.jspecify.annotations.NullMarked;
