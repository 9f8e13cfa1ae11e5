/** Reads plain networks from graphs of the Open Neural Network Exchange format, architecture and weights alike. */
@NullMarked
package org.epiwrap.onnx.read;

import org.jspecify.annotations.NullMarked;
