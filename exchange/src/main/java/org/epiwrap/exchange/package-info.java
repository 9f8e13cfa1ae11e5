/**
 * Networks from and for other tools: the conventions of other libraries' files, recognised by their names and checked by
 * their shapes; posteriors, bounds and ONNX graphs that others read.
 */
@NullMarked
package org.epiwrap.exchange;

import org.jspecify.annotations.NullMarked;
