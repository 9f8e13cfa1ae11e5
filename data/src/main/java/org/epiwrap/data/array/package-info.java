/** Data in arrays: npz, npy and IDX files with examples and their labels. Start at {@link org.epiwrap.data.array.ArrayData}. */
@NullMarked
package org.epiwrap.data.array;

import org.jspecify.annotations.NullMarked;
