/** Bayesian neural networks: architectures as values, weight posteriors, their forward passes. */
@NullMarked
package org.epiwrap.network;

import org.jspecify.annotations.NullMarked;
