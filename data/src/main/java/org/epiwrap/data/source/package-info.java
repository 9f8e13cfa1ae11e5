/**
 * Where data comes from: files, resources and arrays, plain or gzipped, read forward with the offset known, and checked
 * against published hashes. Start at {@link org.epiwrap.data.source.Source}.
 */
@NullMarked
package org.epiwrap.data.source;

import org.jspecify.annotations.NullMarked;
