package org.epiwrap.exchange;

import java.util.List;
import java.util.Optional;

/**
 * Names of arrays that are no part of what a network computes, whatever the library: they are left out before a convention
 * is looked for, since those of an optimiser bear the names of the weights they belong to.
 */
final class HarmlessArrays {
    private record Row(String reason, List<NameTemplate> names) {
        static Row of(String reason, String names) {
            return new Row(reason, NameTemplate.list(names));
        }
    }

    private static final List<Row> TABLE = List.of(
            Row.of("a count", "*num_batches_tracked|*iterations|*global_step"),
            Row.of(
                    "state of an optimiser",
                    "optimizer_weights/*|optimizer/*|*/optimizer/*|optimizer.*|*optimizer_state*|*learning_rate"
                            + "|Adam/*|adam/*|AdamW/*|adamw/*|Adamax/*|adamax/*|Nadam/*|nadam/*|SGD/*|sgd/*"
                            + "|RMSprop/*|rmsprop/*|Adagrad/*|adagrad/*|Adadelta/*|adadelta/*|Ftrl/*|ftrl/*"
                            + "|*/Adam|*/Adam_1|*/Momentum|*/RMSProp|*/RMSProp_1|*/Adagrad|*/ExponentialMovingAverage"
                            + "|*beta1_power|*beta2_power"),
            Row.of("state of random numbers", "*seed_generator*"),
            Row.of("part of a loss or a measure", "criterion.*|loss_fn.*|*_metrics.*|metrics/*"));

    private HarmlessArrays() {}

    /** Why an array does not matter; empty if it may. */
    static Optional<String> reason(String name) {
        return TABLE.stream()
                .filter(row -> Recogniser.fits(row.names(), name))
                .map(row -> row.reason() + ", no part of what the network computes")
                .findFirst();
    }
}
