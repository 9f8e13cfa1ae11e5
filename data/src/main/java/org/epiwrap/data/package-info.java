/**
 * Datasets as compact bytes: reading and checking files, views, batches, shifts and pixel baselines. Start at
 * {@link org.epiwrap.data.Dataset}.
 */
@NullMarked
package org.epiwrap.data;

import org.jspecify.annotations.NullMarked;
