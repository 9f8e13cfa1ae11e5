/** Predictive random sets: the classes that each of several drawn interval networks cannot rule out. */
@NullMarked
package org.epiwrap.randomset;

import org.jspecify.annotations.NullMarked;
