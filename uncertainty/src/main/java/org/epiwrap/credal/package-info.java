/** What is known of the class of one image: probability intervals, belief over sets of classes, epistemic scores. */
@NullMarked
package org.epiwrap.credal;

import org.jspecify.annotations.NullMarked;
