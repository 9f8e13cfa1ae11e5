/** The manifest of a model's file: architecture, data, training, wrapping, fine-tuning, versions. It is read strictly. */
@NullMarked
package org.epiwrap.model.manifest;

import org.jspecify.annotations.NullMarked;
