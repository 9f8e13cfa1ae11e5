/**
 * The conventions of other libraries: how each names its arrays, lays out its kernels and stores its standard deviations,
 * and which of them a file follows.
 */
@NullMarked
package org.epiwrap.exchange.convention;

import org.jspecify.annotations.NullMarked;
