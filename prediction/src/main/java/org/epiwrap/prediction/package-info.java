/** One image, one prediction that a person can read: label, bounds, sets of classes, and when to say nothing. */
@NullMarked
package org.epiwrap.prediction;

import org.jspecify.annotations.NullMarked;
