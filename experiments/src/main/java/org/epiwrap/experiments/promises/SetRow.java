package org.epiwrap.experiments.promises;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Part;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.SetCoveragePromise;
import org.epiwrap.promise.SetScore;

/**
 * One way to get prediction sets.
 *
 * @param promise what their coverage is; empty for the possible classes, of which nothing is promised
 */
record SetRow(Optional<SetCoveragePromise> promise) {
    private static final SetRow POSSIBLE = new SetRow(Optional.empty());

    /** Returns all ways for one coverage, and the possible classes. */
    static List<SetRow> at(double coverage) {
        return Stream.concat(conformal(coverage), Stream.of(POSSIBLE)).toList();
    }

    /** Returns all ways for every coverage, and the possible classes. */
    static List<SetRow> all() {
        return Stream.concat(Rule.SET_COVERAGES.stream().flatMap(SetRow::conformal), Stream.of(POSSIBLE))
                .toList();
    }

    private static Stream<SetRow> conformal(double coverage) {
        return Arrays.stream(SetScore.values())
                .map(score ->
                        new SetRow(Optional.of(Promise.setCoverage(coverage).by(score))));
    }

    /** Returns the key of what is measured of these sets. */
    Key key(Key setting) {
        Key key = setting.with(Field.PART, Part.SETS).with(Field.KEPT_BY, toString());
        return promise.map(given -> key.with(Field.ASKED, given.coverage())).orElse(key);
    }

    /** Returns the name in tables, such as {@code LAC}. */
    @Override
    public String toString() {
        return promise.map(given -> Rule.name(given.score())).orElse("possible");
    }
}
