/**
 * Why an example is unfamiliar: which columns of a row, or which parts of an image, its distance to the training examples
 * comes from. Start at {@link org.epiwrap.explanation.Explainer}.
 */
@NullMarked
package org.epiwrap.explanation;

import org.jspecify.annotations.NullMarked;
