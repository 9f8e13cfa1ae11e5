package org.epiwrap.exchange.convention;

import java.util.List;
import java.util.Optional;

/**
 * Names of arrays that are not part of the computation of a network, whatever the library. They are left out before
 * conventions are matched, since those of an optimiser contain the names of weights.
 */
final class HarmlessArrays {
    private record Row(String reason, List<NameTemplate> names) {
        static Row of(String reason, String names) {
            return new Row(reason, NameTemplate.list(names));
        }
    }

    private static final List<Row> TABLE = List.of(
            Row.of("a counter", "*num_batches_tracked|*iterations|*global_step"),
            Row.of(
                    "state of an optimiser",
                    "optimizer_weights/*|optimizer/*|*/optimizer/*|optimizer.*|*optimizer_state*|*learning_rate"
                            + "|Adam/*|adam/*|AdamW/*|adamw/*|Adamax/*|adamax/*|Nadam/*|nadam/*|SGD/*|sgd/*"
                            + "|RMSprop/*|rmsprop/*|Adagrad/*|adagrad/*|Adadelta/*|adadelta/*|Ftrl/*|ftrl/*"
                            + "|*/Adam|*/Adam_1|*/Momentum|*/RMSProp|*/RMSProp_1|*/Adagrad|*/ExponentialMovingAverage"
                            + "|*beta1_power|*beta2_power"),
            Row.of("state of a random number generator", "*seed_generator*"),
            Row.of("part of a loss or a metric", "criterion.*|loss_fn.*|*_metrics.*|metrics/*"));

    private HarmlessArrays() {}

    /** Returns why an array is irrelevant; empty if it may be relevant. */
    static Optional<String> reason(String name) {
        return TABLE.stream()
                .filter(row -> Recogniser.fits(row.names(), name))
                .map(row -> row.reason() + ", not part of the network's computation")
                .findFirst();
    }
}
