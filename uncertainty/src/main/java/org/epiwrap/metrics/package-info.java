/** How good predictions are: of classes, of scores that tell strangers or errors apart, of sets; over several runs. */
@NullMarked
package org.epiwrap.metrics;

import org.jspecify.annotations.NullMarked;
