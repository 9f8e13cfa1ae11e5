/** Exports interval networks as graphs of the Open Neural Network Exchange format. */
@NullMarked
package org.epiwrap.onnx;

import org.jspecify.annotations.NullMarked;
