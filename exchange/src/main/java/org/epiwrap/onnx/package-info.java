/** Graphs of the Open Neural Network Exchange format: put together operation by operation, and encoded. */
@NullMarked
package org.epiwrap.onnx;

import org.jspecify.annotations.NullMarked;
