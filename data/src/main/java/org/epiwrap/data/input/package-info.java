/**
 * How raw examples become what a network receives. An {@link org.epiwrap.data.input.Input} is fitted to training examples,
 * is part of every model, and is used wherever examples are predicted, so that nothing is preprocessed twice or differently.
 */
@NullMarked
package org.epiwrap.data.input;

import org.jspecify.annotations.NullMarked;
