/**
 * Corruptions of images in five severities, and combinations of two images. Start at {@link
 * org.epiwrap.data.corruption.Corruption}.
 */
@NullMarked
package org.epiwrap.data.corruption;

import org.jspecify.annotations.NullMarked;
