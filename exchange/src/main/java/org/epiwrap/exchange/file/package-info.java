/** Reads the array files of other tools: npy, npz, HDF5 and safetensors, recognised by their first bytes. Never a pickle. */
@NullMarked
package org.epiwrap.exchange.file;

import org.jspecify.annotations.NullMarked;
