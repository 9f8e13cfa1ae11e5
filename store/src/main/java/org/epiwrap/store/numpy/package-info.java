/** The formats of numpy: npy files, folders of them, and npz archives, read strictly and written atomically. */
@NullMarked
package org.epiwrap.store.numpy;

import org.jspecify.annotations.NullMarked;
