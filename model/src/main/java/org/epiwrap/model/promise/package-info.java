/** Promises in model files. Start at {@link org.epiwrap.model.promise.PromiseRecord}. */
@NullMarked
package org.epiwrap.model.promise;

import org.jspecify.annotations.NullMarked;
