/** Networks in files: models, checkpoints, records of training. */
@NullMarked
package org.epiwrap.model;

import org.jspecify.annotations.NullMarked;
