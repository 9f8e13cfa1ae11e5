/** Immutable configurations with defaults, each choice of which is replaced on a copy. */
@NullMarked
package org.epiwrap.configuration;

import org.jspecify.annotations.NullMarked;
