/**
 * Networks from and for other tools: imports Bayesian networks from the files of other libraries, and exports posteriors
 * and bounds as plain arrays. See {@code org.epiwrap.onnx} for ONNX graphs.
 */
@NullMarked
package org.epiwrap.exchange;

import org.jspecify.annotations.NullMarked;
