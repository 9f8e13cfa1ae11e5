package org.epiwrap.experiments;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A row of a table of accuracies: a network, before and after fine-tuning.
 *
 * @param place what tells it from the other rows, beside the network's name
 * @param choice how it is wrapped; empty for the Bayesian network and the baseline
 * @param tuned whether it is fine-tuned, too
 * @param paperBefore what the paper has, as a share
 */
record AccuracyRow(
        String place,
        NamedData data,
        String net,
        Kind kind,
        Optional<WrappingChoice> choice,
        boolean tuned,
        OptionalDouble paperBefore,
        OptionalDouble paperAfter) {

    /** Whose accuracy it is. */
    enum Kind {
        BAYESIAN,
        BASELINE,
        WRAPPED
    }

    /** The Bayesian network, which is not fine-tuned: what the paper has stands beside the tuned ones. */
    static AccuracyRow bayesian(String place, NamedData data, String net, OptionalDouble paper) {
        return new AccuracyRow(place, data, net, Kind.BAYESIAN, Optional.empty(), false, OptionalDouble.empty(), paper);
    }

    /** The interval network that begins with random intervals. */
    static AccuracyRow baseline(
            String place, NamedData data, String net, OptionalDouble paperBefore, OptionalDouble paperAfter) {
        return new AccuracyRow(place, data, net, Kind.BASELINE, Optional.empty(), true, paperBefore, paperAfter);
    }

    static AccuracyRow wrapped(
            String place,
            NamedData data,
            String net,
            WrappingChoice choice,
            boolean tuned,
            OptionalDouble paperBefore,
            OptionalDouble paperAfter) {
        return new AccuracyRow(place, data, net, Kind.WRAPPED, Optional.of(choice), tuned, paperBefore, paperAfter);
    }

    String network() {
        return switch (kind) {
            case BAYESIAN -> "Bayesian";
            case BASELINE -> "random intervals (INN)";
            case WRAPPED -> "wrapped by " + choice.orElseThrow().criterion();
        };
    }
}
