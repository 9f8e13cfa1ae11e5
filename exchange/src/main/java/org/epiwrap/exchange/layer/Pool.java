package org.epiwrap.exchange.layer;

/** What reduces images between convolutions whose architecture is inferred. */
public enum Pool {
    /** The largest value of each window of 2×2. */
    MAX,
    /** The mean of each window of 2×2. */
    AVERAGE,
    /** No pooling: convolutions have a stride of 2 where they reduce images. */
    NONE
}
