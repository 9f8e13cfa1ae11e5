/**
 * The tensor engine behind a façade: no other package knows which engine it is.
 *
 * <p>The façade offers no operation between a tensor and a plain number. The engine would wrap the number in a buffer of
 * its own that does not live until the gradient is computed, and the gradient would be garbage. Constants are tensors
 * that live as long as the process ({@link org.epiwrap.tensor.Tensor#constant}).
 */
@NullMarked
package org.epiwrap.tensor;

import org.jspecify.annotations.NullMarked;
