/**
 * Datasets as values: images stored as compact bytes, views, batches, normalisation and splits. The packages below this
 * one read and transform them. Start at {@link org.epiwrap.data.Dataset}.
 */
@NullMarked
package org.epiwrap.data;

import org.jspecify.annotations.NullMarked;
