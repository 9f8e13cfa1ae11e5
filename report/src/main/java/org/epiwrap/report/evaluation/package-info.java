/** Pages and tables of evaluations and predictions, from values alone: nothing is predicted or measured here. */
@NullMarked
package org.epiwrap.report.evaluation;

import org.jspecify.annotations.NullMarked;
