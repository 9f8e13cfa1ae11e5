package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.assertj.core.data.Offset;
import org.epiwrap.dirichlet.Components;

/** Compares with independent values. */
final class Reference {
    private Reference() {}

    /** Equal to 1e-11 of the value, and 1e-14 for rounding. */
    static void assertClose(double actual, JsonNode expected, String what) {
        double value = expected.asDouble();
        assertThat(actual).as(what).isCloseTo(value, Offset.offset(1e-11 * Math.abs(value) + 1e-14));
    }

    static void assertClose(Components actual, JsonNode expected, String what) {
        assertClose(actual.below(), expected.get(0), what + " below");
        assertClose(actual.inside(), expected.get(1), what + " inside");
        assertClose(actual.above(), expected.get(2), what + " above");
    }
}
