/**
 * Tensors in files: safetensors and numpy's formats, read strictly and written whole. A file holds numbers, names and
 * text; reading one runs nothing and trusts nothing.
 */
@NullMarked
package org.epiwrap.store;

import org.jspecify.annotations.NullMarked;
