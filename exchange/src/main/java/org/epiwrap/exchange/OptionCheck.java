package org.epiwrap.exchange;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.Convention.Form;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.convention.NameTemplate;

/** Refuses options that do not apply to a file. */
final class OptionCheck {
    private OptionCheck() {}

    /**
     * Checks options against what a file holds.
     *
     * @param lastLayer whether the posterior of the last layer is in a file of its own
     */
    static void check(ImportOptions options, Match match, boolean lastLayer) {
        Convention convention = match.convention();
        if (!options.sigma().isEmpty() && (convention.form() != Form.POINTS || lastLayer)) {
            throw new IllegalArgumentException(
                    "a sigma can only be given for plain weights, but those of the convention " + convention.id()
                            + " have one");
        }
        if (options.spread().isPresent() && !convention.form().hasSpreads()) {
            throw new IllegalArgumentException(
                    "a spread rule can only be given where there are spreads, but the convention " + convention.id()
                            + " has none");
        }
        if (!options.order().isEmpty() && convention.form().isOfVectors()) {
            throw new IllegalArgumentException(
                    "an order can only be given for layers that have their own arrays, but those of the convention "
                            + convention.id() + " follow the architecture");
        }
        if (options.convention().isPresent()) {
            checkMapped(
                    "bias", convention.bias().means(), match.layers().stream().map(Match.LayerNames::bias));
            checkMapped(
                    "bias-spread",
                    convention.form() == Form.LAYERS ? convention.bias().spreads() : List.of(),
                    match.layers().stream().map(Match.LayerNames::biasSpread));
        }
    }

    private static void checkMapped(String field, List<NameTemplate> names, Stream<Optional<String>> found) {
        if (!names.isEmpty() && found.allMatch(Optional::isEmpty)) {
            throw new IllegalArgumentException("the mapping's " + field + " must match an array of some layer, but "
                    + names.stream().map(NameTemplate::text).collect(Collectors.joining("|")) + " matches none");
        }
    }
}
