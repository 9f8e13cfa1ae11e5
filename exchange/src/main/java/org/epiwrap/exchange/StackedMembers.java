package org.epiwrap.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.Convention.Form;
import org.epiwrap.exchange.convention.Conventions;
import org.epiwrap.exchange.convention.Leftovers;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.convention.Recogniser;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.file.StackedFile;
import org.epiwrap.exchange.layer.NormReader;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Shape;

/**
 * Several networks along the first axis of the arrays of a file, each of which is more than a draw of weights: it has
 * spreads, or batch norms. Each is read by itself.
 */
final class StackedMembers {
    /** For each member all arrays are read again. */
    private static final int MAX_MEMBERS = 1000;

    private final ArrayFile file;
    private final ImportOptions options;
    private final NamedArrays arrays;
    private final Map<String, Shape> candidates;

    StackedMembers(ArrayFile file, ImportOptions options) throws IOException {
        this.file = file;
        this.options = options;
        this.arrays = NamedArrays.of(file);
        this.candidates = new Leftovers(arrays, options.ignored()).candidates();
    }

    /** Returns how one member is read, if the file holds several. */
    Optional<Match> match() throws IOException {
        List<Convention> conventions = options.convention().map(List::of).orElse(Conventions.all());
        boolean single = Recogniser.recognise(candidates, conventions)
                .filter(match -> match.convention().form() != Form.STACKED_DRAWS
                        && match.convention().form() != Form.POINTS)
                .isPresent();
        if (single || count() < 2) {
            return Optional.empty();
        }
        NamedArrays first = NamedArrays.of(new StackedFile(file, 0));
        Map<String, Shape> own = new Leftovers(first, options.ignored()).candidates();
        return Recogniser.recognise(own, conventions)
                .filter(match -> match.convention().form().hasSpreads()
                        || (match.convention().form() == Form.POINTS
                                && !new NormReader(first, own.keySet(), match.used())
                                        .layers()
                                        .isEmpty()));
    }

    /** Returns the length of the first axis of all arrays of floating-point numbers; 0 if it is not the same. */
    private long count() throws IOException {
        Set<Long> lengths = new HashSet<>();
        for (Map.Entry<String, Shape> array : candidates.entrySet()) {
            if (arrays.isFloating(array.getKey())) {
                lengths.add(array.getValue().rank() == 0 ? 0 : array.getValue().size(0));
            }
        }
        return lengths.size() == 1 ? lengths.iterator().next() : 0;
    }

    /** Returns the network of the members' means and deviations, with the members. */
    ImportedNetwork network(Match match) throws IOException {
        boolean points = match.convention().form() == Form.POINTS
                && options.sigma().isEmpty()
                && arrays.endingIn("sigma").isEmpty();
        ImportOptions own = points ? options.withSigma(0) : options;
        long count = count();
        if (count > MAX_MEMBERS) {
            throw new IllegalArgumentException("an ensemble must have at most " + MAX_MEMBERS
                    + " members with spreads or batch norms, but the first axis of its arrays has " + count);
        }
        List<ImportedNetwork> networks = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                networks.add(new Reading(new StackedFile(file, i), own).uncompared());
            }
            WeightDraws draws = WeightDraws.of(
                    networks.stream().map(ImportedNetwork::network).toList(), points);
            ImportReport report = networks.get(0)
                    .report()
                    .with("every array holds " + count + " members along its first axis; each was read by itself");
            return new ImportedNetwork(draws.network(), report, Optional.of(draws), options.reference()).compared();
        } finally {
            networks.forEach(ImportedNetwork::close);
        }
    }
}
