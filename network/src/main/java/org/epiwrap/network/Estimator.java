package org.epiwrap.network;

/** How a layer's random weights enter a pass in training. All have the same mean and the same variance a weight. */
public enum Estimator {
    /** x·μ + ((x∘S)·(σ∘ε))∘R: one ε a batch, and signs that decorrelate the examples. */
    FLIPOUT,
    /** One draw of the weights per batch, μ + σ∘ε, shared by all examples. */
    REPARAMETERISATION,
    /** The pre-activations themselves are drawn, from N(x·μ, x²·σ²), for each example anew. */
    LOCAL_REPARAMETERISATION
}
