/**
 * The whole way as one API: {@link org.epiwrap.model.BayesianTraining} trains a Bayesian model,
 * {@link org.epiwrap.model.EpistemicWrapping} wraps and calibrates it, {@link org.epiwrap.model.FineTuning} fine-tunes its
 * intervals. Each result is a {@link org.epiwrap.model.StoredModel}, which predicts, is evaluated, written and read.
 */
@NullMarked
package org.epiwrap.model;

import org.jspecify.annotations.NullMarked;
