/** From focal intervals to a Dirichlet distribution over intervals. */
@NullMarked
package org.epiwrap.dirichlet;

import org.jspecify.annotations.NullMarked;
