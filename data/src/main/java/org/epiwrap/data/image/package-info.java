/**
 * Images in files: pictures, CSV rows and IDX, converted to the shape that a network takes. Start at
 * {@link org.epiwrap.data.image.ImageFiles}.
 */
@NullMarked
package org.epiwrap.data.image;

import org.jspecify.annotations.NullMarked;
