/** The nonlinear functions of layers, each written once for numbers, tensors and graphs. */
@NullMarked
package org.epiwrap.activation;

import org.jspecify.annotations.NullMarked;
