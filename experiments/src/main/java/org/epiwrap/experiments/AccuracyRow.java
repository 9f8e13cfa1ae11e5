package org.epiwrap.experiments;

import java.util.Optional;
import java.util.OptionalDouble;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.measurement.Stage;
import org.epiwrap.experiments.measurement.Subject;

/**
 * A row of a table of accuracies: a network, before and after fine-tuning.
 *
 * @param place distinguishes rows of the same network
 * @param subject the Bayesian network, the baseline or a wrapped one
 * @param choice how it is wrapped; empty for the Bayesian network and the baseline
 * @param tuned whether it is fine-tuned
 * @param printed what the paper has
 */
record AccuracyRow(
        String place,
        BuiltInData data,
        String net,
        Subject subject,
        Optional<WrappingChoice> choice,
        boolean tuned,
        Printed printed) {

    /** What the paper prints before and after fine-tuning, as shares. */
    record Printed(OptionalDouble before, OptionalDouble after) {
        static final Printed NOTHING = new Printed(OptionalDouble.empty(), OptionalDouble.empty());

        static Printed percent(double before, double after) {
            return new Printed(OptionalDouble.of(before / 100), OptionalDouble.of(after / 100));
        }

        static Printed percentAfter(double after) {
            return new Printed(OptionalDouble.empty(), OptionalDouble.of(after / 100));
        }

        OptionalDouble at(Stage stage) {
            return stage == Stage.BEFORE ? before : after;
        }
    }

    /** Returns the row of the Bayesian network, which is not fine-tuned: the paper prints it beside the tuned ones. */
    static AccuracyRow bayesian(BuiltInData data, String net, double percent) {
        return new AccuracyRow("–", data, net, Subject.BNN, Optional.empty(), false, Printed.percentAfter(percent));
    }

    /** Returns the row of the interval network that starts from random intervals. */
    static AccuracyRow baseline(BuiltInData data, String net, Printed printed) {
        return new AccuracyRow("–", data, net, Subject.INN, Optional.empty(), true, printed);
    }

    /** Returns the row of a wrapped network that is fine-tuned. */
    static AccuracyRow wrapped(String place, BuiltInData data, String net, WrappingChoice choice, Printed printed) {
        return new AccuracyRow(place, data, net, Subject.WRAPPED, Optional.of(choice), true, printed);
    }

    /** Returns the row without fine-tuning. */
    AccuracyRow untuned() {
        return new AccuracyRow(place, data, net, subject, choice, false, printed);
    }

    String network() {
        return switch (subject) {
            case BNN -> "Bayesian";
            case INN -> "random intervals (INN)";
            default -> "wrapped by " + choice.orElseThrow().ranking();
        };
    }
}
